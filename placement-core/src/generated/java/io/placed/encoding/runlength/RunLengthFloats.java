package io.placed.encoding.runlength;

import io.placed.encoding.kernel.FillRuns;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.DoubleMatch;
import javax.annotation.processing.Generated;

/**
 * Runs of equal floats. Lengths are decoded on opening, values when needed.
 *
 * <p>Written from runlength/RunLength.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class RunLengthFloats implements FloatDecoder {
  private final Runs runs;
  private final FloatDecoder values;
  private final float[] heads;
  private boolean decoded;
  private final MatchCache<long[]> found = new MatchCache<>();

  RunLengthFloats(DecodeContext context, int n) {
    int count = Runs.count(context.in(), n);
    runs = new Runs(context, count, n);
    values = context.floats(count);
    heads = context.floatArray(count);
  }

  @Override
  public void decode(int from, int count, float[] out, int outOffset) {
    if (count == 0) {
      return;
    }
    decodeHeads();
    int run = runs.find(from);
    runs.reached(
        FillRuns.floats(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
  }

  private void decodeHeads() {
    if (!decoded) {
      values.decode(0, runs.count, heads, 0);
      decoded = true;
    }
  }

  @Override
  public void select(int from, int[] positions, int n, float[] out, int outOffset) {
    decodeHeads();
    Matching.gather(heads, runs.runsOf(from, positions, n), n, out, outOffset);
  }

  @Override
  public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
    decodeHeads();
    long[] matching =
        found.get(match, m -> runs.heads(h -> Matching.floats(heads, runs.count, m, h, 0)));
    runs.spread(matching, from, count, bits, word);
  }

  @Override
  public String describe() {
    return runs.describe(values.describe());
  }
}
