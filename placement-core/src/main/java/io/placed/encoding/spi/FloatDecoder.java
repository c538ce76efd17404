package io.placed.encoding.spi;

import io.placed.vector.match.DoubleMatch;

/**
 * Decodes an array of 32-bit floating-point numbers, preserving all bits; see {@link IntDecoder}.
 */
public interface FloatDecoder {
  void decode(int from, int count, float[] out, int outOffset);

  default void select(int from, int[] positions, int n, float[] out, int outOffset) {
    if (n > 0) {
      float[] all = new float[positions[n - 1] + 1];
      decode(from, all.length, all, 0);
      Matching.gather(all, positions, n, out, outOffset);
    }
  }

  default void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
    float[] all = new float[count];
    decode(from, count, all, 0);
    Matching.floats(all, count, match, bits, word);
  }

  /** Whether all values are equal according to the encoding itself. */
  default boolean isConstant() {
    return false;
  }

  String describe();
}
