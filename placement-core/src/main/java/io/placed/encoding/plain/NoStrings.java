package io.placed.encoding.plain;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.vector.BytesColumn;

/** An array without byte strings. */
final class NoStrings implements BytesDecoder {
  @Override
  public void decode(int from, int count, BytesColumn target) {
    // Nothing to append.
  }

  @Override
  public String describe() {
    return "empty";
  }
}
