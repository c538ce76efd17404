package io.placed.encoding.alp;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.FloatDecoder;

/**
 * Floating-point numbers that were decimals, stored as integers; see {@link Alp}.
 *
 * <pre>
 * k          u8, 0 to 22
 * integers   u8: bytes per integer, 4 (INT) or 8 (LONG); FLOAT: 4
 * exceptions u32; if not 0: {@link ExceptionPositions}, values: array(exceptions)
 * integers   array(n); an exception repeats the integer before it, which is the cheapest filler
 * </pre>
 */
public final class AlpEncoding extends Encoding implements Encoding.OfFloats, Encoding.OfDoubles {
  public static final int ID = 10;

  static final String NAME = "alp";

  public AlpEncoding() {
    super(ID, NAME, new AlpScheme());
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new AlpDecoders.Floats(context, n);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new AlpDecoders.Doubles(context, n);
  }
}
