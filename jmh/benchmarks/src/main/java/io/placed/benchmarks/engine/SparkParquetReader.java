package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;
import io.placed.schema.Schema;
import io.placed.spark.types.SparkTypes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Spark's vectorised reader of Parquet, without Spark around it. */
final class SparkParquetReader implements Reader {
  /** Spark's default for {@code spark.sql.parquet.columnarReaderBatchSize}. */
  private static final int BATCH_ROWS = 4096;

  @Override
  public Scan prepare(String file, Query query) throws IOException {
    Schema schema = query.schema();
    Filtering filtering = new Filtering(query);
    boolean whole = !query.byRows() && query.nesting().groups().isEmpty();
    Configuration hadoop = configuration(query);
    return () -> {
      Totals totals = query.totals();
      filtering.start();
      try (VectorizedParquetRecordReader reader = open(file, hadoop)) {
        ColumnarBatch batch = reader.resultBatch();
        while (reader.nextBatch()) {
          if (!whole) {
            filtering.add(cells(batch, query), batch.numRows(), totals);
            continue;
          }
          totals.addRows(batch.numRows());
          for (int c = 0; c < batch.numCols(); c++) {
            SparkColumns.add(
                batch.column(c), schema.field(c).type(), batch.numRows(), c, totals, query.loop());
          }
        }
      }
      return totals;
    };
  }

  private static Cells[] cells(ColumnarBatch batch, Query query) {
    Schema read = query.schemaRead();
    Nesting nesting = query.nesting();
    Schema nested = nesting.nest(read);
    Cells[] cells = new Cells[read.size()];
    for (int c = 0; c < cells.length; c++) {
      String name = read.field(c).name();
      ColumnVector column = batch.column(nested.indexOf(nesting.top(name)));
      if (nesting.isNested(name)) {
        column = column.getChild(nesting.child(nested, name));
      }
      cells[c] = new SparkCells(column, read.field(c).type());
    }
    return cells;
  }

  /**
   * What Spark's driver sends to its tasks, with the filter for row groups and pages. Made once:
   * reading Hadoop's defaults takes milliseconds, and is no part of a scan.
   */
  private static Configuration configuration(Query query) throws IOException {
    Configuration hadoop = new Configuration();
    hadoop.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
    hadoop.set(
        ParquetReadSupport.SPARK_ROW_REQUESTED_SCHEMA(),
        SparkTypes.toStruct(query.nesting().nest(query.schemaRead())).json());
    hadoop.set("spark.sql.parquet.binaryAsString", "false");
    hadoop.set("spark.sql.parquet.int96AsTimestamp", "true");
    hadoop.set("spark.sql.caseSensitive", "true");
    hadoop.set("spark.sql.parquet.inferTimestampNTZ.enabled", "true");
    hadoop.set("spark.sql.legacy.parquet.nanosAsLong", "false");
    hadoop.set("spark.sql.optimizer.nestedSchemaPruning.enabled", "true");
    // Of columns within structs too: the names of Parquet's columns are paths.
    if (!query.filters().isEmpty()) {
      ParquetInputFormat.setFilterPredicate(hadoop, ParquetFilters.of(query));
    }
    return hadoop;
  }

  /** As Spark's tasks open it. */
  private static VectorizedParquetRecordReader open(String file, Configuration hadoop)
      throws IOException {
    var path = new Path(file);
    var reader = new VectorizedParquetRecordReader(false, BATCH_ROWS);
    try {
      reader.initialize(
          new FileSplit(
              path, 0, path.getFileSystem(hadoop).getFileStatus(path).getLen(), new String[0]),
          new TaskAttemptContextImpl(hadoop, new TaskAttemptID()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    reader.enableReturningBatches();
    return reader;
  }

  static VectorizedParquetRecordReader open(String file, List<String> columns) throws IOException {
    var reader = new VectorizedParquetRecordReader(false, BATCH_ROWS);
    reader.initialize(file, columns);
    reader.enableReturningBatches();
    return reader;
  }
}
