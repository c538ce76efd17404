package io.placed.encoding.plain;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Values without encoding: numbers in whole bytes, and concatenated byte strings.
 *
 * <pre>
 * INT, LONG              width:u8 (1, 2, 4, 8), n × that many bytes, sign-extended
 * FLOAT, DOUBLE, INT128  n × 4, 8 or 16 bytes (low half first)
 * BYTES                  lengths: INT array(n), all the bytes
 * </pre>
 */
public final class PlainEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes {
  public static final int ID = 0;

  static final String NAME = "plain";

  public PlainEncoding() {
    super(ID, NAME, new PlainScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new PlainInts(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new PlainLongs(context, n);
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new PlainFloats(context, n);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new PlainDoubles(context, n);
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new PlainInt128s(context, n);
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return n == 0 ? new NoStrings() : new PlainStrings(context, n);
  }
}
