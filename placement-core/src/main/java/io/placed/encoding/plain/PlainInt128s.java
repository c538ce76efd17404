package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;

/** Plain 128-bit integers, low half first. */
final class PlainInt128s implements Int128Decoder {
  private final byte[] bytes;
  private final int start;

  PlainInt128s(DecodeContext context, int n) {
    ByteReader in = context.in();
    start = in.skip(16L * n, "values");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    int at = start + 16 * from;
    for (int i = 0; i < count; i++) {
      low[outOffset + i] = (long) LittleEndian.LONG.get(bytes, at + 16 * i);
      high[outOffset + i] = (long) LittleEndian.LONG.get(bytes, at + 16 * i + 8);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    for (int k = 0; k < n; k++) {
      int p = start + 16 * (from + positions[k]);
      low[outOffset + k] = LittleEndian.getLong(bytes, p);
      high[outOffset + k] = LittleEndian.getLong(bytes, p + 8);
    }
  }

  @Override
  public String describe() {
    return "plain(16)";
  }
}
