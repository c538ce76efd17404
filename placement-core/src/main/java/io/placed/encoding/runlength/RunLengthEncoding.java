package io.placed.encoding.runlength;

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
 * Runs of equal values.
 *
 * <pre>
 * all but BITS  runs:u32, lengths: INT array(runs), values: array(runs)
 * BITS          runs:u32, first:u8, lengths: INT array(runs)
 * </pre>
 */
public final class RunLengthEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes,
        Encoding.OfBooleans {
  public static final int ID = 3;

  static final String NAME = "runs";

  public RunLengthEncoding() {
    super(ID, NAME, new RunLengthScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new RunLengthInts(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new RunLengthLongs(context, n);
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new RunLengthFloats(context, n);
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new RunLengthDoubles(context, n);
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new RunLengthInt128s(context, n);
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new RunLengthStrings(context, n);
  }

  @Override
  public BooleanDecoder booleans(DecodeContext context, int n) {
    return new RunLengthBooleans(context, n);
  }
}
