package io.placed.encoding.entropy;

import io.placed.encoding.values.Log2;

/**
 * Values of a page that are assigned to bins, all of which have values.
 *
 * @param lowers smallest value of each bin, ascending
 * @param widths offset bits of each bin
 * @param width offset bits of all bins; {@link EntropyEncoding#MIXED} if they may differ
 * @param counts values of each bin
 * @param binOf bin of each value
 */
record Partition(long[] lowers, byte[] widths, int width, int[] counts, char[] binOf) {
  /** Bits of the values without those that describe the bins. */
  double bits(int n) {
    double bits = 0;
    for (int j = 0; j < counts.length; j++) {
      bits += Log2.bits(counts[j], n) + (double) counts[j] * widths[j];
    }
    return bits;
  }
}
