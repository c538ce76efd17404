package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;

/** Plain 32-bit integers, of 1, 2 or 4 bytes each. */
final class PlainInts implements IntDecoder {
  private final byte[] bytes;
  private final int width;
  private final int start;

  PlainInts(DecodeContext context, int n) {
    ByteReader in = context.in();
    width = Plain.width(in, n, 4);
    start = in.skip((long) n * width, "values");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, int[] out, int outOffset) {
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
      default -> LittleEndian.buffer(bytes, at, 4 * count).asIntBuffer().get(out, outOffset, count);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, int[] out, int outOffset) {
    int at = start + from * width;
    for (int k = 0; k < n; k++) {
      int p = at + positions[k] * width;
      out[outOffset + k] =
          switch (width) {
            case 1 -> bytes[p];
            case 2 -> (short) LittleEndian.SHORT.get(bytes, p);
            default -> LittleEndian.getInt(bytes, p);
          };
    }
  }

  @Override
  public String describe() {
    return "plain(" + width + ")";
  }
}
