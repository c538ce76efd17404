package io.placed.benchmarks.engine;

import java.util.Arrays;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;

/** Values of Arrow's vectors. */
record ArrowCells(FieldVector column) implements Cells {
  @Override
  public boolean isNull(int i) {
    return column.isNull(i);
  }

  @Override
  public long longAt(int i) {
    if (column instanceof BigIntVector v) {
      return v.get(i);
    }
    return column instanceof IntVector v ? v.get(i) : ((DateDayVector) column).get(i);
  }

  @Override
  public double doubleAt(int i) {
    return ((Float8Vector) column).get(i);
  }

  @Override
  public long textAt(int i) {
    VarCharVector v = (VarCharVector) column;
    int length = v.getValueLength(i);
    return length == 0 ? 0 : length + (v.getDataBuffer().getByte(v.getStartOffset(i)) & 0xff);
  }

  @Override
  public boolean textEquals(int i, byte[] utf8) {
    VarCharVector v = (VarCharVector) column;
    return v.getValueLength(i) == utf8.length && Arrays.equals(v.get(i), utf8);
  }
}
