package io.placed.encoding.spi;

import io.placed.encoding.kernel.BitPacking;
import io.placed.error.MalformedDataException;
import io.placed.vector.match.LongMatch;

/**
 * Decodes an array of 32-bit integers. Like every decoder of this package it keeps scratch space
 * and is for one thread.
 *
 * <p>Besides {@link #decode} every decoder answers two questions about one vector, by default from
 * its decoded values, which encodings improve on where that pays. Damage is found as far as the
 * answer depends on what is damaged.
 */
public interface IntDecoder {
  /**
   * Writes values [from, from + count) to {@code out}. Costs nothing for vectors before {@code
   * from}.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @throws MalformedDataException if the bytes mean nothing
   */
  void decode(int from, int count, int[] out, int outOffset);

  /**
   * Writes the values {@code from + positions[k]} for k below n.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @param positions ascending, below {@link BitPacking#VECTOR}, and in the array
   * @throws MalformedDataException if the bytes mean nothing
   */
  default void select(int from, int[] positions, int n, int[] out, int outOffset) {
    if (n > 0) {
      int[] all = new int[positions[n - 1] + 1];
      decode(from, all.length, all, 0);
      Matching.gather(all, positions, n, out, outOffset);
    }
  }

  /**
   * Says which of the values [from, from + count) match. Writes the words that hold so many bits,
   * from {@code word} on; bits behind the last value are zero.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @param count at most {@link BitPacking#VECTOR}
   * @throws MalformedDataException if the bytes mean nothing
   */
  default void filter(int from, int count, LongMatch match, long[] bits, int word) {
    int[] all = new int[count];
    decode(from, count, all, 0);
    Matching.ints(all, count, match, bits, word);
  }

  /** Whether the encoding itself says that all values are the same. */
  default boolean isConstant() {
    return false;
  }

  /** Short text for people, such as {@code for(9)}. */
  String describe();
}
