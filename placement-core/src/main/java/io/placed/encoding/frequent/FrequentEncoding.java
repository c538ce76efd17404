package io.placed.encoding.frequent;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * One frequent value, the positions of the exceptions, and their values.
 *
 * <pre>
 * the frequent value as in a constant, exceptions:u32, places: BITS array(n), bit set = exception, values: array(exceptions)
 * </pre>
 */
public final class FrequentEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes {
  public static final int ID = 17;

  static final String NAME = "frequent";

  public FrequentEncoding() {
    super(ID, NAME, new FrequentScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new FrequentInts(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new FrequentLongs(context, n);
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new FrequentFloats(context, n);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new FrequentDoubles(context, n);
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new FrequentInt128s(context, n);
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new FrequentStrings(context, n);
  }
}
