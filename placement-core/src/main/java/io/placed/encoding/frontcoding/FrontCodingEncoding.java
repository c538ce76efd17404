package io.placed.encoding.frontcoding;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;

/**
 * Byte strings that share a prefix with the one before; see {@link FrontCodingScheme}.
 *
 * <pre>
 * prefixes: INT array(n), bytes that a value shares with the one before it; 0 for the first of each vector
 * suffixes: array(n), plain or FSST: the rest of each value
 * </pre>
 *
 * To bound the memory that a few bytes can require, all prefixes together have at most {@link
 * FrontCodingScheme#FREE_BYTES} plus {@link FrontCodingScheme#MAX_RATIO} times the bytes of the two
 * arrays.
 */
public final class FrontCodingEncoding extends Encoding implements Encoding.OfBytes {
  public static final int ID = 14;

  static final String NAME = "front";

  public FrontCodingEncoding() {
    super(ID, NAME, new FrontCodingScheme());
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new FrontCodingDecoder(context, n);
  }
}
