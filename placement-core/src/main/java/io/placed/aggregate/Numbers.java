package io.placed.aggregate;

import io.placed.vector.Int128Column;
import java.math.BigInteger;

/**
 * Numbers of some rows. Integers, dates, times and decimals (unscaled) are 128-bit integers whose
 * high halves are left out while they say nothing; floating point numbers are doubles. Arrays may
 * be longer than there are rows, and slots of missing values hold anything.
 */
final class Numbers {
  /** Integers, or their low halves. */
  long[] low;

  /** Null if every integer fits 64 bits. */
  long[] high;

  /** Null if these are integers. */
  double[] doubles;

  /** Bit i is set if value i is present; null if all are. */
  long[] present;

  private long[] lowBuffer = new long[0];
  private long[] highBuffer = new long[0];
  private double[] doubleBuffer = new double[0];
  private long[] presentBuffer = new long[0];

  /** Makes these n integers of 64 bits, to be filled in. */
  long[] startLongs(int n) {
    if (lowBuffer.length < n) {
      lowBuffer = new long[n];
    }
    low = lowBuffer;
    high = null;
    doubles = null;
    return low;
  }

  /** Gives n integers high halves too. */
  long[] startHigh(int n) {
    if (highBuffer.length < n) {
      highBuffer = new long[n];
    }
    high = highBuffer;
    return high;
  }

  /** Makes these n floating point numbers, to be filled in. */
  double[] startDoubles(int n) {
    if (doubleBuffer.length < n) {
      doubleBuffer = new double[n];
    }
    doubles = doubleBuffer;
    low = null;
    high = null;
    return doubles;
  }

  /** Present are those that are in both. */
  void presentInBoth(long[] a, long[] b, int words) {
    if (a == null || b == null) {
      present = a == null ? b : a;
      return;
    }
    if (presentBuffer.length < words) {
      presentBuffer = new long[words];
    }
    for (int w = 0; w < words; w++) {
      presentBuffer[w] = a[w] & b[w];
    }
    present = presentBuffer;
  }

  boolean isPresent(int i) {
    return present == null || (present[i >> 6] >>> i & 1) != 0;
  }

  BigInteger integer(int i) {
    return high == null ? BigInteger.valueOf(low[i]) : Int128Column.toBigInteger(high[i], low[i]);
  }

  void set(int i, BigInteger value) {
    low[i] = value.longValue();
    high[i] = value.shiftRight(64).longValue();
  }
}
