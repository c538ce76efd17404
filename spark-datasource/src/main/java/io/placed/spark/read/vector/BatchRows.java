package io.placed.spark.read.vector;

import io.placed.vector.Batch;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of a small batch, each by itself. */
public final class BatchRows {
  private BatchRows() {}

  public static InternalRow[] of(Batch batch, StructType schema) {
    ColumnVector[] vectors = new ColumnVector[schema.length()];
    for (int c = 0; c < vectors.length; c++) {
      vectors[c] = new PlacedColumnVector(schema.fields()[c].dataType()).bind(batch.column(c));
    }
    InternalRow[] rows = new InternalRow[batch.rows()];
    Iterator<InternalRow> all = new ColumnarBatch(vectors, batch.rows()).rowIterator();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = all.next().copy();
    }
    return rows;
  }
}
