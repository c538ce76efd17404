package io.placed.datasets;

/**
 * SS-DB's random numbers: a linear congruential generator of 30 bits that is run ten steps from
 * each seed.
 */
final class Lcg {
  private Lcg() {}

  /** In [0, 1), from any seed. */
  static double uniform(long seed) {
    long x = seed;
    for (int step = 0; step < 10; step++) {
      x = (1103515245L * x + 12345) & 0x3fffffff;
    }
    return x / (double) (1 << 30);
  }

  /** About normal with mean 0 and deviation 1: the sum of twelve uniform numbers. */
  static double normal(long seed) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += uniform(12 * seed + i);
    }
    return sum - 6;
  }
}
