package io.placed.advise.cost;

/**
 * How the reader of a format fetches the pages of a column.
 *
 * @param overrunBytes that it reads beyond the last of adjacent pages, within the column of a row
 *     group, because it does not know where the page ends
 * @param gapBytes between pages that are read rather than skipped; negative = as the device makes
 *     best
 */
public record FetchRules(double overrunBytes, int gapBytes) {
  /** Of this library. */
  public static final FetchRules PLACED = new FetchRules(0, -1);
}
