package io.placed.scan.request;

import io.placed.vector.Column;

/**
 * A random sample of the rows: the same for the same seed and file, regardless of splits. Samples
 * single rows, or whole vectors, so that most data is skipped.
 */
public final class SampledRows implements RowChoice {
  private static final int VECTOR_BITS = 10;
  private static final double UNIT = 0x1p-53;

  private final double low;
  private final double high;
  private final long seed;
  private final int bits;

  /**
   * @param low lower bound, with {@code high} as exclusive upper bound, of the random numbers in
   *     [0, 1) whose rows are chosen: disjoint ranges choose disjoint rows
   * @param vectors whether to sample vectors of 1,024 rows instead of single rows
   */
  public SampledRows(double low, double high, boolean vectors, long seed, String file) {
    if (!(low >= 0 && low <= high && high <= 1)) {
      throw new IllegalArgumentException(
          "the range of a sample must be within 0 and 1, found " + low + " to " + high);
    }
    this.low = low;
    this.high = high;
    this.seed = mix(seed) ^ mix(file.hashCode());
    this.bits = vectors ? VECTOR_BITS : 0;
  }

  @Override
  public String column() {
    return null;
  }

  @Override
  public boolean mayChoose(long first, long rows, Known known) {
    if (bits == 0) {
      return low < high;
    }
    for (long vector = first >> bits; vector <= first + rows - 1 >> bits; vector++) {
      if (isChosen(vector)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void choose(long first, Column values, long[] rows, int count) {
    for (int i = 0; i < count; i++) {
      if (!isChosen(first + i >> bits)) {
        rows[i >> 6] &= ~(1L << i);
      }
    }
  }

  private boolean isChosen(long number) {
    double x = (mix(seed + number) >>> 11) * UNIT;
    return x >= low && x < high;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood: OOPSLA 2014, figure 17). */
  private static long mix(long z) {
    long a = z + 0x9E3779B97F4A7C15L;
    a = (a ^ a >>> 30) * 0xBF58476D1CE4E5B9L;
    a = (a ^ a >>> 27) * 0x94D049BB133111EBL;
    return a ^ a >>> 31;
  }
}
