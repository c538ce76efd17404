package io.placed.advise.cost;

/**
 * Size and decode time of a column.
 *
 * @param bytesPerRow of its pages
 * @param dictionaryBytes of a row group
 * @param nanosPerRow to check, decompress and decode
 */
public record ColumnCost(double bytesPerRow, double dictionaryBytes, double nanosPerRow) {
  /** A column whose values are not stored. */
  public static final ColumnCost NONE = new ColumnCost(0, 0, 0);
}
