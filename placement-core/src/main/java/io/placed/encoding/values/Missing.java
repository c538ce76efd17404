package io.placed.encoding.values;

import io.placed.vector.Bits;

/** Fills the slots of nulls with the cheapest content. */
public final class Missing {
  private Missing() {}

  /**
   * Position of the first value of [from, from + n) that is not null, relative to {@code from}; n
   * if all are null.
   */
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
   * Repeats the previous value for each null; nulls at the start get the first value that is not
   * null.
   *
   * @param validity bit from + i belongs to value i; null if there are no nulls
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

  /** The same for booleans, which are the bits of {@code values} from bit 0. */
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
