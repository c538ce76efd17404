package io.placed.advise.cost;

/**
 * Processor time in which an engine moves rows, so that equal keys come together, and sorts them
 * for a join. Measured with Spark 4.2 on one core (docs/results/advise.md): rows of 2 to 12 columns
 * of lineitem, repartitioned by the order key, with and without a sort, against the scan alone.
 * Other engines and wider values differ, so bars are wide.
 */
public final class ShuffleTime {
  /** Standard deviation of the logarithm. */
  public static final double ERROR = 0.4;

  private static final double NANOS_OF_ROW = 270;
  private static final double NANOS_OF_VALUE = 42;
  private static final double NANOS_OF_SORTED_ROW = 180;

  private ShuffleTime() {}

  /**
   * @param columns of a row
   */
  public static double moveSeconds(double rows, int columns) {
    return rows * (NANOS_OF_ROW + columns * NANOS_OF_VALUE) / 1e9;
  }

  /** Sorting after that. */
  public static double sortSeconds(double rows) {
    return rows * NANOS_OF_SORTED_ROW / 1e9;
  }
}
