package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import java.util.Set;

/** Rows whose value is present and in a set, or present and not in it. */
final class TestNode extends Node {
  private final ColumnRef ref;
  private final ValueTest test;
  private final boolean negated;

  TestNode(ColumnRef ref, ValueTest test, boolean negated) {
    this.ref = ref;
    this.test = test;
    this.negated = negated;
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    long[] validity = ref.validity(batch);
    int[] present = rows;
    int n = count;
    if (validity != null) {
      n = Rows.filter(validity, true, rows, count, out);
      present = out;
    }
    return n == 0 ? 0 : test.filter(ref.column(batch), present, n, out, negated);
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    if (!ref.mayBePresent(statistics)) {
      return false;
    }
    ColumnStatistics s = ref.statistics(statistics);
    return s == null || !(negated ? test.allIn(s) : test.noneIn(s));
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    if (ref.mayBeNull(statistics)) {
      return false;
    }
    ColumnStatistics s = ref.statistics(statistics);
    return s != null && (negated ? test.noneIn(s) : test.allIn(s));
  }

  @Override
  void collectColumns(Set<Integer> out) {
    out.add(ref.top());
  }

  @Override
  int cost() {
    return test.cost();
  }
}
