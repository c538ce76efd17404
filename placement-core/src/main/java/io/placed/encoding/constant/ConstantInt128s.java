package io.placed.encoding.constant;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.Int128Match;
import java.util.Arrays;

/** One repeated 128-bit integer. */
final class ConstantInt128s implements Int128Decoder {
  private final long high;
  private final long low;

  ConstantInt128s(DecodeContext context) {
    ByteReader in = context.in();
    low = in.u64("value");
    high = in.u64("value");
  }

  @Override
  public void decode(int from, int count, long[] highs, long[] lows, int outOffset) {
    Arrays.fill(highs, outOffset, outOffset + count, high);
    Arrays.fill(lows, outOffset, outOffset + count, low);
  }

  @Override
  public void select(int from, int[] positions, int n, long[] highs, long[] lows, int outOffset) {
    decode(from, n, highs, lows, outOffset);
  }

  @Override
  public void filter(int from, int count, Int128Match match, long[] bits, int word) {
    Matching.fill(bits, word, count, match.test(high, low));
  }

  @Override
  public String describe() {
    return "constant";
  }
}
