package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;

/** Writes the bins of vectors as states; see {@link DecodingTable}. */
final class StateEncoder {
  private final int log;
  private final int[] weights;

  /** The states of all bins, bin by bin, plus the size of the table. */
  private final char[] states;

  /** Index of the states of each bin minus its weight. */
  private final int[] find;

  /** What makes the upper 16 bits of the sum with a state the bits to write. */
  private final int[] bits;

  StateEncoder(Bins bins) {
    log = bins.log();
    int size = 1 << log;
    weights = bins.weights();
    int n = weights.length;
    int[] binOf = new int[size];
    DecodingTable.spread(weights, log, binOf);
    find = new int[n];
    bits = new int[n];
    int[] next = new int[n];
    int before = 0;
    for (int bin = 0; bin < n; bin++) {
      int w = weights[bin];
      next[bin] = before;
      find[bin] = before - w;
      before += w;
      // A state from size to 2 * size - 1 gives max bits, or one fewer below w << max.
      int max = log - (31 - Integer.numberOfLeadingZeros(w));
      bits[bin] = (max << 16) - (w << max);
    }
    states = new char[size];
    for (int i = 0; i < size; i++) {
      states[next[binOf[i]]++] = (char) (size + i);
    }
  }

  /**
   * Appends the bits of a vector.
   *
   * @param binOf bin of each value
   * @param filler bin to fill up with
   * @return number of bits
   */
  int encode(char[] binOf, int from, int count, int filler, ByteWriter out) {
    int start = out.size();
    BitWriter to = new BitWriter(out);
    int rounds = (count + DecodingTable.STATES - 1) / DecodingTable.STATES;
    int[] x = new int[DecodingTable.STATES];
    int written = 0;
    for (int round = rounds - 1; round >= 0; round--) {
      for (int k = DecodingTable.STATES - 1; k >= 0; k--) {
        int i = round * DecodingTable.STATES + k;
        int bin = i < count ? binOf[from + i] : filler;
        if (round == rounds - 1) {
          x[k] = states[find[bin] + weights[bin]];
          continue;
        }
        int b = x[k] + bits[bin] >>> 16;
        to.write(x[k] & (1 << b) - 1, b);
        written += b;
        x[k] = states[(x[k] >>> b) + find[bin]];
      }
    }
    for (int k = DecodingTable.STATES - 1; k >= 0; k--) {
      to.write(x[k] - (1 << log), log);
    }
    to.finish();
    return written + DecodingTable.STATES * log;
  }
}
