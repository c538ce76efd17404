package io.placed.encoding;

/** Decodes an array of 64-bit floating point numbers, bit by bit; see {@link IntDecoder}. */
interface DoubleDecoder {
  void decode(int from, int count, double[] out, int outOffset);

  String describe();
}
