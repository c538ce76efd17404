package io.placed.encoding.kernel;

/** {@link CompareRange} without branches, because they would be hard to predict. */
final class ScalarCompareRange {
  private ScalarCompareRange() {}

  static void ints(int[] v, int off, int n, int base, int last, long[] bits, int word) {
    long above = last + 1L;
    int w = word;
    for (int i = 0; i < n; i += 64, w++) {
      int m = Math.min(64, n - i);
      int at = off + i;
      long set = 0;
      for (int k = 0; k < m; k++) {
        set |= ((v[at + k] - base) - above >>> 63) << k;
      }
      bits[w] = set;
    }
  }

  static void longs(long[] v, int off, int n, long base, long last, long[] bits, int word) {
    int w = word;
    for (int i = 0; i < n; i += 64, w++) {
      int m = Math.min(64, n - i);
      int at = off + i;
      long set = 0;
      for (int k = 0; k < m; k++) {
        set |= notAbove(v[at + k] - base, last) << k;
      }
      bits[w] = set;
    }
  }

  static void floats(float[] v, int off, int n, int base, int last, long[] bits, int word) {
    long above = last + 1L;
    int w = word;
    for (int i = 0; i < n; i += 64, w++) {
      int m = Math.min(64, n - i);
      int at = off + i;
      long set = 0;
      for (int k = 0; k < m; k++) {
        int x = Float.floatToRawIntBits(v[at + k]);
        set |= (((x ^ x >> 31 >>> 1) - base) - above >>> 63) << k;
      }
      bits[w] = set;
    }
  }

  static void doubles(double[] v, int off, int n, long base, long last, long[] bits, int word) {
    int w = word;
    for (int i = 0; i < n; i += 64, w++) {
      int m = Math.min(64, n - i);
      int at = off + i;
      long set = 0;
      for (int k = 0; k < m; k++) {
        long x = Double.doubleToRawLongBits(v[at + k]);
        set |= notAbove((x ^ x >> 63 >>> 1) - base, last) << k;
      }
      bits[w] = set;
    }
  }

  /** 1 if x is at most y (H. S. Warren, Hacker's Delight, 2nd edition, section 2-12). */
  private static long notAbove(long x, long y) {
    return ((x | ~y) & (x ^ y | ~(y - x))) >>> 63;
  }
}
