package io.placed.encoding;

import io.placed.vector.BytesColumn;

/**
 * A vector of an array of byte strings that can only be decoded as a whole, kept because it is
 * asked for twice: to test its values and then to select some.
 */
final class DecodedStrings {
  private final BytesDecoder decoder;
  private final int n;
  private BytesColumn vector;
  private int vectorFrom = -1;

  /**
   * @param n number of values of the array
   */
  DecodedStrings(BytesDecoder decoder, int n) {
    this.decoder = decoder;
    this.n = n;
  }

  boolean has(int from) {
    return vectorFrom == from;
  }

  /**
   * @param from a multiple of {@link BitPacking#VECTOR}
   */
  BytesColumn vector(int from) {
    if (vectorFrom != from) {
      if (vector == null) {
        vector = DictionaryValues.newStrings();
      }
      vectorFrom = -1;
      vector.clear();
      decoder.decode(from, Math.min(BitPacking.VECTOR, n - from), vector);
      vectorFrom = from;
    }
    return vector;
  }

  void select(int from, int[] positions, int count, BytesColumn target) {
    if (count > 0) {
      target.appendSelected(vector(from), positions, count);
    }
  }
}
