package io.placed.encoding.derived;

import io.placed.vector.Bits;
import java.util.Arrays;

/** Groups of rows of a page with equal keys, numbered in the order of their first rows. */
public final class KeyGroups {
  private static final long SLOT_FACTOR = 0x9E3779B97F4A7C15L;

  private final int[] groupOf;
  private long[] keys = new long[256];
  private int count;

  /**
   * @param keys by row
   * @param wanted bit i is set if row i counts; other rows are in no group
   */
  public KeyGroups(long[] keys, int n, long[] wanted) {
    groupOf = new int[n];
    int[] slots = new int[Integer.highestOneBit(Math.max(16, n)) * 4];
    int shift = 64 - Integer.numberOfTrailingZeros(slots.length);
    for (int i = 0; i < n; i++) {
      if (!Bits.get(wanted, i)) {
        groupOf[i] = -1;
        continue;
      }
      long key = keys[i];
      int s = (int) (key * SLOT_FACTOR >>> shift);
      while (slots[s] != 0 && this.keys[slots[s] - 1] != key) {
        s = s + 1 & slots.length - 1;
      }
      if (slots[s] == 0) {
        if (count == this.keys.length) {
          this.keys = Arrays.copyOf(this.keys, 2 * count);
        }
        this.keys[count++] = key;
        slots[s] = count;
      }
      groupOf[i] = slots[s] - 1;
    }
  }

  public int count() {
    return count;
  }

  long key(int group) {
    return keys[group];
  }

  /** The group of a row, or -1. */
  public int groupOf(int row) {
    return groupOf[row];
  }

  /**
   * A value per group from which the values differ little: the most frequent value of each group,
   * or the median if fewer than half of all values are the most frequent ones.
   */
  public long[] representatives(long[] values) {
    int n = groupOf.length;
    int[] starts = new int[count + 1];
    for (int g : groupOf) {
      if (g >= 0) {
        starts[g + 1]++;
      }
    }
    for (int g = 0; g < count; g++) {
      starts[g + 1] += starts[g];
    }
    int[] next = Arrays.copyOf(starts, count);
    long[] sorted = new long[starts[count]];
    for (int i = 0; i < n; i++) {
      if (groupOf[i] >= 0) {
        sorted[next[groupOf[i]]++] = values[i];
      }
    }
    long[] most = new long[count];
    long hits = 0;
    for (int g = 0; g < count; g++) {
      int to = starts[g + 1];
      Arrays.sort(sorted, starts[g], to);
      int best = 0;
      for (int i = starts[g]; i < to; ) {
        int end = i + 1;
        while (end < to && sorted[end] == sorted[i]) {
          end++;
        }
        if (end - i > best) {
          best = end - i;
          most[g] = sorted[i];
        }
        i = end;
      }
      hits += best;
    }
    if (2 * hits < sorted.length) {
      for (int g = 0; g < count; g++) {
        most[g] = sorted[starts[g] + starts[g + 1] >>> 1];
      }
    }
    return most;
  }
}
