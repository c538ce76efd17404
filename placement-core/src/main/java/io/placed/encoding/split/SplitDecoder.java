package io.placed.encoding.split;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.LongDecoder;

/** Decodes 128-bit integers from two arrays of halves. */
final class SplitDecoder implements Int128Decoder {
  private final LongDecoder highs;
  private final LongDecoder lows;

  SplitDecoder(DecodeContext context, int n) {
    highs = context.longs(n);
    lows = context.longs(n);
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    highs.decode(from, count, high, outOffset);
    lows.decode(from, count, low, outOffset);
  }

  @Override
  public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    highs.select(from, positions, n, high, outOffset);
    lows.select(from, positions, n, low, outOffset);
  }

  @Override
  public String describe() {
    return "split/" + highs.describe() + "," + lows.describe();
  }
}
