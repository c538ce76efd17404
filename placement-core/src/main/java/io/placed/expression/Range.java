package io.placed.expression;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Integers between which all values of an expression lie: numbers, unscaled decimals, days,
 * microseconds. Both ends belong to it.
 */
public record Range(BigInteger low, BigInteger high) implements Serializable {
  private static final Range LONG = bits(63);

  public Range {
    if (low.compareTo(high) > 0) {
      throw new IllegalArgumentException("the range from " + low + " to " + high + " is empty");
    }
  }

  public static Range of(long low, long high) {
    return new Range(BigInteger.valueOf(low), BigInteger.valueOf(high));
  }

  /** What values of a type can be; null if they are no integers. */
  public static Range of(Type type) {
    return switch (type.kind()) {
      case INT8 -> bits(7);
      case INT16 -> bits(15);
      case INT32, DATE -> bits(31);
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> LONG;
      case DECIMAL -> {
        BigInteger end = BigInteger.TEN.pow(((DecimalType) type).precision());
        BigInteger most = end.subtract(BigInteger.ONE);
        yield new Range(most.negate(), most);
      }
      default -> null;
    };
  }

  private static Range bits(int n) {
    BigInteger end = BigInteger.ONE.shiftLeft(n);
    return new Range(end.negate(), end.subtract(BigInteger.ONE));
  }

  public boolean within(Range other) {
    return low.compareTo(other.low) >= 0 && high.compareTo(other.high) <= 0;
  }

  public boolean contains(long value) {
    return contains(BigInteger.valueOf(value));
  }

  boolean contains(BigInteger value) {
    return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
  }

  Range plus(Range o) {
    return new Range(low.add(o.low), high.add(o.high));
  }

  Range minus(Range o) {
    return new Range(low.subtract(o.high), high.subtract(o.low));
  }

  Range times(Range o) {
    BigInteger a = low.multiply(o.low);
    BigInteger b = low.multiply(o.high);
    BigInteger c = high.multiply(o.low);
    BigInteger d = high.multiply(o.high);
    return new Range(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
  }

  Range times(BigInteger factor) {
    return times(new Range(factor, factor));
  }

  /** Of remainders, whose sign is that of the dividend and which are smaller than the divisor. */
  Range remainder(Range divisor) {
    BigInteger most = divisor.low.abs().max(divisor.high.abs()).subtract(BigInteger.ONE);
    BigInteger least = low.signum() < 0 ? low.max(most.negate()) : BigInteger.ZERO;
    BigInteger greatest = high.signum() > 0 ? high.min(most) : BigInteger.ZERO;
    return new Range(least, greatest.max(least));
  }

  Range dividedBy(long divisor) {
    BigInteger d = BigInteger.valueOf(divisor);
    return new Range(floor(low, d), floor(high, d));
  }

  private static BigInteger floor(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  Range with(Range o) {
    return new Range(low.min(o.low), high.max(o.high));
  }
}
