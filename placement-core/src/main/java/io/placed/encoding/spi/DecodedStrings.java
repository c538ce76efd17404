package io.placed.encoding.spi;

import io.placed.encoding.kernel.BitPacking;
import io.placed.vector.BytesColumn;

/**
 * A vector of an array of byte strings that can only be decoded as a whole, kept because it is
 * asked for twice: to test its values and then to select some.
 */
public final class DecodedStrings {
  private final BytesDecoder decoder;
  private final int n;
  private BytesColumn vector;
  private int vectorFrom = -1;

  /**
   * @param n number of values of the array
   */
  public DecodedStrings(BytesDecoder decoder, int n) {
    this.decoder = decoder;
    this.n = n;
  }

  public boolean has(int from) {
    return vectorFrom == from;
  }

  /**
   * @param from a multiple of {@link BitPacking#VECTOR}
   */
  public BytesColumn vector(int from) {
    if (vectorFrom != from) {
      if (vector == null) {
        vector = BytesDecoder.newColumn();
      }
      vectorFrom = -1;
      vector.clear();
      decoder.decode(from, Math.min(BitPacking.VECTOR, n - from), vector);
      vectorFrom = from;
    }
    return vector;
  }

  public void select(int from, int[] positions, int count, BytesColumn target) {
    if (count > 0) {
      target.appendSelected(vector(from), positions, count);
    }
  }
}
