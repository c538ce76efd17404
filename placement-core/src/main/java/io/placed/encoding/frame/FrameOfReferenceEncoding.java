package io.placed.encoding.frame;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Bit-packed differences to a base per vector; see {@link FrameOfReference}.
 *
 * <pre>
 * base       per vector: i32 or i64   ⎫ apart from the data, so that they bound the values of a
 * width      per vector: u8           ⎬ vector without decoding it (if it has no exceptions):
 * exceptions per vector: u16          ⎭ base to base + 2^width - 1
 * packed     per vector: {@link BitPacking}
 * positions  per exception: u16 in its vector, ascending
 * values     per exception: i32 or i64
 * </pre>
 */
public final class FrameOfReferenceEncoding extends Encoding
    implements Encoding.OfInts, Encoding.OfLongs {
  public static final int ID = 2;

  static final String NAME = "for";

  public FrameOfReferenceEncoding() {
    super(ID, NAME, new FrameOfReferenceScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new FrameOfReferenceDecoders.Ints(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new FrameOfReferenceDecoders.Longs(context, n);
  }
}
