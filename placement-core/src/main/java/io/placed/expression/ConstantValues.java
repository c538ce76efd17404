package io.placed.expression;

import io.placed.vector.Bits;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;

/** One value in every row. */
final class ConstantValues extends Operation {
  private final Expression.Constant constant;
  private int filled;

  ConstantValues(Expression.Constant constant) {
    this.constant = constant;
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    int n = rows.count;
    if (n > filled) {
      fill(n);
      filled = n;
    }
    return out;
  }

  private void fill(int n) {
    Serializable value = constant.value();
    switch (constant.type().storage()) {
      case FLOAT, DOUBLE -> Arrays.fill(out.startDoubles(n), value == null ? 0 : (Double) value);
      case BYTES -> {
        byte[] bytes = value == null ? new byte[0] : (byte[]) value;
        int[] lengths = new int[n];
        Arrays.fill(lengths, bytes.length);
        out.borrow(bytes, new int[n], lengths);
      }
      default -> integers(value, n);
    }
    if (value == null) {
      Arrays.fill(out.startPresence(Bits.words(n)), 0);
    }
  }

  private void integers(Serializable value, int n) {
    BigInteger v =
        value instanceof BigInteger b ? b : BigInteger.valueOf(value == null ? 0 : (Long) value);
    Arrays.fill(out.startLongs(n), v.longValue());
    if (v.bitLength() > 63) {
      Arrays.fill(out.startHigh(n), v.shiftRight(64).longValue());
    } else {
      out.knownMagnitude(v.bitLength());
    }
  }
}
