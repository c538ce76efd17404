package io.placed.encoding;

/** Decodes an array of 32-bit floating point numbers, bit by bit; see {@link IntDecoder}. */
interface FloatDecoder {
  void decode(int from, int count, float[] out, int outOffset);

  String describe();
}
