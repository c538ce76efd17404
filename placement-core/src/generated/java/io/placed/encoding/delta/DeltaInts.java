package io.placed.encoding.delta;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes integers from differences, by a running sum per vector; see {@link Delta}.
 *
 * <p>Written from delta/Delta.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class DeltaInts implements IntDecoder {
  private final int[] firsts;
  private final IntDecoder differences;
  private int[] scratch;

  DeltaInts(DecodeContext context, int n) {
    int vectors = BitPacking.vectors(n);
    IntDecoder decoder = context.ints(vectors);
    firsts = new int[vectors];
    decoder.decode(0, vectors, firsts, 0);
    differences = context.ints(n);
  }

  @Override
  public void decode(int from, int count, int[] out, int outOffset) {
    differences.decode(from, count, out, outOffset);
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int value = firsts[(from + done) >>> 10];
      int at = outOffset + done;
      int end = outOffset + Math.min(done + BitPacking.VECTOR, count);
      for (int i = at; i < end; i++) {
        value += out[i];
        out[i] = value;
      }
    }
  }

  private int[] vector(int from, int count) {
    if (scratch == null) {
      scratch = new int[BitPacking.VECTOR];
    }
    decode(from, count, scratch, 0);
    return scratch;
  }

  @Override
  public void select(int from, int[] positions, int n, int[] out, int outOffset) {
    if (n > 0) {
      Matching.gather(vector(from, positions[n - 1] + 1), positions, n, out, outOffset);
    }
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    Matching.ints(vector(from, count), count, match, bits, word);
  }

  @Override
  public String describe() {
    return "delta/" + differences.describe();
  }
}
