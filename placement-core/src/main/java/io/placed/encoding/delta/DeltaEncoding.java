package io.placed.encoding.delta;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Differences between neighbours of one vector; see {@link Delta}.
 *
 * <pre>
 * firsts: array(vectors), differences: array(n); the first difference of each vector is 0
 * </pre>
 */
public final class DeltaEncoding extends Encoding implements Encoding.OfInts, Encoding.OfLongs {
  public static final int ID = 6;

  static final String NAME = "delta";

  public DeltaEncoding() {
    super(ID, NAME, new DeltaScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new DeltaInts(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new DeltaLongs(context, n);
  }
}
