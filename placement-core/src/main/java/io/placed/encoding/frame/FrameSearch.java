package io.placed.encoding.frame;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.values.PageValues;
import java.util.Arrays;

/**
 * Finds the base and width that minimize the bytes of one vector, where values outside of the frame
 * are exceptions. Tries frames that start at the smallest value, that end at the largest value, and
 * that lie around most of the values.
 */
final class FrameSearch {
  private static final int SAMPLE = 32;

  private final long[] values;
  private final int from;
  private final int n;
  private final int elementBytes;
  private final int[] low;
  private final int[] high;

  long base;
  int width;
  int exceptions;
  private long cost;

  /**
   * @param low scratch array of length 65
   * @param high scratch array of length 65
   */
  FrameSearch(long[] values, int from, int n, int elementBytes, int[] low, int[] high) {
    this.values = values;
    this.from = from;
    this.n = n;
    this.elementBytes = elementBytes;
    this.low = low;
    this.high = high;
  }

  void run() {
    long min = values[from];
    long max = min;
    for (int i = from + 1; i < from + n; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    base = min;
    width = PageValues.bits(max - min);
    cost = BitPacking.packedBytes(n, width);
    if (width > 1) {
      oneSided(min, max);
    }
    if (width > 3) {
      twoSided();
    }
  }

  private void oneSided(long min, long max) {
    int full = width;
    Arrays.fill(low, 0, full + 1, 0);
    Arrays.fill(high, 0, full + 1, 0);
    for (int i = from; i < from + n; i++) {
      low[PageValues.bits(values[i] - min)]++;
      high[PageValues.bits(max - values[i])]++;
    }
    int above = 0;
    int below = 0;
    for (int w = full - 1; w >= 0; w--) {
      above += low[w + 1];
      below += high[w + 1];
      if (below < above) {
        offer(max - ((1L << w) - 1), w, below);
      } else {
        offer(min, w, above);
      }
    }
  }

  /** Tries the range of the middle three quarters of a sample, extended downwards. */
  private void twoSided() {
    if (n < 4 * SAMPLE) {
      return;
    }
    long[] sample = new long[SAMPLE];
    for (int k = 0; k < SAMPLE; k++) {
      sample[k] = values[from + k * (n / SAMPLE)];
    }
    Arrays.sort(sample);
    long lower = sample[SAMPLE / 8];
    long spread = sample[SAMPLE - 1 - SAMPLE / 8] - lower;
    int bits = PageValues.bits(spread);
    if (bits + 2 >= width || bits > 40) {
      return;
    }
    // The smallest value whose distance to the middle range is at most the width of that range.
    long first = lower;
    for (int i = from; i < from + n; i++) {
      long distance = lower - values[i];
      if (distance > 0 && distance <= spread) {
        first = Math.min(first, values[i]);
      }
    }
    Arrays.fill(low, 0);
    for (int i = from; i < from + n; i++) {
      // Differences of values below the base wrap around to 64 bits.
      low[PageValues.bits(values[i] - first)]++;
    }
    int above = low[64];
    for (int w = 63; w >= 0; w--) {
      if (w < width) {
        offer(first, w, above);
      }
      above += low[w];
    }
  }

  private void offer(long newBase, int newWidth, int newExceptions) {
    // Each exception counts as one byte more than it needs, because patching costs time.
    long newCost = BitPacking.packedBytes(n, newWidth) + (long) newExceptions * (3 + elementBytes);
    if (newCost < cost) {
      cost = newCost;
      base = newBase;
      width = newWidth;
      exceptions = newExceptions;
    }
  }
}
