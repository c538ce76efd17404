package io.placed.encoding.bool;

import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;

/**
 * The positions of the rarer boolean; {@link Booleans} says when.
 *
 * <pre>
 * value:u8, per 256 values count:u8, then the positions, in their 256, of all values that are
 * {@code value}: u8, ascending
 * </pre>
 */
public final class SparseEncoding extends Encoding implements Encoding.OfBooleans {
  public static final int ID = 8;

  static final String NAME = "sparse";

  public SparseEncoding() {
    super(ID, NAME, null);
  }

  @Override
  public BooleanDecoder booleans(DecodeContext context, int n) {
    return new BooleanDecoders.Sparse(context, n);
  }
}
