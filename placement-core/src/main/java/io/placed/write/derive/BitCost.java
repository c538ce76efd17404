package io.placed.write.derive;

import io.placed.vector.Bits;
import java.util.Arrays;

/**
 * Approximate bits per value of integers with frame of reference, run-length or dictionary
 * encoding, to compare a column with its residuals without encoding either.
 */
final class BitCost {
  /** Bits of an exception of a frame of reference: value and position. */
  private static final double EXCEPTION_BITS = 80;

  /** Bits of the length of a run. */
  static final double RUN_BITS = 6;

  private BitCost() {}

  /** Replaces values without a bit in {@code wanted} by the value before. */
  static long[] filled(long[] values, long[] wantedA, long[] wantedB) {
    int n = values.length;
    long[] out = new long[n];
    long last = 0;
    for (int i = n - 1; i >= 0; i--) {
      if (Bits.get(wantedA, i) && Bits.get(wantedB, i)) {
        last = values[i];
      }
    }
    for (int i = 0; i < n; i++) {
      if (Bits.get(wantedA, i) && Bits.get(wantedB, i)) {
        last = values[i];
      }
      out[i] = last;
    }
    return out;
  }

  static double of(long[] values, int n) {
    int runs = 1;
    int smallSteps = 0;
    for (int i = 1; i < n; i++) {
      long step = values[i] - values[i - 1];
      runs += step != 0 ? 1 : 0;
      smallSteps += step >= 0 && step < 64 ? 1 : 0;
    }
    if (runs == 1) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(values, n);
    Arrays.sort(sorted);
    double packed = packed(sorted, n);
    int distinct = 1;
    for (int i = 1; i < n; i++) {
      distinct += sorted[i] != sorted[i - 1] ? 1 : 0;
    }
    double best = Math.min(packed, runs * (packed + RUN_BITS) / n);
    if (distinct < n / 4) {
      best = Math.min(best, Math.ceil(Math.log(distinct) / Math.log(2)));
    }
    // Ascending values are stored as differences.
    return smallSteps > n - n / 16 ? Math.min(best, 6) : best;
  }

  /** The best width, with larger values as exceptions. */
  private static double packed(long[] sorted, int n) {
    double best = 64;
    for (int cut = 0; cut <= 3; cut++) {
      // Some of the largest, the smallest, or both, may be exceptions.
      int outside = n / 64;
      long low = sorted[(cut & 1) != 0 ? outside : 0];
      long high = sorted[(cut & 2) != 0 ? n - 1 - outside : n - 1];
      long range = high - low;
      int width = range < 0 ? 64 : 64 - Long.numberOfLeadingZeros(range);
      int exceptions = 0;
      for (int i = 0; i < n && sorted[i] < low; i++) {
        exceptions++;
      }
      for (int i = n - 1; i >= 0 && sorted[i] > high; i--) {
        exceptions++;
      }
      best = Math.min(best, width + exceptions * EXCEPTION_BITS / n);
    }
    return best;
  }
}
