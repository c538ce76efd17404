package io.placed.encoding.bool;

import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;

/**
 * The positions of the rarer boolean; {@link Booleans} chooses it.
 *
 * <pre>
 * value:u8, per block of 256 values count:u8, then position:u8 in its block of each value that equals {@code value}, ascending
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
