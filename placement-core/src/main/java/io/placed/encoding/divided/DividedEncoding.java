package io.placed.encoding.divided;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Integers as quotient and remainder; see {@link Divided}.
 *
 * <pre>
 * divisor    i32 (INT) or i64 (LONG), at least 2
 * size       u8: 4 or 8 bytes of a quotient, so INT or LONG; 4 for INT
 * quotients  array(n)
 * remainders array(n), INT if the divisor is at most 2^31, otherwise LONG
 * </pre>
 *
 * A value is {@code quotient * divisor + remainder}, modulo 2^32 or 2^64.
 */
public final class DividedEncoding extends Encoding implements Encoding.OfInts, Encoding.OfLongs {
  public static final int ID = 12;

  static final String NAME = "divided";

  public DividedEncoding() {
    super(ID, NAME, new DividedScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new DividedDecoders.Ints(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new DividedDecoders.Longs(context, n);
  }
}
