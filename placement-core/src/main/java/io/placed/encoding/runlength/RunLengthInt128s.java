package io.placed.encoding.runlength;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.Int128Match;
import java.util.Arrays;

/** Runs of equal 128-bit integers; see {@link RunLengthInts}. */
final class RunLengthInt128s implements Int128Decoder {
  private final Runs runs;
  private final Int128Decoder values;
  private long[] highHeads;
  private long[] lowHeads;
  private final MatchCache<long[]> found = new MatchCache<>();

  RunLengthInt128s(DecodeContext context, int n) {
    int count = Runs.count(context.in(), n);
    runs = new Runs(context, count, n);
    values = context.int128s(count);
    context.charge(16L * count);
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    decodeHeads();
    int end = from + count;
    int shift = outOffset - from;
    int run = runs.find(from);
    for (int i = from; i < end; run++) {
      int next = Math.min(runs.ends[run], end);
      Arrays.fill(high, i + shift, next + shift, highHeads[run]);
      Arrays.fill(low, i + shift, next + shift, lowHeads[run]);
      i = next;
    }
    runs.reached(Math.max(0, run - 1));
  }

  private void decodeHeads() {
    if (highHeads == null) {
      highHeads = new long[runs.count];
      lowHeads = new long[runs.count];
      values.decode(0, highHeads.length, highHeads, lowHeads, 0);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    decodeHeads();
    int[] at = runs.runsOf(from, positions, n);
    Matching.gather(highHeads, at, n, high, outOffset);
    Matching.gather(lowHeads, at, n, low, outOffset);
  }

  @Override
  public void filter(int from, int count, Int128Match match, long[] bits, int word) {
    decodeHeads();
    long[] matching =
        found.get(
            match,
            m -> runs.heads(h -> Matching.int128s(highHeads, lowHeads, runs.count, m, h, 0)));
    runs.spread(matching, from, count, bits, word);
  }

  @Override
  public String describe() {
    return runs.describe(values.describe());
  }
}
