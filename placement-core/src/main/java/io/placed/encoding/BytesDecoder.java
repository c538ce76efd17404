package io.placed.encoding;

import io.placed.vector.BytesColumn;

/** Decodes an array of byte strings; see {@link IntDecoder}. */
interface BytesDecoder {
  /**
   * Appends the values to {@code target}, whose arena grows by no more than the bytes stored: equal
   * values may share their bytes.
   */
  void decode(int from, int count, BytesColumn target);

  String describe();
}
