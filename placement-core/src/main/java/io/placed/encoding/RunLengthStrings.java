package io.placed.encoding;

import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/**
 * Byte strings of {@link RunLength}; see {@link RunLengthDecoders}. The bytes of a run are added
 * once per range into which it reaches.
 */
final class RunLengthStrings implements BytesDecoder {
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
