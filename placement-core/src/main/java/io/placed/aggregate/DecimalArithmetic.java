package io.placed.aggregate;

import io.placed.expression.Expression.Operator;
import io.placed.schema.DecimalType;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import java.math.BigInteger;

/**
 * Arithmetic of decimals whose exact result has at most 38 digits, on unscaled integers. Numbers of
 * 64 bits, which most are whatever their type allows, take one multiplication each; larger ones are
 * computed as {@link BigInteger}.
 */
final class DecimalArithmetic extends Evaluator {
  private static final int MAX_LONG_POWER = 18;

  private final Operator operator;
  private final Evaluator left;
  private final Evaluator right;
  private final int leftMore;
  private final int rightMore;
  private final Numbers leftScaled = new Numbers();
  private final Numbers rightScaled = new Numbers();

  DecimalArithmetic(
      Operator operator,
      Evaluator left,
      DecimalType leftType,
      Evaluator right,
      DecimalType rightType) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    int scale = operator == Operator.MULTIPLY ? 0 : Math.max(leftType.scale(), rightType.scale());
    leftMore = operator == Operator.MULTIPLY ? 0 : scale - leftType.scale();
    rightMore = operator == Operator.MULTIPLY ? 0 : scale - rightType.scale();
  }

  @Override
  Numbers evaluate(Batch batch) {
    int n = batch.rows();
    Numbers x = scaled(left.evaluate(batch), leftMore, n, leftScaled);
    Numbers y = scaled(right.evaluate(batch), rightMore, n, rightScaled);
    out.presentInBoth(x.present, y.present, Bits.words(n));
    if (x.high != null || y.high != null) {
      return wide(x, y, n);
    }
    long[] a = x.low;
    long[] b = y.low;
    long[] to = out.startLongs(n);
    // Not zero if a high half says something.
    long more = 0;
    switch (operator) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] + b[i];
          more |= ((a[i] ^ r) & (b[i] ^ r)) >>> 63;
          to[i] = r;
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] - b[i];
          more |= ((a[i] ^ b[i]) & (a[i] ^ r)) >>> 63;
          to[i] = r;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] * b[i];
          more |= Math.multiplyHigh(a[i], b[i]) ^ r >> 63;
          to[i] = r;
        }
      }
    }
    return more == 0 ? out : wide(x, y, n);
  }

  private Numbers wide(Numbers x, Numbers y, int n) {
    out.startLongs(n);
    out.startHigh(n);
    for (int i = 0; i < n; i++) {
      BigInteger a = x.integer(i);
      BigInteger b = y.integer(i);
      out.set(
          i,
          switch (operator) {
            case ADD -> a.add(b);
            case SUBTRACT -> a.subtract(b);
            default -> a.multiply(b);
          });
    }
    return out;
  }

  /**
   * The numbers times a power of ten.
   *
   * @param to receives them, if they are not those that came in
   */
  static Numbers scaled(Numbers in, int power, int n, Numbers to) {
    if (power == 0) {
      return in;
    }
    to.present = in.present;
    if (in.high == null && power <= MAX_LONG_POWER) {
      long factor = BigInteger.TEN.pow(power).longValueExact();
      long[] out = to.startLongs(n);
      long more = 0;
      for (int i = 0; i < n; i++) {
        long r = in.low[i] * factor;
        more |= Math.multiplyHigh(in.low[i], factor) ^ r >> 63;
        out[i] = r;
      }
      if (more == 0) {
        return to;
      }
    }
    BigInteger factor = BigInteger.TEN.pow(power);
    to.startLongs(n);
    to.startHigh(n);
    for (int i = 0; i < n; i++) {
      to.set(i, in.integer(i).multiply(factor));
    }
    return to;
  }
}
