package io.placed.aggregate;

/**
 * Rows of few groups are added to several sums per group in turn, by row number: a sum that has
 * just been stored can be loaded again only after some cycles, and rows of a group follow each
 * other. The sums of group g are those from {@code g << shift} on.
 */
final class Lanes {
  private static final int SHIFT = 2;

  /** Beyond that sums leave the first cache, and rows of a group are further apart. */
  private static final int MAX_GROUPS = 512;

  private Lanes() {}

  /** Sums per group as a power of two. */
  static int shift(int groups) {
    return groups <= MAX_GROUPS ? SHIFT : 0;
  }

  static long sum(long[] lanes, int group, int shift) {
    long sum = 0;
    for (int k = group << shift; k < group + 1 << shift; k++) {
      sum += lanes[k];
    }
    return sum;
  }

  static double sum(double[] lanes, int group, int shift) {
    double sum = 0;
    for (int k = group << shift; k < group + 1 << shift; k++) {
      sum += lanes[k];
    }
    return sum;
  }

  /** The sums of more groups, with those there are. */
  static long[] grown(long[] lanes, int shift, int groups) {
    int wanted = shift(groups);
    long[] out = new long[groups << wanted];
    for (int g = 0; g < lanes.length >> shift; g++) {
      out[g << wanted] = sum(lanes, g, shift);
    }
    return out;
  }

  static double[] grown(double[] lanes, int shift, int groups) {
    int wanted = shift(groups);
    double[] out = new double[groups << wanted];
    for (int g = 0; g < lanes.length >> shift; g++) {
      out[g << wanted] = sum(lanes, g, shift);
    }
    return out;
  }
}
