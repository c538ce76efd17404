package io.placed.encoding.spi;

import io.placed.vector.match.Int128Match;

/** Decodes an array of signed 128-bit integers in two halves; see {@link IntDecoder}. */
public interface Int128Decoder {
  void decode(int from, int count, long[] high, long[] low, int outOffset);

  default void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    if (n > 0) {
      long[] highs = new long[positions[n - 1] + 1];
      long[] lows = new long[highs.length];
      decode(from, highs.length, highs, lows, 0);
      Matching.gather(highs, positions, n, high, outOffset);
      Matching.gather(lows, positions, n, low, outOffset);
    }
  }

  default void filter(int from, int count, Int128Match match, long[] bits, int word) {
    long[] highs = new long[count];
    long[] lows = new long[count];
    decode(from, count, highs, lows, 0);
    Matching.int128s(highs, lows, count, match, bits, word);
  }

  String describe();
}
