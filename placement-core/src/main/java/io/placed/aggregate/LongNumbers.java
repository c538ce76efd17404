package io.placed.aggregate;

import java.util.Arrays;

/** Numbers different longs from 0 on, in the order in which they come, by open addressing. */
final class LongNumbers {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Number + 1 in each place, 0 in empty ones; a power of two, at most half full. */
  private int[] table = new int[64];

  private long[] values = new long[32];
  private int count;

  int count() {
    return count;
  }

  /** The values by number. */
  long[] values() {
    return values;
  }

  void clear() {
    Arrays.fill(table, 0);
    count = 0;
  }

  long memoryBytes() {
    return 16L * count;
  }

  int of(long value) {
    int mask = table.length - 1;
    for (int at = place(value) & mask; ; at = at + 1 & mask) {
      int number = table[at] - 1;
      if (number < 0) {
        return add(value, at);
      }
      if (values[number] == value) {
        return number;
      }
    }
  }

  private static int place(long value) {
    long h = value * MIX;
    return (int) (h >>> 32 ^ h >>> 17);
  }

  private int add(long value, int at) {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    values[count] = value;
    table[at] = ++count;
    if (count * 2 > table.length) {
      rehash();
    }
    return count - 1;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int k = 0; k < count; k++) {
      int at = place(values[k]) & mask;
      while (table[at] != 0) {
        at = at + 1 & mask;
      }
      table[at] = k + 1;
    }
  }
}
