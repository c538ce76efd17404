package io.placed.encoding.narrow;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.Int128Decoder;

/**
 * 128-bit integers that fit 64 bits.
 *
 * <pre>
 * values: LONG array(n), sign-extended
 * </pre>
 */
public final class NarrowEncoding extends Encoding implements Encoding.OfInt128s {
  public static final int ID = 16;

  static final String NAME = "narrow";

  public NarrowEncoding() {
    super(ID, NAME, new NarrowScheme());
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new NarrowDecoder(context, n);
  }
}
