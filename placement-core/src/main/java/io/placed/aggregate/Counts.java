package io.placed.aggregate;

import io.placed.vector.Column;
import io.placed.vector.LongColumn;

/** Counts of rows, or of the values that are not missing. */
final class Counts extends Accumulator {
  private final ValueCounts counts;
  private final int argument;

  /**
   * @param argument or {@link ValueCounts#ROWS}
   */
  Counts(ValueCounts counts, int argument) {
    this.counts = counts;
    this.argument = argument;
  }

  @Override
  void grow(int groups) {
    // Counted elsewhere, for all aggregates together.
  }

  @Override
  void add(GroupedRows rows, Full full) {
    // As above.
  }

  @Override
  void append(int group, Column to) {
    ((LongColumn) to).append(counts.of(argument, group));
  }

  @Override
  void reset(int group) {
    // As above.
  }
}
