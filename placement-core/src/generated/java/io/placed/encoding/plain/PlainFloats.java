package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.FloatDecoder;
import javax.annotation.processing.Generated;

/**
 * Plain floats.
 *
 * <p>Written from plain/Plain.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class PlainFloats implements FloatDecoder {
  private final byte[] bytes;
  private final int start;

  PlainFloats(DecodeContext context, int n) {
    ByteReader in = context.in();
    start = in.skip(4L * n, "values");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, float[] out, int outOffset) {
    LittleEndian.buffer(bytes, start + 4 * from, 4 * count)
        .asFloatBuffer()
        .get(out, outOffset, count);
  }

  @Override
  public void select(int from, int[] positions, int n, float[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      int p = start + 4 * (from + positions[k]);
      out[outOffset + k] = Float.intBitsToFloat(LittleEndian.getInt(bytes, p));
    }
  }

  @Override
  public String describe() {
    return "plain(4)";
  }
}
