package io.placed.encoding;

import io.placed.encoding.kernel.FillRuns;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;

/** Decoders of {@link RunLength}. The lengths are decoded when opened, the values when needed. */
final class RunLengthDecoders {
  private RunLengthDecoders() {}

  static int runCount(ByteReader in, int n) {
    return in.count(n == 0 ? 0 : 1, n, "number of runs");
  }

  static final class Ints implements IntDecoder {
    private final Runs runs;
    private final IntDecoder values;
    private final int[] heads;
    private boolean decoded;
    private final MatchCache<long[]> found = new MatchCache<>();

    Ints(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.ints(in, count, depth + 1, null);
      heads = in.ints(count);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      if (count == 0) {
        return;
      }
      decodeHeads();
      int run = runs.find(from);
      runs.reached(
          FillRuns.ints(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
    }

    private void decodeHeads() {
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      decodeHeads();
      Matching.gather(heads, runs.runsOf(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      decodeHeads();
      long[] matching =
          found.get(match, m -> runs.heads(h -> Matching.ints(heads, runs.count, m, h, 0)));
      runs.spread(matching, from, count, bits, word);
    }

    @Override
    public String describe() {
      return runs.describe(values.describe());
    }
  }

  static final class Longs implements LongDecoder {
    private final Runs runs;
    private final LongDecoder values;
    private final long[] heads;
    private boolean decoded;
    private final MatchCache<long[]> found = new MatchCache<>();

    Longs(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.longs(in, count, depth + 1, null);
      heads = in.longs(count);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      if (count == 0) {
        return;
      }
      decodeHeads();
      int run = runs.find(from);
      runs.reached(
          FillRuns.longs(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
    }

    private void decodeHeads() {
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      decodeHeads();
      Matching.gather(heads, runs.runsOf(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      decodeHeads();
      long[] matching =
          found.get(match, m -> runs.heads(h -> Matching.longs(heads, runs.count, m, h, 0)));
      runs.spread(matching, from, count, bits, word);
    }

    @Override
    public String describe() {
      return runs.describe(values.describe());
    }
  }

  static final class Floats implements FloatDecoder {
    private final Runs runs;
    private final FloatDecoder values;
    private final float[] heads;
    private boolean decoded;
    private final MatchCache<long[]> found = new MatchCache<>();

    Floats(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.floats(in, count, depth + 1, null);
      in.charge(4L * count);
      heads = new float[count];
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

  static final class Doubles implements DoubleDecoder {
    private final Runs runs;
    private final DoubleDecoder values;
    private final double[] heads;
    private boolean decoded;
    private final MatchCache<long[]> found = new MatchCache<>();

    Doubles(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.doubles(in, count, depth + 1, null);
      heads = in.doubles(count);
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      if (count == 0) {
        return;
      }
      decodeHeads();
      int run = runs.find(from);
      runs.reached(
          FillRuns.doubles(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
    }

    private void decodeHeads() {
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      decodeHeads();
      Matching.gather(heads, runs.runsOf(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      decodeHeads();
      long[] matching =
          found.get(match, m -> runs.heads(h -> Matching.doubles(heads, runs.count, m, h, 0)));
      runs.spread(matching, from, count, bits, word);
    }

    @Override
    public String describe() {
      return runs.describe(values.describe());
    }
  }

  static final class Int128s implements Int128Decoder {
    private final Runs runs;
    private final Int128Decoder values;
    private long[] highHeads;
    private long[] lowHeads;
    private final MatchCache<long[]> found = new MatchCache<>();

    Int128s(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.int128s(in, count, depth + 1, null);
      in.charge(16L * count);
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
}
