package io.placed.benchmarks.engine;

import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;

/** Values of our own columns. */
record BatchCells(Column column) implements Cells {
  static Cells[] of(Batch batch) {
    return batch.columns().stream().map(BatchCells::new).toArray(Cells[]::new);
  }

  @Override
  public boolean isNull(int i) {
    return column.isNull(i);
  }

  @Override
  public long longAt(int i) {
    return column instanceof IntColumn c ? c.get(i) : ((LongColumn) column).get(i);
  }

  @Override
  public double doubleAt(int i) {
    return ((DoubleColumn) column).get(i);
  }

  @Override
  public long textAt(int i) {
    BytesColumn c = (BytesColumn) column;
    return Sums.text(c.arena(), c.starts()[i], c.lengths()[i]);
  }

  @Override
  public boolean textEquals(int i, byte[] utf8) {
    BytesColumn c = (BytesColumn) column;
    int start = c.starts()[i];
    return Arrays.equals(c.arena(), start, start + c.lengths()[i], utf8, 0, utf8.length);
  }
}
