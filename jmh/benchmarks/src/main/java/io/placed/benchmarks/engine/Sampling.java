package io.placed.benchmarks.engine;

import io.placed.scan.request.RowChoice;
import io.placed.vector.Column;

/** Rows by chance: the same ones for everybody. */
final class Sampling implements RowChoice {
  private static final long SEED = 0x5DEECE66DL;

  private final double part;

  Sampling(double part) {
    this.part = part;
  }

  /** Whether a row is among them; the finaliser of SplitMix64 of its number. */
  static boolean chooses(long row, double part) {
    long z = row * 0x9E3779B97F4A7C15L + SEED;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53 < part;
  }

  @Override
  public String column() {
    return null;
  }

  @Override
  public boolean mayChoose(long first, long rows, Known known) {
    for (long r = first; r < first + rows; r++) {
      if (chooses(r, part)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void choose(long first, Column values, long[] rows, int count) {
    for (int i = 0; i < count; i++) {
      if (!chooses(first + i, part)) {
        rows[i >> 6] &= ~(1L << i);
      }
    }
  }
}
