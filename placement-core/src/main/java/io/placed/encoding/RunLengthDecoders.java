package io.placed.encoding;

import io.placed.encoding.kernel.FillRuns;
import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;
import java.util.Arrays;

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
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
      int run = runs.find(from);
      runs.reached(
          FillRuns.ints(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
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
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
      int run = runs.find(from);
      runs.reached(
          FillRuns.longs(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
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
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
      int run = runs.find(from);
      runs.reached(
          FillRuns.floats(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
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
      if (!decoded) {
        values.decode(0, runs.count, heads, 0);
        decoded = true;
      }
      int run = runs.find(from);
      runs.reached(
          FillRuns.doubles(runs.ends, heads, run, from, from + count, out, outOffset - from) - 1);
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

    Int128s(ByteReader in, int n, int depth) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.int128s(in, count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] high, long[] low, int outOffset) {
      if (highHeads == null) {
        highHeads = new long[runs.count];
        lowHeads = new long[runs.count];
        values.decode(0, highHeads.length, highHeads, lowHeads, 0);
      }
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

    Strings(ByteReader in, int n, int depth, FsstTable symbols) {
      int count = runCount(in, n);
      runs = new Runs(in, count, n, depth);
      values = Decoders.bytes(in, count, depth + 1, null, symbols);
    }

    @Override
    public void decode(int from, int count, BytesColumn target) {
      if (heads == null) {
        heads = DictionaryValues.newStrings();
        values.decode(0, runs.count, heads);
      }
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

    @Override
    public String describe() {
      return runs.describe(values.describe());
    }
  }
}
