package io.placed.encoding.spi;

import io.placed.encoding.kernel.BitPacking;
import io.placed.error.MalformedDataException;
import io.placed.vector.match.LongMatch;

/**
 * Decodes an array of 32-bit integers. Like all decoders of this package it has scratch space, so
 * it is not thread-safe.
 *
 * <p>Besides {@link #decode}, every decoder can select and filter values of one vector. By default
 * these decode the vector; encodings override them where that is faster. Malformed data are
 * detected only as far as they affect the result.
 */
public interface IntDecoder {
  /**
   * Writes values [from, from + count) to {@code out}. Vectors before {@code from} are not decoded.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @throws MalformedDataException if the bytes are malformed
   */
  void decode(int from, int count, int[] out, int outOffset);

  /**
   * Writes the values {@code from + positions[k]} for k below n.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @param positions ascending, below {@link BitPacking#VECTOR}, and in the array
   * @throws MalformedDataException if the bytes are malformed
   */
  default void select(int from, int[] positions, int n, int[] out, int outOffset) {
    if (n > 0) {
      int[] all = new int[positions[n - 1] + 1];
      decode(from, all.length, all, 0);
      Matching.gather(all, positions, n, out, outOffset);
    }
  }

  /**
   * Computes which of the values [from, from + count) match. Writes as many words as these bits
   * need, starting with word {@code word}; bits after the last value are zero.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @param count at most {@link BitPacking#VECTOR}
   * @throws MalformedDataException if the bytes are malformed
   */
  default void filter(int from, int count, LongMatch match, long[] bits, int word) {
    int[] all = new int[count];
    decode(from, count, all, 0);
    Matching.ints(all, count, match, bits, word);
  }

  /** Whether all values are equal according to the encoding itself. */
  default boolean isConstant() {
    return false;
  }

  /** Short readable description, such as {@code for(9)}. */
  String describe();
}
