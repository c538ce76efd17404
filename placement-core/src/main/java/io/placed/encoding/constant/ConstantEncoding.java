package io.placed.encoding.constant;

import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Values that are all equal.
 *
 * <pre>
 * the value: 1 (BITS), 4, 8 or 16 bytes, or length:u32 and that many bytes
 * </pre>
 */
public final class ConstantEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes,
        Encoding.OfBooleans {
  public static final int ID = 1;

  static final String NAME = "constant";

  public ConstantEncoding() {
    super(ID, NAME, null);
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new ConstantInts(context);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new ConstantLongs(context);
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new ConstantFloats(context);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new ConstantDoubles(context);
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new ConstantInt128s(context);
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new ConstantStrings(context);
  }

  @Override
  public BooleanDecoder booleans(DecodeContext context, int n) {
    return new ConstantBooleans(context);
  }
}
