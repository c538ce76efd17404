package io.placed.jmh.engine;

import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Spark's vectorised reader of Parquet, without Spark around it. */
final class SparkParquetReader implements Reader {
  /** Spark's default for {@code spark.sql.parquet.columnarReaderBatchSize}. */
  private static final int BATCH_ROWS = 4096;

  @Override
  public Scan prepare(Path file, Query query) {
    Schema schema = query.schema();
    return () -> {
      Totals totals = new Totals(query.columns());
      try (VectorizedParquetRecordReader reader = open(file, query.columns())) {
        ColumnarBatch batch = reader.resultBatch();
        while (reader.nextBatch()) {
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

  static VectorizedParquetRecordReader open(Path file, List<String> columns) throws IOException {
    var reader = new VectorizedParquetRecordReader(false, BATCH_ROWS);
    reader.initialize(file.toString(), columns);
    reader.enableReturningBatches();
    return reader;
  }
}
