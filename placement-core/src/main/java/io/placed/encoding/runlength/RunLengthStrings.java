package io.placed.encoding.runlength;

import io.placed.encoding.kernel.FillRuns;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/**
 * Byte strings of {@link RunLengthEncoding}; see {@link RunLengthInts}. The bytes of a run are
 * appended once per decoded range.
 */
final class RunLengthStrings implements BytesDecoder {
  /** Maximum number of distinct run values for which values are returned as codes. */
  private static final int FEW = 16;

  /** Placeholder for values of more than seven bytes. */
  private static final long LONG = 0;

  private final Runs runs;
  private final BytesDecoder values;
  private BytesColumn heads;
  private final MatchCache<long[]> found = new MatchCache<>();

  RunLengthStrings(DecodeContext context, int n) {
    int count = Runs.count(context.in(), n);
    runs = new Runs(context, count, n);
    values = context.bytes(count);
    context.charge(8L * count);
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    decodeHeads();
    if (heads.dictionary() != null && target.size() == 0) {
      int[] codes = target.startCodes(heads.dictionary(), count);
      int next =
          FillRuns.ints(
              runs.ends, heads.codes(), runs.find(from), from, from + count, codes, -from);
      runs.reached(Math.max(0, next - 1));
      return;
    }
    int first = target.size();
    target.setSize(first + count);
    int end = from + count;
    int shift = first - from;
    int run = runs.find(from);
    // Run values may share bytes, for example those of a dictionary; then the total is less.
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

  /** Appends bytes of the run values to the arena; returns where they start. */
  private int copy(int start, int length, BytesColumn target) {
    byte[] arena = target.reserveArena(length);
    int at = target.arenaSize();
    System.arraycopy(heads.arena(), start, arena, at, length);
    target.addArenaBytes(length);
    return at;
  }

  private void decodeHeads() {
    if (heads == null) {
      BytesColumn all = BytesDecoder.newColumn();
      values.decode(0, runs.count, all);
      heads = all.dictionary() == null && runs.count > 2 * FEW ? coded(all) : all;
    }
  }

  /** The same values as codes, if there are only a few distinct ones. */
  private static BytesColumn coded(BytesColumn all) {
    int[] first = new int[FEW];
    long[] packedFirst = new long[FEW];
    int[] codes = new int[all.size()];
    int n = 0;
    for (int r = 0; r < codes.length; r++) {
      long packed = packed(all, r);
      int k = 0;
      while (k < n
          && (packed != packedFirst[k] || packed == LONG && all.compare(r, all, first[k]) != 0)) {
        k++;
      }
      if (k == FEW) {
        return all;
      }
      if (k == n) {
        packedFirst[n] = packed;
        first[n++] = r;
      }
      codes[r] = k;
    }
    BytesColumn different = BytesDecoder.newColumn();
    different.appendSelected(all, first, n);
    BytesColumn out = BytesDecoder.newColumn();
    System.arraycopy(codes, 0, out.startCodes(different, codes.length), 0, codes.length);
    return out;
  }

  /** A number that is unique to the value, or {@link #LONG} if the value has too many bytes. */
  private static long packed(BytesColumn all, int r) {
    int length = all.lengths()[r];
    if (length >= Long.BYTES) {
      return LONG;
    }
    long packed = length + 1;
    int start = all.starts()[r];
    for (int i = start; i < start + length; i++) {
      packed = packed << 8 | all.arena()[i] & 0xFF;
    }
    return packed;
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
