package io.placed.jmh.engine;

import io.placed.schema.Schema;
import io.placed.spark.SparkTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Spark's vectorised reader of Parquet, without Spark around it. */
final class SparkParquetReader implements Reader {
  /** Spark's default for {@code spark.sql.parquet.columnarReaderBatchSize}. */
  private static final int BATCH_ROWS = 4096;

  @Override
  public Scan prepare(Path file, Query query) {
    Schema schema = query.schema();
    Filtering filtering = query.filter() == null ? null : new Filtering(query.filter());
    return () -> {
      Totals totals = new Totals(query.columns());
      try (VectorizedParquetRecordReader reader =
          query.filter() == null ? open(file, query.columns()) : open(file, query)) {
        ColumnarBatch batch = reader.resultBatch();
        while (reader.nextBatch()) {
          if (query.filter() != null) {
            add(batch, query, filtering, totals);
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

  private static void add(ColumnarBatch batch, Query query, Filtering filtering, Totals totals) {
    Schema read = query.table().select(query.columnsRead());
    Cells[] cells = new Cells[batch.numCols()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new SparkCells(batch.column(c), read.field(c).type());
    }
    Cells[] summed = Arrays.copyOf(cells, query.columns().size());
    filtering.add(cells[query.keyPosition()], summed, query.types(), batch.numRows(), totals);
  }

  /** As Spark's scan opens it, with the filter for row groups and pages. */
  private static VectorizedParquetRecordReader open(Path file, Query query) throws IOException {
    Configuration hadoop = new Configuration();
    hadoop.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
    hadoop.set(
        ParquetReadSupport.SPARK_ROW_REQUESTED_SCHEMA(),
        SparkTypes.toStruct(query.table().select(query.columnsRead())).json());
    hadoop.set("spark.sql.parquet.binaryAsString", "false");
    hadoop.set("spark.sql.parquet.int96AsTimestamp", "true");
    hadoop.set("spark.sql.caseSensitive", "true");
    hadoop.set("spark.sql.parquet.inferTimestampNTZ.enabled", "true");
    hadoop.set("spark.sql.legacy.parquet.nanosAsLong", "false");
    hadoop.set("spark.sql.optimizer.nestedSchemaPruning.enabled", "true");
    ParquetInputFormat.setFilterPredicate(hadoop, ParquetFilters.of(query.filter()));
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    var reader = new VectorizedParquetRecordReader(false, BATCH_ROWS);
    try {
      reader.initialize(
          new FileSplit(path, 0, Files.size(file), new String[0]),
          new TaskAttemptContextImpl(hadoop, new TaskAttemptID()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    reader.enableReturningBatches();
    return reader;
  }

  static VectorizedParquetRecordReader open(Path file, List<String> columns) throws IOException {
    var reader = new VectorizedParquetRecordReader(false, BATCH_ROWS);
    reader.initialize(file.toString(), columns);
    reader.enableReturningBatches();
    return reader;
  }
}
