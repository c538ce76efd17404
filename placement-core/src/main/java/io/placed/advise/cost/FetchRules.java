package io.placed.advise.cost;

import io.placed.scan.plan.StepSize;

/**
 * How the reader of a format fetches the pages of a column.
 *
 * @param overrunBytes that it reads beyond the last of adjacent pages, within the column of a row
 *     group, because it does not know where the page ends
 * @param gapBytes between pages that are read rather than skipped; negative = as the device makes
 *     best
 * @param steps in which it fetches a row group; null = at once
 */
public record FetchRules(double overrunBytes, int gapBytes, StepSize steps) {
  /** Of a format whose reader fetches row groups at once. */
  public FetchRules(double overrunBytes, int gapBytes) {
    this(overrunBytes, gapBytes, null);
  }

  /**
   * Of this library.
   *
   * @param steps of the store
   */
  public static FetchRules placed(StepSize steps) {
    return new FetchRules(0, -1, steps);
  }
}
