package io.placed.encoding;

import io.placed.encoding.kernel.FillRuns;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/**
 * Byte strings of {@link RunLength}; see {@link RunLengthDecoders}. The bytes of a run are added
 * once per range into which it reaches.
 */
final class RunLengthStrings implements BytesDecoder {
  /** Up to so many different values are looked for among those of the runs. */
  private static final int FEW = 16;

  private final Runs runs;
  private final BytesDecoder values;
  private BytesColumn heads;
  private final MatchCache<long[]> found = new MatchCache<>();

  RunLengthStrings(ByteReader in, int n, int depth, FsstTable symbols) {
    int count = RunLengthDecoders.runCount(in, n);
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
    if (count > 0 && bytesOfRuns(run, end) > heads.arenaSize()) {
      int at = copy(0, heads.arenaSize(), target);
      FillRuns.ints(runs.ends, heads.starts(), run, from, end, target.starts(), shift);
      run = FillRuns.ints(runs.ends, heads.lengths(), run, from, end, target.lengths(), shift);
      for (int i = first; i < first + count && at > 0; i++) {
        target.starts()[i] += at;
      }
    } else {
      for (int i = from; i < end; run++) {
        int next = Math.min(runs.ends[run], end);
        int length = heads.lengths()[run];
        int at = copy(heads.starts()[run], length, target);
        Arrays.fill(target.starts(), i + shift, next + shift, at);
        Arrays.fill(target.lengths(), i + shift, next + shift, length);
        i = next;
      }
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
      BytesColumn all = DictionaryValues.newStrings();
      values.decode(0, runs.count, all);
      heads = runs.count > 2 * FEW ? sharing(all) : all;
    }
  }

  /** The same values, equal ones with the same bytes if only a few are different. */
  private static BytesColumn sharing(BytesColumn all) {
    int[] different = new int[FEW];
    int[] number = new int[all.size()];
    int n = 0;
    for (int r = 0; r < number.length; r++) {
      int k = 0;
      while (k < n && all.compare(r, all, different[k]) != 0) {
        k++;
      }
      if (k == FEW) {
        return all;
      }
      if (k == n) {
        different[n++] = r;
      }
      number[r] = k;
    }
    BytesColumn out = DictionaryValues.newStrings();
    for (int k = 0; k < n; k++) {
      out.append(all.arena(), all.starts()[different[k]], all.lengths()[different[k]]);
    }
    int[] starts = Arrays.copyOf(out.starts(), n);
    int[] lengths = Arrays.copyOf(out.lengths(), n);
    out.setSize(number.length);
    for (int r = 0; r < number.length; r++) {
      out.starts()[r] = starts[number[r]];
      out.lengths()[r] = lengths[number[r]];
    }
    return out;
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
