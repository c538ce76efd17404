package io.placed.encoding.spi;

import io.placed.encoding.kernel.BitPacking;
import io.placed.vector.BytesColumn;

/**
 * Caches one vector of byte strings that can be decoded only as a whole, because it is often needed
 * twice: to filter its values, and to select some of them.
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
