package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import javax.annotation.processing.Generated;

/**
 * Plain doubles.
 *
 * <p>Written from plain/Plain.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class PlainDoubles implements DoubleDecoder {
  private final byte[] bytes;
  private final int start;

  PlainDoubles(DecodeContext context, int n) {
    ByteReader in = context.in();
    start = in.skip(8L * n, "values");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, double[] out, int outOffset) {
    LittleEndian.buffer(bytes, start + 8 * from, 8 * count)
        .asDoubleBuffer()
        .get(out, outOffset, count);
  }

  @Override
  public void select(int from, int[] positions, int n, double[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      int p = start + 8 * (from + positions[k]);
      out[outOffset + k] = Double.longBitsToDouble(LittleEndian.getLong(bytes, p));
    }
  }

  @Override
  public String describe() {
    return "plain(8)";
  }
}
