package io.placed.aggregate;

import io.placed.schema.DecimalType;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;

/** One aggregate of all groups so far. */
abstract class Accumulator {
  /**
   * @param schema of the batches
   * @param partial whether sums of decimals must keep to the digits of their argument, see {@link
   *     Aggregator}
   */
  static Accumulator of(Aggregate a, Schema schema, boolean partial) {
    return switch (a.function()) {
      case COUNT_ROWS -> new Counts.Rows();
      case COUNT -> Counts.of(a.argument(), schema);
      case SUM -> {
        Evaluator argument = Evaluator.of(a.argument(), schema);
        yield switch (a.argument().type().kind()) {
          case FLOAT, DOUBLE -> new DoubleSums(argument);
          case DECIMAL ->
              new IntegerSums(argument, (DecimalType) (partial ? a.argument().type() : a.type()));
          default -> new IntegerSums(argument, null);
        };
      }
      case MIN, MAX -> Extremes.of(a, schema);
    };
  }

  /** Makes room for so many groups. */
  abstract void grow(int groups);

  /**
   * Adds the rows of a batch.
   *
   * @param groups the group of each row; null if there is one group
   * @param full is told of groups that have to be put out before the next value
   */
  abstract void add(Batch batch, int[] groups, Full full);

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
