package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;

/** Plain 64-bit integers, of 1, 2, 4 or 8 bytes each. */
final class PlainLongs implements LongDecoder {
  private final byte[] bytes;
  private final int width;
  private final int start;

  PlainLongs(DecodeContext context, int n) {
    ByteReader in = context.in();
    width = Plain.width(in, n, 8);
    start = in.skip((long) n * width, "values");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    int at = start + from * width;
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          out[outOffset + i] = bytes[at + i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          out[outOffset + i] = (short) LittleEndian.SHORT.get(bytes, at + 2 * i);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          out[outOffset + i] = (int) LittleEndian.INT.get(bytes, at + 4 * i);
        }
      }
      default ->
          LittleEndian.buffer(bytes, at, 8 * count).asLongBuffer().get(out, outOffset, count);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] out, int outOffset) {
    int at = start + from * width;
    for (int k = 0; k < n; k++) {
      int p = at + positions[k] * width;
      out[outOffset + k] =
          switch (width) {
            case 1 -> bytes[p];
            case 2 -> (short) LittleEndian.SHORT.get(bytes, p);
            case 4 -> LittleEndian.getInt(bytes, p);
            default -> LittleEndian.getLong(bytes, p);
          };
    }
  }

  @Override
  public String describe() {
    return "plain(" + width + ")";
  }
}
