package io.placed.write.spill;

/**
 * What becomes of pages that wait for the dictionary of their chunk: bytes on disk for each byte
 * that the encoder expects, per column of a file. Learned from the first page, and then from every
 * row group.
 */
public final class WaitingSizes {
  private final double[] ratios;

  public WaitingSizes(int columns) {
    ratios = new double[columns];
  }

  public boolean isKnown(int column) {
    return ratios[column] > 0;
  }

  /** 1 where nothing is known. */
  public double ratio(int column) {
    return isKnown(column) ? ratios[column] : 1;
  }

  /**
   * @param expected bytes that were expected of pages that waited; none says nothing
   * @param stored what they take, their dictionary included
   */
  public void learn(int column, long expected, long stored) {
    if (expected > 0) {
      double ratio = (double) stored / expected;
      // Dictionaries make it jump from one row group to the next, around a mean.
      ratios[column] = isKnown(column) ? (ratios[column] + ratio) / 2 : ratio;
    }
  }
}
