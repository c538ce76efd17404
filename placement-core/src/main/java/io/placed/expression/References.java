package io.placed.expression;

import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Bits;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.util.Arrays;

/** Takes the values of some rows out of a column, in the type of the expression. */
final class References {
  private References() {}

  /**
   * @param validity bits of the rows that have a value; null = all
   * @param rows null = rows 0 to count
   */
  static Operand gather(
      Expression.Reference reference, Column column, long[] validity, int[] rows, int count) {
    Operand out = new Operand(count);
    if (validity != null) {
      out.missing = new boolean[count];
      for (int k = 0; k < count; k++) {
        out.missing[k] = !Bits.get(validity, rows == null ? k : rows[k]);
      }
    }
    Type type = reference.type();
    if (column instanceof BytesColumn c) {
      bytes(c, rows, out);
    } else if (type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE) {
      doubles(column, rows, out);
    } else if (reference.range() != null && !reference.range().fitsLong()) {
      bigs(column, Casts.factor(column.type(), type), rows, out);
    } else {
      longs(column, Casts.factor(column.type(), type).longValueExact(), rows, out);
    }
    return out;
  }

  private static void bytes(BytesColumn c, int[] rows, Operand out) {
    out.arena = c.arena();
    if (rows == null) {
      out.starts = c.starts();
      out.lengths = c.lengths();
      return;
    }
    out.starts = new int[out.count];
    out.lengths = new int[out.count];
    for (int k = 0; k < out.count; k++) {
      out.starts[k] = c.starts()[rows[k]];
      out.lengths[k] = c.lengths()[rows[k]];
    }
  }

  private static void doubles(Column column, int[] rows, Operand out) {
    double[] v = new double[out.count];
    for (int k = 0; k < v.length; k++) {
      int i = rows == null ? k : rows[k];
      if (column instanceof DoubleColumn c) {
        v[k] = c.values()[i];
      } else if (column instanceof FloatColumn c) {
        v[k] = c.values()[i];
      } else {
        v[k] = ((IntColumn) column).values()[i];
      }
    }
    out.doubles = v;
  }

  private static void longs(Column column, long factor, int[] rows, Operand out) {
    long[] v = new long[out.count];
    for (int k = 0; k < v.length; k++) {
      int i = rows == null ? k : rows[k];
      if (out.isMissing(k)) {
        continue;
      }
      if (column instanceof LongColumn c) {
        v[k] = c.values()[i];
      } else if (column instanceof IntColumn c) {
        v[k] = c.values()[i];
      } else if (column instanceof BooleanColumn c) {
        v[k] = c.get(i) ? 1 : 0;
      } else {
        v[k] = ((Int128Column) column).get(i).longValueExact();
      }
      if (factor != 1) {
        v[k] = Math.multiplyExact(v[k], factor);
      }
    }
    out.longs = v;
  }

  private static void bigs(Column column, BigInteger factor, int[] rows, Operand out) {
    BigInteger[] v = new BigInteger[out.count];
    Arrays.fill(v, BigInteger.ZERO);
    for (int k = 0; k < v.length; k++) {
      int i = rows == null ? k : rows[k];
      if (out.isMissing(k)) {
        continue;
      }
      if (column instanceof Int128Column c) {
        v[k] = c.get(i).multiply(factor);
      } else {
        long narrow = column instanceof LongColumn c ? c.values()[i] : ((IntColumn) column).get(i);
        v[k] = BigInteger.valueOf(narrow).multiply(factor);
      }
    }
    out.bigs = v;
  }
}
