package io.placed.advise.order;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.Cut;
import io.placed.placement.Reordering;
import io.placed.schema.Field;
import io.placed.schema.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Query-data trees from conditions on codes. Histories have no literals, so the cuts are at the
 * bounds of the sample's ranges that are next to the ranges of the conditions.
 */
final class QueryTrees {
  private final List<Field> fields;
  private final ColumnCodes[] codes;
  private final List<List<Cut>> onValues = new ArrayList<>();
  private final List<List<Cut>> onCodes = new ArrayList<>();
  private final Set<Cut> cuts = new HashSet<>();

  private QueryTrees(List<Field> fields, ColumnCodes[] codes) {
    this.fields = fields;
    this.codes = codes;
  }

  /**
   * @param fields the filter columns that a table may be ordered by; others have higher numbers
   * @param queries conditions of queries, the most important first
   * @param leafRows rows of a page
   * @param rows of the table
   * @return empty if there are no cuts, or they do not divide the table
   */
  static Optional<CandidateOrder> of(
      List<Field> fields,
      ColumnCodes[] codes,
      List<List<CodeCondition>> queries,
      CodeSample sample,
      int leafRows,
      long rows) {
    QueryTrees trees = new QueryTrees(fields, codes);
    queries.forEach(trees::add);
    if (trees.onValues.isEmpty()) {
      return Optional.empty();
    }
    CandidateOrder order =
        CandidateOrder.tree(
            new Reordering.QdTree(trees.onValues, leafRows),
            new Reordering.QdTree(trees.onCodes, leafRows),
            sample,
            rows);
    return order.leaves() < 2 ? Optional.empty() : Optional.of(order);
  }

  private void add(List<CodeCondition> query) {
    List<Cut> values = new ArrayList<>();
    List<Cut> numbers = new ArrayList<>();
    for (CodeCondition c : query) {
      // A tree has conjunctions only, and partition columns are the same in all of a file.
      if (c.ranges().length == 2 && c.column() < fields.size()) {
        cut(c.column(), Cut.Operator.GREATER_OR_EQUAL, c.ranges()[0], values, numbers);
        cut(c.column(), Cut.Operator.LESS, c.ranges()[1] + 1, values, numbers);
      }
    }
    Set<Cut> more = new HashSet<>(cuts);
    more.addAll(values);
    if (!values.isEmpty() && sum(values.size()) <= Reordering.QdTree.MAX_CUTS) {
      cuts.addAll(more);
      onValues.add(values);
      onCodes.add(numbers);
    }
  }

  private int sum(int more) {
    return more + onValues.stream().mapToInt(List::size).sum();
  }

  private void cut(
      int column, Cut.Operator operator, int code, List<Cut> values, List<Cut> numbers) {
    Object value = code <= 1 ? null : codes[column].valueFrom(code);
    Object literal = value == null ? null : literal(fields.get(column), value);
    if (literal != null) {
      values.add(new Cut(fields.get(column).name(), operator, literal));
      BigDecimal number = BigDecimal.valueOf(codes[column].codeFrom(code));
      numbers.add(new Cut(CandidateOrder.name(column), operator, number));
    }
  }

  /** The value as a literal of a cut; null if it has none. */
  private static Object literal(Field field, Object value) {
    if (value instanceof Double d) {
      return Double.isFinite(d) && Math.abs(d) < 1e50 ? small(d.toString()) : null;
    } else if (value instanceof Float f) {
      return Float.isFinite(f) ? small(f.toString()) : null;
    } else if (value instanceof Boolean || value instanceof BigDecimal) {
      return value;
    } else if (value instanceof Number n) {
      return BigDecimal.valueOf(n.longValue());
    }
    // Dates and timestamps print as they are parsed; binary values have no text.
    return field.type().kind() == TypeKind.BINARY ? null : value.toString();
  }

  private static BigDecimal small(String number) {
    BigDecimal exact = new BigDecimal(number);
    return exact.scale() > 60 || exact.precision() - exact.scale() > 60 ? null : exact;
  }
}
