package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Operator;
import io.placed.schema.DecimalType;
import io.placed.vector.Bits;
import java.math.BigInteger;

/**
 * Arithmetic of decimals whose exact result has at most 38 digits, on unscaled integers. Where the
 * operands are small enough, which most are whatever their types allow, it is that of 64 bits
 * without any check, else that of 128.
 */
final class DecimalArithmetic extends Operation {
  /** Magnitudes of two to this power fit 64 bits, of either sign. */
  private static final int LONG_BITS = 62;

  private final Arithmetic expression;
  private final Operator operator;
  private final Operation left;
  private final Operation right;
  private final BigInteger leftFactor;
  private final BigInteger rightFactor;
  private final ExpressionValues leftScaled = new ExpressionValues();
  private final ExpressionValues rightScaled = new ExpressionValues();

  DecimalArithmetic(Arithmetic expression, Operation left, Operation right) {
    this.expression = expression;
    this.operator = expression.operator();
    if (operator == Operator.DIVIDE) {
      throw new IllegalArgumentException("decimals are not divided");
    }
    DecimalType leftType = (DecimalType) expression.left().type();
    DecimalType rightType = (DecimalType) expression.right().type();
    this.left = left;
    this.right = right;
    boolean same = operator != Operator.MULTIPLY;
    int scale = Math.max(leftType.scale(), rightType.scale());
    leftFactor = BigInteger.TEN.pow(same ? scale - leftType.scale() : 0);
    rightFactor = BigInteger.TEN.pow(same ? scale - rightType.scale() : 0);
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    int n = rows.count;
    ExpressionValues x = scaled(left.values(rows), leftFactor, n, leftScaled);
    ExpressionValues y = scaled(right.values(rows), rightFactor, n, rightScaled);
    out.presentInBoth(x, y, Bits.words(n));
    int a = x.magnitudeBits(n);
    int b = y.magnitudeBits(n);
    int bits = operator == Operator.MULTIPLY ? a + b : Math.max(a, b) + 1;
    if (bits > LONG_BITS || operator == Operator.REMAINDER) {
      return wide(x, y, rows);
    }
    narrow(x.low(), y.low(), n, out.startLongs(n));
    out.knownMagnitude(bits);
    return out;
  }

  private void narrow(long[] a, long[] b, int n, long[] to) {
    switch (operator) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] + b[i];
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] - b[i];
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] * b[i];
        }
      }
    }
  }

  private ExpressionValues wide(ExpressionValues x, ExpressionValues y, EvaluatedRows rows) {
    int n = rows.count;
    long[] low = out.startLongs(n);
    long[] high = out.startHigh(n);
    boolean longs = x.high() == null && y.high() == null;
    if (operator == Operator.MULTIPLY && longs) {
      for (int i = 0; i < n; i++) {
        low[i] = x.low()[i] * y.low()[i];
        high[i] = Math.multiplyHigh(x.low()[i], y.low()[i]);
      }
    } else if (operator == Operator.ADD) {
      for (int i = 0; i < n; i++) {
        long a = x.low()[i];
        long sum = a + y.low()[i];
        low[i] = sum;
        high[i] = high(x, i) + high(y, i) + (Long.compareUnsigned(sum, a) < 0 ? 1 : 0);
      }
    } else if (operator == Operator.SUBTRACT) {
      for (int i = 0; i < n; i++) {
        long a = x.low()[i];
        long b = y.low()[i];
        low[i] = a - b;
        high[i] = high(x, i) - high(y, i) - (Long.compareUnsigned(a, b) < 0 ? 1 : 0);
      }
    } else {
      large(x, y, rows);
    }
    out.dropHigh(n);
    return out;
  }

  private static long high(ExpressionValues v, int i) {
    return v.high() == null ? v.low()[i] >> 63 : v.high()[i];
  }

  private void large(ExpressionValues x, ExpressionValues y, EvaluatedRows rows) {
    for (int i = 0; i < rows.count; i++) {
      BigInteger a = x.integer(i);
      BigInteger b = y.integer(i);
      if (operator == Operator.MULTIPLY) {
        out.set(i, a.multiply(b));
      } else if (b.signum() != 0) {
        out.set(i, a.remainder(b));
      } else if (out.isPresent(i) && rows.matters(i)) {
        throw ArithmeticFailure.byZero(expression);
      } else {
        out.set(i, b);
      }
    }
  }

  private static ExpressionValues scaled(
      ExpressionValues in, BigInteger factor, int n, ExpressionValues to) {
    if (factor.equals(BigInteger.ONE)) {
      return in;
    }
    multiply(in, factor, n, to);
    return to;
  }

  /** The integers times a factor. */
  static void multiply(ExpressionValues in, BigInteger factor, int n, ExpressionValues to) {
    to.presence(in.present());
    int bits = in.magnitudeBits(n) + factor.bitLength();
    long[] low = to.startLongs(n);
    if (bits <= LONG_BITS) {
      long by = factor.longValueExact();
      long[] from = in.low();
      for (int i = 0; i < n; i++) {
        low[i] = from[i] * by;
      }
      to.knownMagnitude(bits);
      return;
    }
    long[] high = to.startHigh(n);
    if (in.high() == null && factor.bitLength() < 64) {
      long by = factor.longValueExact();
      for (int i = 0; i < n; i++) {
        low[i] = in.low()[i] * by;
        high[i] = Math.multiplyHigh(in.low()[i], by);
      }
    } else {
      for (int i = 0; i < n; i++) {
        to.set(i, in.integer(i).multiply(factor));
      }
    }
    to.dropHigh(n);
  }
}
