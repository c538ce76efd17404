package io.placed.encoding;

/** Decodes an array of booleans to a bitmap; see {@link IntDecoder}. */
interface BooleanDecoder {
  /** Writes the values to the bits from 0 of {@code out}; bits after the last are undefined. */
  void decode(int from, int count, long[] out);

  String describe();
}
