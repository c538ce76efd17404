package io.placed.predicate;

import io.placed.vector.Batch;
import io.placed.vector.Bits;
import java.util.Arrays;
import java.util.Set;

/** Selects all rows or none. */
final class ConstantNode extends PredicateNode {
  private final boolean value;

  ConstantNode(boolean value) {
    this.value = value;
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    return value ? RowLists.copy(rows, count, out) : 0;
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) {
    int words = Bits.words(source.rows());
    if (!value) {
      Arrays.fill(out, 0, words, 0);
    } else if (rows != out) {
      System.arraycopy(rows, 0, out, 0, words);
    }
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    return value;
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    return value;
  }

  @Override
  void collectColumns(Set<Integer> out) {}

  @Override
  int cost() {
    return 0;
  }
}
