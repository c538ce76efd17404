package io.placed.spark.read.vector;

import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.ScanMetrics;
import io.placed.scan.request.ReadRequest;
import io.placed.scan.request.RowChoice;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.write.RowAppender;
import io.placed.table.file.PartitionValues;
import io.placed.table.file.RowIdColumns;
import io.placed.table.split.FileSlice;
import io.placed.table.split.RowTest;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.ConstantColumns;
import io.placed.vector.TaskMemory;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads one slice (part of a file) into batches that are reused. */
final class SliceReader implements Closeable {
  private static final int BATCH_ROWS = 4096;

  private final PlacedColumnVector[] vectors;

  /** Position in the file's batches of each output column; -1 if {@link #own} has the column. */
  private final int[] sources;

  /** Columns that are not read from the file and are filled here, for all batches. */
  private final Column[] own;

  private final List<MetadataColumn> metadata = new ArrayList<>();
  private final ColumnarBatch batch;
  private final Schema schema;
  private final boolean sparse;
  private FileReader file;
  private BatchReader rows;

  /** Remaining rows if no column is read. */
  private long rowsWithoutData;

  private SliceReader(StructType output, boolean sparse) {
    this.sparse = sparse;
    vectors = new PlacedColumnVector[output.length()];
    sources = new int[vectors.length];
    own = new Column[vectors.length];
    batch = new ColumnarBatch(vectors);
    schema = SparkTypes.toSchema(output);
  }

