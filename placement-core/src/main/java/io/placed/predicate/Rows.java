package io.placed.predicate;

import io.placed.vector.Bits;

/** Work on ascending lists of rows, where null stands for the rows 0 to count. */
final class Rows {
  private Rows() {}

  static int copy(int[] rows, int count, int[] out) {
    if (rows == null) {
      for (int i = 0; i < count; i++) {
        out[i] = i;
      }
    } else if (rows != out) {
      System.arraycopy(rows, 0, out, 0, count);
    }
    return count;
  }

  /** Keeps the rows whose bit is as wanted; out may be rows. */
  static int filter(long[] bits, boolean wanted, int[] rows, int count, int[] out) {
    int n = 0;
    for (int k = 0; k < count; k++) {
      int i = rows == null ? k : rows[k];
      out[n] = i;
      n += Bits.get(bits, i) == wanted ? 1 : 0;
    }
    return n;
  }
}
