package io.placed.encoding;

/** Decodes an array of 64-bit integers; see {@link IntDecoder}. */
interface LongDecoder {
  void decode(int from, int count, long[] out, int outOffset);

  String describe();
}
