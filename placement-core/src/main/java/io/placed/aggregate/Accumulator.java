package io.placed.aggregate;

import io.placed.schema.DecimalType;
import io.placed.vector.Column;

/** One aggregate of all groups so far. Group 0 is never asked for where rows have groups. */
abstract class Accumulator {
  /**
   * @param argument number in the evaluator
   * @param partial whether sums of decimals must keep to the digits of their argument, see {@link
   *     Aggregator}
   */
  static Accumulator of(Aggregate a, int argument, boolean partial, ValueCounts counts) {
    return switch (a.function()) {
      case COUNT_ROWS -> new Counts(counts, ValueCounts.ROWS);
      case COUNT -> new Counts(counts, argument);
      case SUM ->
          switch (a.argument().type().kind()) {
            case FLOAT, DOUBLE -> new DoubleSums(argument, counts);
            case DECIMAL ->
                new IntegerSums(
                    argument, counts, (DecimalType) (partial ? a.argument().type() : a.type()));
            default -> new IntegerSums(argument, counts, null);
          };
      case MIN, MAX -> Extremes.of(a, argument);
    };
  }

  /** Makes room for so many groups. */
  abstract void grow(int groups);

  /**
   * Adds the rows of a batch, which were counted.
   *
   * @param full is told of groups that have to be put out before the next value
   */
  abstract void add(GroupedRows rows, Full full);

  /** Appends the result of a group. */
  abstract void append(int group, Column to);

  /** Makes a group as if no row had come. */
  abstract void reset(int group);

  /** Heap that values of groups take beyond what grows with their number. */
  long memoryBytes() {
    return 0;
  }

  /** Puts out a group whose sum has no room for another value. */
  interface Full {
    void putOut(int group);
  }
}
