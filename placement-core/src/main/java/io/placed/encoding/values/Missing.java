package io.placed.encoding.values;

import io.placed.vector.Bits;

/** Gives the slots of missing values the content that costs the least. */
public final class Missing {
  private Missing() {}

  /** Position of the first present value of [from, from + n) relative to from; n if none is. */
  static int firstPresent(long[] validity, int from, int n) {
    for (int i = 0; i < n; i++) {
      if (Bits.get(validity, from + i)) {
        return i;
      }
    }
    return n;
  }

  public static boolean any(long[] validity, int from, int n) {
    return validity != null && Bits.count(validity, from, from + n) < n;
  }

  /**
   * Repeats the value before each missing one; missing ones at the start get the first present.
   *
   * @param validity bit from + i belongs to value i; null if nothing is missing
   */
  static void fill(long[] values, long[] validity, int from, int n) {
    if (!any(validity, from, n)) {
      return;
    }
    int first = firstPresent(validity, from, n);
    long last = first < n ? values[first] : 0;
    for (int i = 0; i < n; i++) {
      if (Bits.get(validity, from + i)) {
        last = values[i];
      } else {
        values[i] = last;
      }
    }
  }

  static void fill(int[] values, long[] validity, int from, int n) {
    if (!any(validity, from, n)) {
      return;
    }
    int first = firstPresent(validity, from, n);
    int last = first < n ? values[first] : 0;
    for (int i = 0; i < n; i++) {
      if (Bits.get(validity, from + i)) {
        last = values[i];
      } else {
        values[i] = last;
      }
    }
  }

  /** The same for booleans: {@code values} are the bits from 0. */
  public static void fillBits(long[] values, long[] validity, int from, int n) {
    if (!any(validity, from, n)) {
      return;
    }
    int first = firstPresent(validity, from, n);
    boolean last = first < n && Bits.get(values, first);
    for (int i = 0; i < n; i++) {
      if (Bits.get(validity, from + i)) {
        last = Bits.get(values, i);
      } else {
        Bits.put(values, i, last);
      }
    }
  }
}
