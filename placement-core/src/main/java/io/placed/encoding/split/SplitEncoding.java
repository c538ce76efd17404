package io.placed.encoding.split;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.Int128Decoder;

/**
 * 128-bit integers as two arrays of halves.
 *
 * <pre>
 * high halves: LONG array(n), low halves: LONG array(n)
 * </pre>
 */
public final class SplitEncoding extends Encoding implements Encoding.OfInt128s {
  public static final int ID = 9;

  static final String NAME = "split";

  public SplitEncoding() {
    super(ID, NAME, new SplitScheme());
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new SplitDecoder(context, n);
  }
}
