package io.placed.aggregate;

import io.placed.expression.Expression;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.util.Arrays;
import java.util.function.Function;

/** Counts of rows, or of the values that are not missing. */
abstract sealed class Counts extends Accumulator {
  private long[] counts = new long[1];

  /** Bits of the rows that count; null for all. */
  abstract long[] present(Batch batch);

  static final class Rows extends Counts {
    @Override
    long[] present(Batch batch) {
      return null;
    }
  }

  private static final class Values extends Counts {
    private final Function<Batch, long[]> present;

    Values(Function<Batch, long[]> present) {
      this.present = present;
    }

    @Override
    long[] present(Batch batch) {
      return present.apply(batch);
    }
  }

  static Counts of(Expression argument, Schema schema) {
    if (argument instanceof Expression.Reference v) {
      int c = Evaluator.position(v, schema);
      return new Values(batch -> batch.column(c).validity());
    }
    Evaluator evaluator = Evaluator.of(argument, schema);
    return new Values(batch -> evaluator.evaluate(batch).present);
  }

  @Override
  void grow(int groups) {
    counts = Arrays.copyOf(counts, groups);
  }

  @Override
  void add(Batch batch, int[] groups, Full full) {
    int n = batch.rows();
    long[] present = present(batch);
    if (groups == null) {
      counts[0] += present == null ? n : Bits.count(present, 0, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      counts[groups[i]] += present == null ? 1 : present[i >> 6] >>> i & 1;
    }
  }

  @Override
  void append(int group, Column to) {
    ((LongColumn) to).append(counts[group]);
  }

  @Override
  void reset(int group) {
    counts[group] = 0;
  }
}
