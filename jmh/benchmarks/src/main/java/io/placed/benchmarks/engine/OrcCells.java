package io.placed.benchmarks.engine;

import java.util.Arrays;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;

/** Values of ORC's columns; those that repeat one value were flattened. */
record OrcCells(ColumnVector column) implements Cells {
  @Override
  public boolean isNull(int i) {
    return !column.noNulls && column.isNull[i];
  }

  @Override
  public long longAt(int i) {
    return ((LongColumnVector) column).vector[i];
  }

  @Override
  public double doubleAt(int i) {
    return ((DoubleColumnVector) column).vector[i];
  }

  @Override
  public long textAt(int i) {
    BytesColumnVector b = (BytesColumnVector) column;
    return Sums.text(b.vector[i], b.start[i], b.length[i]);
  }

  @Override
  public boolean textEquals(int i, byte[] utf8) {
    BytesColumnVector b = (BytesColumnVector) column;
    int start = b.start[i];
    return Arrays.equals(b.vector[i], start, start + b.length[i], utf8, 0, utf8.length);
  }
}
