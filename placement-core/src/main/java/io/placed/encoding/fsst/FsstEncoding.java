package io.placed.encoding.fsst;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;

/**
 * Byte strings whose frequent substrings are codes of one byte; see {@link FsstScheme}.
 *
 * <pre>
 * table:u8  0 = the symbol table of the chunk, 1 = a table that follows
 * lengths: INT array(n), of the values
 * end:u32 {vectors}, end of the codes of each vector, relative to the first code
 * codes
 * </pre>
 *
 * Symbols may extend from one value into the next, but not beyond a vector. Nulls have no bytes.
 */
public final class FsstEncoding extends Encoding implements Encoding.OfBytes {
  public static final int ID = 13;

  static final String NAME = "fsst";

  public FsstEncoding() {
    super(ID, NAME, new FsstScheme());
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new FsstDecoder(context, n);
  }
}
