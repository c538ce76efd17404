package io.placed.encoding.entropy;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.values.Log2;

/**
 * Shares of bins in the states.
 *
 * @param weights at least 1 each
 * @param log of their sum
 * @param bits of all values
 */
record Weights(int[] weights, int log, double bits) {
  /**
   * The cheapest weights.
   *
   * @param counts how many of n values are in each bin, at least 1
   * @param nanosPerByte cost of a stored byte
   */
  static Weights of(int[] counts, int n, double nanosPerByte) {
    int fewest = 32 - Integer.numberOfLeadingZeros(counts.length - 1);
    Weights best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int log = Math.max(EntropyEncoding.MIN_LOG, fewest);
        log <= EntropyEncoding.MAX_LOG;
        log++) {
      Weights w = of(counts, n, log);
      double cost = w.bits / 8 * nanosPerByte + DecodeCost.ENTROPY_STATE * (1 << log);
      if (cost >= least) {
        break;
      }
      best = w;
      least = cost;
    }
    return best;
  }

  private static Weights of(int[] counts, int n, int log) {
    int[] weights = normalized(counts, n, 1 << log);
    double bits = (double) BitPacking.vectors(n) * DecodingTable.STATES * log;
    for (int j = 0; j < counts.length; j++) {
      bits += counts[j] * (log - Log2.of(weights[j]));
    }
    return new Weights(weights, log, bits);
  }

  /** Weights of at least 1, in proportion to the counts, that add up to {@code size}. */
  static int[] normalized(int[] counts, int n, int size) {
    int[] weights = new int[counts.length];
    int left = size;
    int largest = 0;
    for (int j = 0; j < counts.length; j++) {
      weights[j] = (int) Math.max(1, ((long) counts[j] * size + n / 2) / n);
      left -= weights[j];
      largest = counts[j] > counts[largest] ? j : largest;
    }
    // Bins that are rarer than 1 / size take from the others in proportion to what these can give.
    while (left < 0) {
      long spare = size - left - (long) counts.length;
      int missing = -left;
      for (int j = 0; j < counts.length; j++) {
        int give = (int) ((weights[j] - 1L) * missing / spare);
        weights[j] -= give;
        left += give;
      }
      for (int j = 0; j < counts.length && left < 0; j++) {
        if (weights[j] > 1) {
          weights[j]--;
          left++;
        }
      }
    }
    weights[largest] += left;
    return weights;
  }
}