  /**
   * @param sparse whether batches may contain rows that do not match; see {@link #wanted}
   * @param choice selects among the rows that match the predicate; null = all
   * @param memory of the task
   */
  static SliceReader open(
      ReadContext context, FileSlice slice, boolean sparse, RowChoice choice, TaskMemory memory)
      throws IOException {
    SliceReader reader = new SliceReader(context.output(), sparse);
    try {
      reader.prepare(context, slice, choice, memory);
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private void prepare(ReadContext context, FileSlice slice, RowChoice choice, TaskMemory memory)
      throws IOException {
    List<Field> wanted = new ArrayList<>();
    Map<String, Long> counted = new HashMap<>();
    boolean ofRows = false;
    StructField[] fields = context.output().fields();
    for (int i = 0; i < fields.length; i++) {
      Type type = SparkTypes.toType(fields[i].dataType(), fields[i].name());
      vectors[i] = new PlacedColumnVector(fields[i].dataType(), context.padded()[i]);
      sources[i] = -1;
      String column = fields[i].name();
      if (context.metadata().contains(column) && RowIdColumns.isName(column)) {
        if (slice.ids() != null && column.equals(RowIdColumns.ID)) {
          sources[i] = wanted.size();
          wanted.add(Field.of(column, type));
          counted.put(column, slice.ids().first());
        } else {
          Object version = slice.ids() == null ? null : slice.ids().snapshot();
          own[i] = ConstantColumns.of(type, version, BATCH_ROWS);
        }
      } else if (context.metadata().contains(column)) {
        boolean needsFile = MetadataColumn.needsFile(fields[i].dataType());
        ofRows |= needsFile;
        MetadataColumn where =
            new MetadataColumn(
                fields[i].dataType(),
                context,
                slice,
                needsFile ? file(context, slice) : null,
                BATCH_ROWS);
        metadata.add(where);
        own[i] = where.column();
      } else if (slice.partition().containsKey(column)) {
        Object value = PartitionValues.parse(type, slice.partition().get(column));
        own[i] = ConstantColumns.of(type, value, BATCH_ROWS);
      } else if (context.defaults()[i] != null
          && !slice.hasColumn(file(context, slice), column, context.caseSensitive())) {
        own[i] = defaults(fields[i].dataType(), type, context.defaults()[i]);
      } else {
        sources[i] = wanted.size();
        wanted.add(Field.of(column, type));
      }
    }
    RowTest predicate = context.predicate() == null ? null : context.predicate().get();
    boolean anyRows = predicate == null && choice == null && slice.deletes() == null;
    if (context.ignoreMissing() || context.ignoreCorrupt()) {
      file(context, slice); // Rows of a file that cannot be read must not count.
    }
    if (wanted.isEmpty() && anyRows && !ofRows) {
      rowsWithoutData = slice.rows();
      return;
    }
    ReadRequest request =
        slice
            .restrict(ReadRequest.all(), context.stores().open())
            .withColumns(Schema.of(wanted))
            .withCounted(counted)
            .withBatchRows(BATCH_ROWS)
            .withSparse(sparse)
            .withMemory(memory)
            .withChoice(isAbout(wanted, choice) ? choice : null)
            .withCaseSensitive(context.caseSensitive())
            .withStopsEarly(context.limit() >= 0 && context.limit() < slice.rows());
    FileReader opened = file(context, slice);
    rows =
        opened.read(
            predicate == null
                ? request
                : predicate.addTo(request, opened, slice, context.caseSensitive()));
  }

  /**
   * A column with the same default value in each row.
   *
   * @param value in Spark's internal form
   */
  private static Column defaults(DataType sparkType, Type type, Object value) {
    Column column = Column.of(type);
    RowAppender appender = RowAppender.of(sparkType, column, new RowAppender.ByteCount());
    InternalRow row = Frames.row(new Object[] {value});
    for (int i = 0; i < BATCH_ROWS; i++) {
      appender.append(row, 0);
    }
    return column;
  }

  /** Whether the choice can be applied; it is skipped if its column is constant in the file. */
  private static boolean isAbout(List<Field> wanted, RowChoice choice) {
    return choice != null
        && (choice.column() == null
            || wanted.stream().anyMatch(f -> f.name().equals(choice.column())));
  }

  private FileReader file(ReadContext context, FileSlice slice) throws IOException {
    if (file == null) {
      file = slice.open(context.stores().open());
    }
    return file;
  }

  boolean next() throws IOException {
    if (rows == null) {
      int count = (int) Math.min(rowsWithoutData, vectors.length == 0 ? 1 << 20 : BATCH_ROWS);
      rowsWithoutData -= count;
      show(count);
      return count > 0;
    }
    if (!rows.next()) {
      return false;
    }
    for (MetadataColumn m : metadata) {
      m.fill(rows);
    }
    show(rows.batch().rows());
    return true;
  }

  /** Binds all vectors, because those of the previous batch may show copies by {@link #keep}. */
  private void show(int count) {
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].bind(sources[i] < 0 ? own[i] : rows.batch().column(sources[i]));
    }
    batch.setNumRows(count);
  }

  /** Restricts this batch to some of its rows; the next one is complete again. */
  void keep(int from, int count) {
    for (PlacedColumnVector vector : vectors) {
      Column some = Column.of(vector.column().type());
      some.appendRange(vector.column(), from, count);
      vector.bind(some);
    }
    batch.setNumRows(count);
  }

  ColumnarBatch batch() {
    return batch;
  }

  /** The current batch as columns of the core. */
  Batch columns() {
    int n = batch.numRows();
    List<Column> columns = new ArrayList<>(vectors.length);
    for (int i = 0; i < vectors.length; i++) {
      Column column = vectors[i].column();
      if (sources[i] < 0) {
        Column some = Column.of(column.type());
        some.appendRange(column, 0, n);
        column = some;
      }
      columns.add(column);
    }
    return Batch.of(schema, columns, n);
  }

  /** One bit per row of the batch that matches; null if all rows match. */
  long[] wanted() {
    return rows == null ? null : rows.wanted();
  }

  ScanMetrics metrics() {
    ScanMetrics m = rows == null ? ScanMetrics.NONE : rows.metrics();
    // Includes the footer, which was read before the scan started.
    return file == null ? m : m.withIo(file.ioCounters());
  }

  @Override
  public void close() throws IOException {
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }
}
