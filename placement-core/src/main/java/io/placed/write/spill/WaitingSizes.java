package io.placed.write.spill;

/**
 * Predicts the size of pages that wait for the dictionary of their chunk: the ratio of stored to
 * expected bytes, per column of a file. Learned from the first page, then from every row group.
 */
public final class WaitingSizes {
  private final double[] ratios;

  public WaitingSizes(int columns) {
    ratios = new double[columns];
  }

  public boolean isKnown(int column) {
    return ratios[column] > 0;
  }

  /** 1 if unknown. */
  public double ratio(int column) {
    return isKnown(column) ? ratios[column] : 1;
  }

  /**
   * @param expected bytes that were expected; ignored if 0
   * @param stored actual bytes, including the dictionary
   */
  public void learn(int column, long expected, long stored) {
    if (expected > 0) {
      double ratio = (double) stored / expected;
      // A moving average, since dictionaries make the ratio vary between row groups.
      ratios[column] = isKnown(column) ? (ratios[column] + ratio) / 2 : ratio;
    }
  }
}
