package io.placed.encoding.plain;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.vector.BytesColumn;

/** No byte strings at all. */
final class NoStrings implements BytesDecoder {
  @Override
  public void decode(int from, int count, BytesColumn target) {
    // Nothing to add.
  }

  @Override
  public String describe() {
    return "empty";
  }
}
