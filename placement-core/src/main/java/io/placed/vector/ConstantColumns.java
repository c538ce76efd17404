package io.placed.vector;

import io.placed.schema.Type;
import java.math.BigInteger;

/**
 * One value for every row of a batch: partition values and defaults. Ordinary columns, so that
 * whoever reads batches meets one class of columns only.
 */
public final class ConstantColumns {
  private ConstantColumns() {}

  /**
   * @param bound in the form of bounds in statistics: Long, Double, BigInteger, byte[] or null
   */
  public static Column of(Type type, Object bound, int rows) {
    Column column = Column.of(type);
    append(column, bound, rows);
    return column;
  }

  public static void append(Column column, Object bound, int rows) {
    if (bound instanceof byte[] bytes && column instanceof BytesColumn c && rows > 0) {
      // The bytes once, and every row refers to them.
      int first = c.size();
      c.append(bytes);
      c.setSize(first + rows);
      java.util.Arrays.fill(c.starts(), first, first + rows, c.starts()[first]);
      java.util.Arrays.fill(c.lengths(), first, first + rows, bytes.length);
      return;
    }
    for (int i = 0; i < rows; i++) {
      appendOne(column, bound);
    }
  }

  /** A value of a column in the form in which {@link #append} takes it. */
  public static Object value(Column column, int i) {
    if (column.isNull(i)) {
      return null;
    } else if (column instanceof IntColumn c) {
      return (long) c.get(i);
    } else if (column instanceof LongColumn c) {
      return c.get(i);
    } else if (column instanceof BooleanColumn c) {
      return c.get(i) ? 1L : 0L;
    } else if (column instanceof DoubleColumn c) {
      return c.get(i);
    } else if (column instanceof FloatColumn c) {
      return (double) c.get(i);
    } else if (column instanceof Int128Column c) {
      return c.get(i);
    } else if (column instanceof BytesColumn c) {
      return c.get(i);
    }
    throw new IllegalArgumentException(column.type() + " has no bounds");
  }

  private static void appendOne(Column column, Object bound) {
    if (bound == null) {
      column.appendNull();
    } else if (column instanceof IntColumn c) {
      c.append(((Long) bound).intValue());
    } else if (column instanceof LongColumn c) {
      c.append((Long) bound);
    } else if (column instanceof BooleanColumn c) {
      c.append((Long) bound != 0);
    } else if (column instanceof DoubleColumn c) {
      c.append((Double) bound);
    } else if (column instanceof FloatColumn c) {
      c.append(((Double) bound).floatValue());
    } else if (column instanceof Int128Column c) {
      c.append((BigInteger) bound);
    } else if (column instanceof BytesColumn c) {
      c.append((byte[]) bound);
    } else {
      throw new IllegalArgumentException(column.type() + " cannot hold a constant");
    }
  }
}
