package io.placed.encoding.kernel;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * One vector kernel for all widths up to 32 bits. It has half the speed of the generated ones, but
 * is compiled after a few hundred calls: see {@link Warmup}.
 */
final class VectorUnpackAny {
  private static final VectorSpecies<Integer> INTS = Simd.INTS;
  private static final VectorSpecies<Byte> BYTES = Simd.BYTES;

  private VectorUnpackAny() {}

  static void unpack(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    int mask = -1 >>> (32 - width);
    for (int row = 0, bit = 0; row < 32; row++, bit += width) {
      int at = inOff + (bit >>> 5) * 128;
      int shift = bit & 31;
      int to = outOff + 32 * row;
      if (shift + width <= 32) {
        for (int l = 0; l < 32; l += INTS.length()) {
          ByteVector.fromArray(BYTES, in, at + 4 * l)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHR, shift)
              .lanewise(VectorOperators.AND, mask)
              .lanewise(VectorOperators.ADD, base)
              .intoArray(out, to + l);
        }
      } else {
        for (int l = 0; l < 32; l += INTS.length()) {
          IntVector high =
              ByteVector.fromArray(BYTES, in, at + 128 + 4 * l)
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.LSHL, 32 - shift);
          ByteVector.fromArray(BYTES, in, at + 4 * l)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHR, shift)
              .lanewise(VectorOperators.OR, high)
              .lanewise(VectorOperators.AND, mask)
              .lanewise(VectorOperators.ADD, base)
              .intoArray(out, to + l);
        }
      }
    }
  }
}
