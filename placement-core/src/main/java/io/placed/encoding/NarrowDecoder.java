package io.placed.encoding;

/** 128-bit integers that are stored as 64-bit ones, by sign extension. */
final class NarrowDecoder implements Int128Decoder {
  private final LongDecoder lows;

  NarrowDecoder(ByteReader in, int n, int depth) {
    lows = Decoders.longs(in, n, depth + 1, null);
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    lows.decode(from, count, low, outOffset);
    for (int i = outOffset; i < outOffset + count; i++) {
      high[i] = low[i] >> 63;
    }
  }

  @Override
  public String describe() {
    return "narrow/" + lows.describe();
  }
}
