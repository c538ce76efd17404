package io.placed.predicate;

import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.Set;

/** Rows with a null, or with a non-null value. */
final class NullNode extends PredicateNode {
  private final ColumnRef ref;
  private final boolean wantsNull;

  NullNode(ColumnRef ref, boolean wantsNull) {
    this.ref = ref;
    this.wantsNull = wantsNull;
  }

  boolean asksForValueOf(ColumnRef column) {
    return !wantsNull && ref.sameAs(column);
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    return filter(batch.column(ref.top()), rows, count, out);
  }

  private int filter(Column top, int[] rows, int count, int[] out) {
    long[] validity = ref.validity(top);
    if (validity == null) {
      return wantsNull ? 0 : RowLists.copy(rows, count, out);
    }
    return RowLists.filter(validity, !wantsNull, rows, count, out);
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) throws IOException {
    if (!ref.isWhole() || !source.testPresence(ref.top(), !wantsNull, rows, out)) {
      Column top = source.decoded(ref.top());
      int[] positions = RowLists.positions(rows, source.rows());
      int n = filter(top, positions, positions.length, positions);
      RowLists.bits(positions, n, source.rows(), out);
    }
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    return wantsNull ? ref.mayBeNull(statistics) : ref.mayBePresent(statistics);
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    return wantsNull ? !ref.mayBePresent(statistics) : !ref.mayBeNull(statistics);
  }

  @Override
  void collectColumns(Set<Integer> out) {
    out.add(ref.top());
  }

  @Override
  int cost() {
    return 1;
  }
}
