package io.placed.encoding.spi;

import io.placed.vector.Bits;
import io.placed.vector.match.LongMatch;

/** Decodes an array of booleans to a bitmap; see {@link IntDecoder}. */
public interface BooleanDecoder {
  /**
   * Writes the values as bits, starting with bit 0 of {@code out}; bits after the last are
   * undefined.
   */
  void decode(int from, int count, long[] out);

  /**
   * Writes the values {@code from + positions[k]} as bits, starting at {@code outOffset}.
   *
   * @param scratch space for the bits of a vector
   */
  default void select(int from, int[] positions, int n, long[] scratch, long[] out, int outOffset) {
    if (n > 0) {
      decode(from, positions[n - 1] + 1, scratch);
      Matching.gatherBits(scratch, positions, n, out, outOffset);
    }
  }

  /**
   * See {@link IntDecoder#filter}; false is 0 and true is 1.
   *
   * @param scratch space for the bits of a vector
   */
  default void filter(int from, int count, LongMatch match, long[] scratch, long[] bits, int word) {
    boolean zero = match.test(0);
    boolean one = match.test(1);
    if (zero == one) {
      Matching.fill(bits, word, count, one);
      return;
    }
    decode(from, count, scratch);
    for (int w = 0; w < Bits.words(count); w++) {
      bits[word + w] = one ? scratch[w] : ~scratch[w];
    }
    Matching.cutOff(bits, word, count);
  }

  String describe();
}
