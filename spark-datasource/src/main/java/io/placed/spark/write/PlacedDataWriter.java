package io.placed.spark.write;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Session;
import io.placed.spark.types.SparkTypes;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;

/**
 * Writes the rows of one task attempt, one file per partition. Rows are sorted by partition, so
 * that only one file is open at a time. Nothing is visible before the driver commits.
 */
final class PlacedDataWriter implements DataWriter<InternalRow> {
  private static final int MAX_BATCH_ROWS = 4096;

  /** Maximum bytes of a batch; large values and many columns make batches smaller. */
  private static final long BATCH_BYTES = 8L << 20;

  /** Approximate bytes of a column per row, without values of variable length. */
  private static final int COLUMN_BYTES = 8;

  private final WriteTask task;
  private final String label;
  private final FileStore store;
  private final WriteOptions options;
  private final Schema schema;
  private final Batch batch;
  private final int[] ordinals;
  private final RowAppender[] appenders;
  private final RowAppender.ByteCount bytes = new RowAppender.ByteCount();
  private final PartitionKey key;
  private final int batchRows;
  private final List<DataFile> files = new ArrayList<>();
  private Map<String, String> partition = Map.of();
  private FileWriter writer;
  private String path;
  private int rowsInBatch;
  private long rowsInFile;
  private long rows;
  private long bytesInFiles;
  private long encodeNanos;

  PlacedDataWriter(WriteTask task, String label) {
    this.task = task;
    this.label = label;
    try {
      this.store = task.stores().open().forPath(task.root());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    WriteOptions given = WriteOptions.of(task.settings());
    this.options =
        given.temporaryDirectory() == null
            ? given.withTemporaryDirectory(Session.localDirectory())
            : given;
    Set<Integer> partitions =
        Arrays.stream(task.partitionColumns()).boxed().collect(Collectors.toSet());
    StructField[] all = task.schema().fields();
    List<Field> fields = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      if (!partitions.contains(i)) {
        positions.add(i);
        String name = task.names().get(i);
        fields.add(Field.of(name, SparkTypes.toType(all[i].dataType(), name)));
      }
    }
    this.schema = Schema.of(fields);
    this.batch = Batch.of(schema);
    this.ordinals = positions.stream().mapToInt(Integer::intValue).toArray();
    long rowBytes = (long) COLUMN_BYTES * Math.max(1, ordinals.length);
    this.batchRows = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rowBytes));
    this.appenders = new RowAppender[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      appenders[i] = RowAppender.of(all[ordinals[i]].dataType(), batch.column(i), bytes);
    }
    this.key = partitions.isEmpty() ? null : new PartitionKey(task);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    if (key != null && key.moveTo(row)) {
      finishFile();
      partition = key.text();
    }
    if (writer == null) {
      openFile();
    }
    for (int i = 0; i < ordinals.length; i++) {
      appenders[i].append(row, ordinals[i]);
    }
    rows++;
    rowsInFile++;
    rowsInBatch++;
    if (rowsInBatch == batchRows || bytes.bytes >= BATCH_BYTES) {
      flush();
    }
    if (task.maxRecords() > 0 && rowsInFile == task.maxRecords()) {
      finishFile();
    }
  }

  private void openFile() throws IOException {
    String name = task.commitId() + "-" + label + "-" + files.size() + ".placed";
    path = PathNames.join(task.root(), PartitionDirectory.of(store, task.root(), partition), name);
    writer = FileWriter.create(store, path, schema, options);
  }

  private void flush() throws IOException {
    if (rowsInBatch > 0) {
      batch.setRows(rowsInBatch);
      long start = System.nanoTime();
      writer.write(batch);
      encodeNanos += System.nanoTime() - start;
      batch.clear();
      rowsInBatch = 0;
      bytes.bytes = 0;
    }
  }

  private void finishFile() throws IOException {
    if (writer == null) {
      return;
    }
    flush();
    long start = System.nanoTime();
    FileSummary file = writer.finish();
    encodeNanos += System.nanoTime() - start;
    writer = null;
    rowsInFile = 0;
    bytesInFiles += file.totalLength();
    files.add(DataFile.of(file, PathNames.relativize(task.root(), path), partition));
  }

  /** Completes the last file, because Spark reads the metrics before the commit. */
  @Override
  public void writeAll(Iterator<InternalRow> records) throws IOException {
    while (records.hasNext()) {
      write(records.next());
    }
    finishFile();
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    finishFile();
    return new TaskFiles(files.stream().map(DataFile::toJson).toList());
  }

  @Override
  public void abort() throws IOException {
    try {
      if (writer != null) {
        writer.abort();
        writer = null;
      }
    } finally {
      for (DataFile f : files) {
        store.delete(PathNames.join(task.root(), f.path()), false);
        for (String sibling : f.siblingPaths()) {
          store.delete(PathNames.join(task.root(), sibling), false);
        }
      }
    }
  }

  /** Does nothing: abort and commit have released everything. */
  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.abort();
      writer = null;
    }
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    long open = writer == null ? 0 : writer.bytesWritten();
    return WriteMetrics.of(bytesInFiles + open, rows, files.size(), encodeNanos);
  }
}
