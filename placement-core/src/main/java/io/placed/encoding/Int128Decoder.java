package io.placed.encoding;

/** Decodes an array of signed 128-bit integers in two halves; see {@link IntDecoder}. */
interface Int128Decoder {
  void decode(int from, int count, long[] high, long[] low, int outOffset);

  String describe();
}
