package io.placed.encoding.alprd;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.FloatDecoder;

/**
 * Floating-point numbers in two parts, of which the left one has few distinct values; see {@link
 * AlpRd}.
 *
 * <pre>
 * rightBits  u8: 48 to 63 (DOUBLE), 16 to 31 (FLOAT)
 * size       u8: 1 to 8, left: u16 {size}
 * exceptions u32, {@link ExceptionPositions}, left: u16 {exceptions}
 * codes      INT array(n); for an exception any number below size
 * rights     LONG array(n) (DOUBLE), INT array(n) (FLOAT)
 * </pre>
 */
public final class AlpRdEncoding extends Encoding implements Encoding.OfFloats, Encoding.OfDoubles {
  public static final int ID = 11;

  static final String NAME = "alprd";

  public AlpRdEncoding() {
    super(ID, NAME, new AlpRdScheme());
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new AlpRdDecoders.Floats(context, n);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new AlpRdDecoders.Doubles(context, n);
  }
}
