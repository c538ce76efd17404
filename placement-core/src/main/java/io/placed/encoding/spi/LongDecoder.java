package io.placed.encoding.spi;

import io.placed.vector.match.LongMatch;

/** Decodes an array of 64-bit integers; see {@link IntDecoder}. */
public interface LongDecoder {
  void decode(int from, int count, long[] out, int outOffset);

  default void select(int from, int[] positions, int n, long[] out, int outOffset) {
    if (n > 0) {
      long[] all = new long[positions[n - 1] + 1];
      decode(from, all.length, all, 0);
      Matching.gather(all, positions, n, out, outOffset);
    }
  }

  default void filter(int from, int count, LongMatch match, long[] bits, int word) {
    long[] all = new long[count];
    decode(from, count, all, 0);
    Matching.longs(all, count, match, bits, word);
  }

  /** Whether all values are equal according to the encoding itself. */
  default boolean isConstant() {
    return false;
  }

  String describe();
}
