package io.placed.write.derive;

import io.placed.encoding.derived.KeyGroups;
import io.placed.encoding.derived.ParentKeys;
import io.placed.encoding.derived.ScaledIntegers;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.Arrays;

/** A column of the first page as numbers of its distinct values, for the search of maps. */
final class PageColumn {
  private static final double LOG_2 = Math.log(2);

  final int ordinal;
  final String name;

  /** By row the number of its value; null is a value, too. */
  final int[] codes;

  final int distinct;

  /** Whether the value of a row is not null and, of a child, has an integer. */
  final long[] present;

  /** Integers of a child, as {@link SampleColumn}; null for strings. */
  final long[] integers;

  /** As {@link SampleColumn#scale}. */
  final int scale;

  /** Mean distance of the integers of two rows. */
  final double distance;

  /** Bits of an integer of a map. */
  final int width;

  /** Approximate bits per value without a derivation. */
  final double bits;

  /** Approximate bits per value of the strings that every page of a derived column has. */
  final double stringBits;

  private PageColumn(int ordinal, String name, Column column, int from, int n, SampleColumn s) {
    this.ordinal = ordinal;
    this.name = name;
    long[] keys = new long[n];
    ParentKeys.read(column, from, n, keys);
    long[] all = new long[Bits.words(n)];
    Bits.fill(all, 0, n, true);
    KeyGroups groups = new KeyGroups(keys, n, all);
    codes = new int[n];
    for (int i = 0; i < n; i++) {
      codes[i] = groups.groupOf(i);
    }
    distinct = groups.count();
    present = new long[all.length];
    boolean strings = column instanceof BytesColumn;
    scale = s == null ? 0 : s.scale;
    if (s == null) {
      integers = null;
      copyValidity(column, from, n);
      width = 64 - Long.numberOfLeadingZeros(distinct - 1L);
      distance = 0;
    } else {
      integers = new long[n];
      ScaledIntegers.read(column, from, n, scale, integers, present);
      width = rangeBits();
      distance = meanDistance();
    }
    double entropy = entropy();
    if (strings) {
      bits = entropy;
      stringBits = stringBits((BytesColumn) column, from, n);
    } else {
      bits = s == null ? Long.SIZE : Math.min(s.bits, entropy);
      stringBits = 0;
    }
  }

  /** Null if a column of this type cannot take part. */
  static PageColumn of(int ordinal, String name, Column column, int from, int n, SampleColumn s) {
    return switch (column.type().storage()) {
      case INT, LONG, FLOAT, DOUBLE, BYTES -> new PageColumn(ordinal, name, column, from, n, s);
      default -> null;
    };
  }

  private void copyValidity(Column column, int from, int n) {
    if (column.validity() == null) {
      Bits.fill(present, 0, n, true);
    } else {
      Bits.copy(column.validity(), from, present, 0, n);
    }
  }

  /** Whether its values can be looked up. */
  boolean mayBeChild(Storage storage) {
    return (integers != null || storage == Storage.BYTES) && distinct <= codes.length / 2;
  }

  private int rangeBits() {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < integers.length; i++) {
      if (Bits.get(present, i)) {
        min = Math.min(min, integers[i]);
        max = Math.max(max, integers[i]);
      }
    }
    return min >= max ? 0 : 64 - Long.numberOfLeadingZeros(max - min);
  }

  /** Of rows that are half of the page apart. */
  private double meanDistance() {
    int half = integers.length / 2;
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < half; i++) {
      if (Bits.get(present, i) && Bits.get(present, i + half)) {
        sum += Math.abs((double) integers[i] - integers[i + half]);
        pairs++;
      }
    }
    return pairs == 0 ? 0 : sum / pairs;
  }

  private double entropy() {
    int n = codes.length;
    int[] counts = new int[distinct];
    int runs = 1;
    for (int i = 0; i < n; i++) {
      counts[codes[i]]++;
      runs += i > 0 && codes[i] != codes[i - 1] ? 1 : 0;
    }
    double bits = 0;
    for (int count : counts) {
      bits -= count * Math.log((double) count / n) / LOG_2;
    }
    return Math.min(bits / n, runs * (bits / n + BitCost.RUN_BITS) / n);
  }

  private double stringBits(BytesColumn column, int from, int n) {
    boolean[] seen = new boolean[distinct];
    long bytes = 0;
    int[] lengths = column.lengths();
    for (int i = 0; i < n; i++) {
      if (!seen[codes[i]] && Bits.get(present, i)) {
        seen[codes[i]] = true;
        bytes += lengths[from + i] + 1;
      }
    }
    // Half of the bytes remain with FSST or front coding.
    return 8.0 * bytes / 2 / n;
  }

  /** The groups of rows that have equal values in both columns. */
  int[] pairedWith(PageColumn other, int[] countOut) {
    int n = codes.length;
    if ((long) distinct * other.distinct <= 4L * n) {
      int[] numbers = new int[distinct * other.distinct];
      int[] out = new int[n];
      int count = 0;
      for (int i = 0; i < n; i++) {
        int pair = codes[i] * other.distinct + other.codes[i];
        if (numbers[pair] == 0) {
          numbers[pair] = ++count;
        }
        out[i] = numbers[pair] - 1;
      }
      countOut[0] = count;
      return out;
    }
    long[] keys = new long[n];
    for (int i = 0; i < n; i++) {
      keys[i] = (long) codes[i] << 32 | other.codes[i];
    }
    long[] all = new long[Bits.words(n)];
    Arrays.fill(all, -1);
    KeyGroups groups = new KeyGroups(keys, n, all);
    int[] out = new int[n];
    for (int i = 0; i < n; i++) {
      out[i] = groups.groupOf(i);
    }
    countOut[0] = groups.count();
    return out;
  }
}
