package io.placed.advise.workload;

import java.util.Locale;

/**
 * A range of the values of a column, given by <i>ranks</i>: the rank of a value is the share of the
 * non-null values of the table that are smaller, from 0 to 1. Ranks say which part of a table a
 * query asks for, and nothing about the values themselves.
 *
 * @param from rank of the lower end
 * @param to share of the values that are not above the upper end. For an equality {@code to - from}
 *     is the share of rows with this value, which may be 0
 */
public record RankRange(double from, double to) {
  /** All values. */
  public static final RankRange ALL = new RankRange(0, 1);

  public RankRange {
    if (!(from >= 0 && from <= to && to <= 1)) {
      throw new IllegalArgumentException(
          "ranks must be 0 to 1 and ascending, found " + from + " to " + to);
    }
  }

  /** Share of the non-null values in the range. */
  public double share() {
    return to - from;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "[%s to %s]", Query.number(from), Query.number(to));
  }
}
