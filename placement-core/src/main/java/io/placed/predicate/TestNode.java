package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.Set;

/** Rows whose value is not null and in a set, or not null and not in it. */
final class TestNode extends PredicateNode {
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
    return filter(batch.column(ref.top()), rows, count, out);
  }

  private int filter(Column top, int[] rows, int count, int[] out) {
    long[] validity = ref.validity(top);
    int[] present = rows;
    int n = count;
    if (validity != null) {
      n = RowLists.filter(validity, true, rows, count, out);
      present = out;
    }
    return n == 0 ? 0 : test.filter(ref.column(top), present, n, out, negated);
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) throws IOException {
    if (!ref.isWhole() || !source.test(ref.top(), test.match(), negated, rows, out)) {
      Column top = source.decoded(ref.top());
      int[] positions = RowLists.positions(rows, source.rows());
      int n = filter(top, positions, positions.length, positions);
      RowLists.bits(positions, n, source.rows(), out);
    }
  }

  /** The conjunction with another test of the same column; null if they cannot be merged. */
  TestNode and(PredicateNode other) {
    if (negated || !(other instanceof TestNode t) || t.negated || !ref.sameAs(t.ref)) {
      return null;
    }
    ValueTest both = test.and(t.test);
    return both == null ? null : new TestNode(ref, both, false);
  }

  /** Whether this implies the other, because that only tests for not null. */
  boolean implies(PredicateNode other) {
    return other instanceof NullNode n && n.asksForValueOf(ref);
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
