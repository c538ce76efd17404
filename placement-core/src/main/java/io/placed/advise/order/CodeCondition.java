package io.placed.advise.order;

/**
 * A condition on a filter column.
 *
 * @param column number of the filter column
 * @param ranges pairs of the first and last code that match
 */
public record CodeCondition(int column, int[] ranges) {
  /** Whether a page with these smallest and largest codes may have a matching row. */
  boolean overlaps(int min, int max) {
    for (int r = 0; r < ranges.length; r += 2) {
      if (min <= ranges[r + 1] && max >= ranges[r]) {
        return true;
      }
    }
    return false;
  }
}
