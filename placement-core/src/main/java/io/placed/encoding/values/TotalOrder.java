package io.placed.encoding.values;

import io.placed.schema.Storage;

/**
 * Maps the raw bits of numbers to integers of the same order and back. Floating-point numbers have
 * the order -∞ … -0.0, 0.0 … ∞, then all NaNs, so that a range of values is a range of integers.
 * NaNs with the sign bit are last; IEEE 754 has them first, which would separate the NaNs.
 */
public final class TotalOrder {
  private static final long DOUBLE_LOWEST =
      ieee(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY));
  private static final int FLOAT_LOWEST = ieee(Float.floatToRawIntBits(Float.NEGATIVE_INFINITY));

  private TotalOrder() {}

  static long key(Storage storage, long bits) {
    return switch (storage) {
      case FLOAT -> floatKey((int) bits);
      case DOUBLE -> doubleKey(bits);
      default -> bits;
    };
  }

  static long value(Storage storage, long key) {
    return switch (storage) {
      case FLOAT -> ieee(((int) key ^ Integer.MIN_VALUE) + FLOAT_LOWEST);
      case DOUBLE -> ieee((key ^ Long.MIN_VALUE) + DOUBLE_LOWEST);
      default -> key;
    };
  }

  public static long doubleKey(long bits) {
    return ieee(bits) - DOUBLE_LOWEST ^ Long.MIN_VALUE;
  }

  public static int floatKey(int bits) {
    return ieee(bits) - FLOAT_LOWEST ^ Integer.MIN_VALUE;
  }

  /** Its own inverse. */
  private static long ieee(long bits) {
    return bits ^ bits >> 63 >>> 1;
  }

  private static int ieee(int bits) {
    return bits ^ bits >> 31 >>> 1;
  }
}
