package io.placed.aggregate;

import io.placed.vector.Bits;
import java.util.Arrays;

/**
 * How many rows each group has, and how many values of each argument: rows less the missing ones,
 * so that arguments without missing values cost nothing. Counts of a batch are complete before its
 * values are added.
 */
final class ValueCounts {
  /** Asks for rows, missing values or not. */
  static final int ROWS = -1;

  private int shift;
  private long[] rows = new long[1];

  /** By argument and group; null for arguments that are not asked for. */
  private final long[][] missing;

  private boolean[] seen = new boolean[1];

  /**
   * @param asked per argument, whether its values are asked for
   */
  ValueCounts(boolean[] asked) {
    missing = new long[asked.length][];
    for (int a = 0; a < asked.length; a++) {
      missing[a] = asked[a] ? new long[1] : null;
    }
  }

  void grow(int groups) {
    rows = Lanes.grown(rows, shift, groups);
    shift = Lanes.shift(groups);
    for (int a = 0; a < missing.length; a++) {
      missing[a] = missing[a] == null ? null : Arrays.copyOf(missing[a], groups);
    }
    seen = Arrays.copyOf(seen, groups);
  }

  void add(GroupedRows batch) {
    int n = batch.count();
    int[] groups = batch.groups();
    long all = n;
    if (groups == null) {
      long[] counted = batch.counted(null);
      all = counted == null ? n : Bits.count(counted, 0, n);
      rows[0] += all;
    } else {
      long[] to = rows;
      int[] lanes = batch.lanes(shift);
      for (int i = 0; i < n; i++) {
        to[lanes[i]]++;
      }
    }
    for (int a = 0; a < missing.length; a++) {
      long[] present = missing[a] == null ? null : batch.values(a).present();
      if (present != null) {
        addMissing(missing[a], present, batch, all);
      }
    }
  }

  private static void addMissing(long[] counts, long[] present, GroupedRows batch, long all) {
    int n = batch.count();
    int[] groups = batch.groups();
    if (groups == null) {
      counts[0] += all - Bits.count(batch.counted(present), 0, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      counts[groups[i]] += ~(present[i >> 6] >>> i) & 1;
    }
  }

  /**
   * @param argument or {@link #ROWS}
   */
  long of(int argument, int group) {
    long all = Lanes.sum(rows, group, shift);
    return argument == ROWS ? all : all - missing[argument][group];
  }

  /** Whether any row has come since {@link #forget}, put out since or not. */
  boolean isSeen(int group) {
    return seen[group] || Lanes.sum(rows, group, shift) != 0;
  }

  /** Makes the counts of a group nothing: it was put out. */
  void reset(int group) {
    seen[group] = isSeen(group);
    Arrays.fill(rows, group << shift, group + 1 << shift, 0);
    for (long[] m : missing) {
      if (m != null) {
        m[group] = 0;
      }
    }
  }

  /** All groups were put out. */
  void forget() {
    Arrays.fill(rows, 0);
    Arrays.fill(seen, false);
    for (long[] m : missing) {
      if (m != null) {
        Arrays.fill(m, 0);
      }
    }
  }
}
