package io.placed.expression;

import io.placed.expression.Expression.Reference;
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

/** Takes the values of some rows out of a column, in the type of the expression. */
final class ColumnValues extends Operation {
  private static final int INT_BITS = 31;

  private final Reference reference;
  private final Type type;

  /** The values as they are stored, where they have to be widened. */
  private final ExpressionValues stored = new ExpressionValues();

  private int[] starts = new int[0];
  private int[] lengths = new int[0];

  /** Strings of some rows that are codes. */
  private BytesColumn coded;

  ColumnValues(Reference reference) {
    this.reference = reference;
    this.type = reference.type();
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    Column column = rows.columns.values(reference);
    int n = rows.count;
    int[] at = rows.positions;
    if (column instanceof BytesColumn c) {
      bytes(c, at, n);
    } else if (type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE) {
      doubles(column, at, n);
    } else {
      BigInteger factor = Casts.factor(column.type(), type);
      if (factor.equals(BigInteger.ONE)) {
        integers(column, at, n, out);
      } else {
        integers(column, at, n, stored);
        stored.presence(null);
        DecimalArithmetic.multiply(stored, factor, n, out);
      }
    }
    presence(rows.columns.validity(reference), at, n);
    return out;
  }

  private void presence(long[] validity, int[] at, int n) {
    if (validity == null || at == null) {
      out.presence(validity);
      return;
    }
    long[] to = out.startPresence(Bits.words(n));
    for (int w = 0; w < Bits.words(n); w++) {
      long word = 0;
      int end = Math.min(n, w + 1 << 6);
      for (int k = w << 6; k < end; k++) {
        word |= (validity[at[k] >>> 6] >>> at[k] & 1) << k;
      }
      to[w] = word;
    }
  }

  private void bytes(BytesColumn c, int[] at, int n) {
    if (at == null) {
      out.borrow(c);
      return;
    }
    if (c.dictionary() != null) {
      if (coded == null) {
        coded = (BytesColumn) Column.of(type);
      }
      coded.clear();
      coded.appendSelected(c, at, n);
      out.borrow(coded);
      return;
    }
    if (starts.length < n) {
      starts = new int[n];
      lengths = new int[n];
    }
    for (int k = 0; k < n; k++) {
      starts[k] = c.starts()[at[k]];
      lengths[k] = c.lengths()[at[k]];
    }
    out.borrow(c.arena(), starts, lengths);
  }

  private void doubles(Column column, int[] at, int n) {
    if (column instanceof DoubleColumn c) {
      double[] in = c.values();
      if (at == null) {
        out.borrow(in);
        return;
      }
      double[] to = out.startDoubles(n);
      for (int k = 0; k < n; k++) {
        to[k] = in[at[k]];
      }
    } else if (column instanceof FloatColumn c) {
      float[] in = c.values();
      double[] to = out.startDoubles(n);
      for (int k = 0; k < n; k++) {
        to[k] = in[at == null ? k : at[k]];
      }
    } else {
      int[] in = ((IntColumn) column).values();
      double[] to = out.startDoubles(n);
      for (int k = 0; k < n; k++) {
        to[k] = in[at == null ? k : at[k]];
      }
    }
  }

  private static void integers(Column column, int[] at, int n, ExpressionValues to) {
    if (column instanceof IntColumn c) {
      ints(c.values(), at, n, to.startLongs(n));
      to.knownMagnitude(INT_BITS);
    } else if (column instanceof BooleanColumn c) {
      long[] out = to.startLongs(n);
      for (int k = 0; k < n; k++) {
        out[k] = c.get(at == null ? k : at[k]) ? 1 : 0;
      }
      to.knownMagnitude(1);
    } else if (column instanceof LongColumn c) {
      if (at == null) {
        to.borrow(c.values(), null);
      } else {
        gather(c.values(), at, n, to.startLongs(n));
      }
    } else {
      Int128Column c = (Int128Column) column;
      if (at == null) {
        to.borrow(c.low(), c.high());
      } else {
        gather(c.low(), at, n, to.startLongs(n));
        gather(c.high(), at, n, to.startHigh(n));
      }
    }
  }

  private static void ints(int[] in, int[] at, int n, long[] to) {
    if (at == null) {
      for (int k = 0; k < n; k++) {
        to[k] = in[k];
      }
    } else {
      for (int k = 0; k < n; k++) {
        to[k] = in[at[k]];
      }
    }
  }

  private static void gather(long[] in, int[] at, int n, long[] to) {
    for (int k = 0; k < n; k++) {
      to[k] = in[at[k]];
    }
  }
}
