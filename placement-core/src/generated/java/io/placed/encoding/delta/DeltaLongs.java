package io.placed.encoding.delta;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes 64-bit integers from differences, by a running sum per vector; see {@link Delta}.
 *
 * <p>Written from delta/Delta.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class DeltaLongs implements LongDecoder {
  private final long[] firsts;
  private final LongDecoder differences;
  private long[] scratch;

  DeltaLongs(DecodeContext context, int n) {
    int vectors = BitPacking.vectors(n);
    LongDecoder decoder = context.longs(vectors);
    firsts = new long[vectors];
    decoder.decode(0, vectors, firsts, 0);
    differences = context.longs(n);
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    differences.decode(from, count, out, outOffset);
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      long value = firsts[(from + done) >>> 10];
      int at = outOffset + done;
      int end = outOffset + Math.min(done + BitPacking.VECTOR, count);
      for (int i = at; i < end; i++) {
        value += out[i];
        out[i] = value;
      }
    }
  }

  private long[] vector(int from, int count) {
    if (scratch == null) {
      scratch = new long[BitPacking.VECTOR];
    }
    decode(from, count, scratch, 0);
    return scratch;
  }

  @Override
  public void select(int from, int[] positions, int n, long[] out, int outOffset) {
    if (n > 0) {
      Matching.gather(vector(from, positions[n - 1] + 1), positions, n, out, outOffset);
    }
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    Matching.longs(vector(from, count), count, match, bits, word);
  }

  @Override
  public String describe() {
    return "delta/" + differences.describe();
  }
}
