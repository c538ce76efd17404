package io.placed.encoding.bool;

import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;

/**
 * One bit per boolean; {@link Booleans} chooses it.
 *
 * <pre>
 * ceil(n / 8) bytes, lowest bit first
 * </pre>
 */
public final class BitmapEncoding extends Encoding implements Encoding.OfBooleans {
  public static final int ID = 7;

  static final String NAME = "bitmap";

  public BitmapEncoding() {
    super(ID, NAME, null);
  }

  @Override
  public BooleanDecoder booleans(DecodeContext context, int n) {
    return new BooleanDecoders.Bitmap(context, n);
  }
}
