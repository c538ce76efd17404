package io.placed.encoding;

import io.placed.encoding.kernel.FillRuns;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;
import java.util.function.Consumer;

/** Decoders of {@link RunLength}. The lengths are decoded when opened, the values when needed. */
final class RunLengthDecoders {
  private RunLengthDecoders() {}

  /** Where each run ends. */
  static final class Runs {
    final int[] ends;

    /** How many runs there are; the arrays may be longer. */
    final int count;

    private final String lengths;
    private int last;
    private int[] selected;

    Runs(ByteReader in, int runs, int n, int depth) {
      IntDecoder decoder = Decoders.ints(in, runs, depth + 1, null);
      count = runs;
      ends = in.ints(runs);
      decoder.decode(0, runs, ends, 0);
      long total = 0;
      for (int r = 0; r < runs; r++) {
        if (ends[r] < 1) {
          throw new MalformedDataException("run " + r + " has " + ends[r] + " values");
        }
        total += ends[r];
        if (total > n) {
          break;
        }
        ends[r] = (int) total;
      }
      if (total != n) {
        throw new MalformedDataException("runs of " + total + " values or more, expected " + n);
      }
      lengths = decoder.describe();
    }

    /** The run that holds a position; quick if it is near the one asked before. */
    int find(int position) {
      int r = last;
      if (r < count && position < ends[r] && (r == 0 || position >= ends[r - 1])) {
        return r;
      }
      r = Arrays.binarySearch(ends, 0, count, position);
      return r >= 0 ? r + 1 : ~r;
    }

    /** Says which run the next question is likely to be about. */
    void reached(int run) {
      last = run;
    }

    /** Gives the runs that hold some positions of a vector. */
    int[] runsOf(int from, int[] positions, int n) {
      if (selected == null) {
        selected = new int[BitPacking.VECTOR];
      }
      int run = n == 0 ? 0 : find(from);
      for (int k = 0; k < n; k++) {
        int p = from + positions[k];
        while (ends[run] <= p) {
          run++;
        }
        selected[k] = run;
      }
      reached(run);
      return selected;
    }

    /**
     * Spreads one bit per run over the values of a vector. As {@link BooleanDecoders.RunLength}
     * does: a bit where the value changes, then each is the parity of the changes up to it.
     */
    void spread(long[] heads, int from, int n, long[] bits, int word) {
      int words = Bits.words(n);
      Arrays.fill(bits, word, word + words, 0);
      int end = from + n;
      int run = find(from);
      long last = heads[run >>> 6] >>> run & 1;
      long before = -last;
      for (; ends[run] < end; run++) {
        int p = ends[run] - from;
        long next = heads[run + 1 >>> 6] >>> run + 1 & 1;
        bits[word + (p >>> 6)] ^= (next ^ last) << p;
        last = next;
      }
      reached(run);
      for (int w = word; w < word + words; w++) {
        long x = bits[w];
        x ^= x << 1;
        x ^= x << 2;
        x ^= x << 4;
        x ^= x << 8;
        x ^= x << 16;
        x ^= x << 32;
        x ^= before;
        bits[w] = x;
        before = x >> 63;
      }
      Matching.cutOff(bits, word, n);
    }

    /** Which runs match, from the bits of all of them. */
    long[] heads(Consumer<long[]> test) {
      long[] heads = new long[Bits.words(count)];
      test.accept(heads);
      return heads;
    }

    String describe(String values) {
      return "runs(" + count + ")/" + lengths + "," + values;
    }
  }

  private static int runCount(ByteReader in, int n) {
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

  /** The bytes of a run are added once per range into which it reaches. */
  static final class Strings implements BytesDecoder {
    private final Runs runs;
    private final BytesDecoder values;
    private BytesColumn heads;
    private final MatchCache<long[]> found = new MatchCache<>();

    Strings(ByteReader in, int n, int depth, FsstTable symbols) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.bytes(in, count, depth + 1, null, symbols);
    }

    @Override
    public void decode(int from, int count, BytesColumn target) {
      decodeHeads();
      int first = target.size();
      target.setSize(first + count);
      int end = from + count;
      int shift = first - from;
      int run = runs.find(from);
      // Run values may share bytes, as those of a dictionary do: then all bytes together are less.
      boolean whole = bytesOfRuns(run, end) > heads.arenaSize();
      int wholeAt = whole ? copy(0, heads.arenaSize(), target) : 0;
      for (int i = from; i < end; run++) {
        int next = Math.min(runs.ends[run], end);
        int start = heads.starts()[run];
        int length = heads.lengths()[run];
        int at = whole ? wholeAt + start : copy(start, length, target);
        Arrays.fill(target.starts(), i + shift, next + shift, at);
        Arrays.fill(target.lengths(), i + shift, next + shift, length);
        i = next;
      }
      runs.reached(Math.max(0, run - 1));
    }

    private long bytesOfRuns(int first, int end) {
      long total = 0;
      for (int run = first; run < runs.count; run++) {
        total += heads.lengths()[run];
        if (runs.ends[run] >= end) {
          break;
        }
      }
      return total;
    }

    /** Adds bytes of the run values to the arena; returns where they are. */
    private int copy(int start, int length, BytesColumn target) {
      byte[] arena = target.reserveArena(length);
      int at = target.arenaSize();
      System.arraycopy(heads.arena(), start, arena, at, length);
      target.addArenaBytes(length);
      return at;
    }

    private void decodeHeads() {
      if (heads == null) {
        heads = DictionaryValues.newStrings();
        values.decode(0, runs.count, heads);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, BytesColumn target) {
      decodeHeads();
      target.appendSelected(heads, runs.runsOf(from, positions, n), n);
    }

    @Override
    public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
      decodeHeads();
      long[] matching =
          found.get(match, m -> runs.heads(h -> Matching.strings(heads, runs.count, m, h, 0)));
      runs.spread(matching, from, count, bits, word);
    }

    @Override
    public String describe() {
      return runs.describe(values.describe());
    }
  }
}
