package io.placed.predicate;

import io.placed.expression.Comparisons;
import io.placed.expression.Evaluator;
import io.placed.expression.Expression.Reference;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Rows for which a comparison of two expressions is TRUE, or FALSE if negated. */
final class RelationNode extends PredicateNode {
  private static final int BELOW = 1;
  private static final int EQUAL = 2;
  private static final int ABOVE = 4;

  private final Map<List<String>, ColumnRef> references;
  private final boolean nullSafe;
  private final boolean mayFail;
  private final Comparisons comparisons;

  /**
   * @param references the columns by the paths of the expressions
   */
  RelationNode(Relation relation, boolean negated, Map<List<String>, ColumnRef> references) {
    this.references = references;
    this.nullSafe = relation.nullSafe();
    this.mayFail = relation.left().mayFail() || relation.right().mayFail();
    int signs =
        switch (relation.op()) {
          case EQ -> EQUAL;
          case NE -> BELOW | ABOVE;
          case LT -> BELOW;
          case LE -> BELOW | EQUAL;
          case GT -> ABOVE;
          case GE -> EQUAL | ABOVE;
        };
    int wanted = negated ? (BELOW | EQUAL | ABOVE) - signs : signs;
    comparisons = new Comparisons(relation.left(), relation.right(), wanted, nullSafe);
  }

  /** A view of decoded columns. */
  private final class Decoded implements Evaluator.Columns {
    private final IntFunction<Column> tops;

    Decoded(IntFunction<Column> tops) {
      this.tops = tops;
    }

    @Override
    public Column values(Reference reference) {
      ColumnRef ref = references.get(reference.path());
      return ref.column(tops.apply(ref.top()));
    }

    @Override
    public long[] validity(Reference reference) {
      ColumnRef ref = references.get(reference.path());
      return ref.validity(tops.apply(ref.top()));
    }
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    return comparisons.filter(new Decoded(batch::column), rows, count, out);
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) throws IOException {
    for (ColumnRef ref : references.values()) {
      source.decoded(ref.top());
    }
    int[] positions = RowLists.positions(rows, source.rows());
    IntFunction<Column> tops =
        top -> {
          try {
            return source.decoded(top);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        };
    int n = comparisons.filter(new Decoded(tops), positions, positions.length, positions);
    RowLists.bits(positions, n, source.rows(), out);
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    return nullSafe || references.values().stream().allMatch(r -> r.mayBePresent(statistics));
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    return false;
  }

  @Override
  void collectColumns(Set<Integer> out) {
    references.values().forEach(r -> out.add(r.top()));
  }

  @Override
  int cost() {
    return 12 * Math.max(1, references.size());
  }

  @Override
  boolean mayFail() {
    return mayFail;
  }
}
