package io.placed.benchmarks.engine;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of a Parquet file, as kept between runs, as batches of ours. */
public final class SourceFile implements BatchSource {
  private final VectorizedParquetRecordReader reader;
  private final ColumnarBatch read;
  private final Batch batch;

  public SourceFile(Path file, Schema wanted) throws IOException {
    reader =
        SparkParquetReader.open(
            file.toString(), wanted.fields().stream().map(io.placed.schema.Field::name).toList());
    read = reader.resultBatch();
    batch = Batch.of(wanted);
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() throws IOException {
    batch.clear();
    if (!reader.nextBatch()) {
      return false;
    }
    for (int c = 0; c < read.numCols(); c++) {
      SparkColumns.append(read.column(c), read.numRows(), batch.column(c));
    }
    batch.setRows(read.numRows());
    return true;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return reader.getProgress();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
