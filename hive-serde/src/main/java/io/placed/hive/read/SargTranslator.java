package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.io.sarg.ExpressionTree;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Translates Hive's search arguments to predicates. These select at least the rows that the query
 * needs: what cannot be translated counts as true, and Hive evaluates all conditions again.
 */
final class SargTranslator {
  private final Columns table;
  private final ColumnFields fields;
  private final Map<String, Field> used = new LinkedHashMap<>();

  SargTranslator(Columns table, ColumnFields fields) {
    this.table = table;
    this.fields = fields;
  }

  /** The columns of the table as predicates name them. */
  @FunctionalInterface
  interface ColumnFields {
    /** The field of a column, by its position in the table. */
    Field of(int column) throws IOException;
  }

  /**
   * A predicate and its columns.
   *
   * @param columns by their names in the table, with the types of the literals
   */
  record Condition(Predicate predicate, Schema columns) {}

  /** Null if no part of the search argument can be translated. */
  Condition translate(SearchArgument sarg) throws IOException {
    Predicate p = tree(sarg, sarg.getExpression(), true);
    return p.equals(Predicate.alwaysTrue())
        ? null
        : new Condition(p, Schema.of(List.copyOf(used.values())));
  }

  /**
   * @param positive whether the part is below an even number of NOTs; below an odd number, what
   *     cannot be translated counts as false
   */
  private Predicate tree(SearchArgument sarg, ExpressionTree e, boolean positive)
      throws IOException {
    return switch (e.getOperator()) {
      case AND -> Predicate.and(parts(sarg, e, positive));
      case OR -> Predicate.or(parts(sarg, e, positive));
      case NOT -> Predicate.not(tree(sarg, e.getChildren().get(0), !positive));
      case LEAF -> {
        Predicate leaf = leaf(sarg.getLeaves().get(e.getLeaf()), positive);
        yield leaf == null ? unknown(positive) : leaf;
      }
      case CONSTANT ->
          switch (e.getConstant()) {
            case YES -> Predicate.alwaysTrue();
            case NO -> Predicate.alwaysFalse();
            default -> unknown(positive);
          };
    };
  }

  private List<Predicate> parts(SearchArgument sarg, ExpressionTree e, boolean positive)
      throws IOException {
    List<Predicate> parts = new ArrayList<>();
    for (ExpressionTree child : e.getChildren()) {
      parts.add(tree(sarg, child, positive));
    }
    return parts;
  }

  private static Predicate unknown(boolean positive) {
    return positive ? Predicate.alwaysTrue() : Predicate.alwaysFalse();
  }

  /** Null if it cannot be translated. */
  private Predicate leaf(PredicateLeaf leaf, boolean positive) throws IOException {
    int column = table.indexOf(leaf.getColumnName());
    if (column < 0) {
      return null;
    }
    Field field = fields.of(column);
    if (field.type().isNested()) {
      return null;
    }
    TypeInfo hive = table.types().get(column);
    SargLiterals literals = new SargLiterals(hive, field.type());
    List<String> path = List.of(field.name());
    Predicate p =
        CutText.isCut(hive)
            ? CutText.of(leaf, path, literals, hive, positive)
            : predicate(leaf, path, literals);
    if (p != null) {
      used.putIfAbsent(field.name(), field);
    }
    return p;
  }

  private static Predicate predicate(
      PredicateLeaf leaf, List<String> column, SargLiterals literals) {
    return switch (leaf.getOperator()) {
      case IS_NULL -> Predicate.isNull(column);
      case EQUALS -> compare(leaf, column, Predicate.Op.EQ, literals);
      case LESS_THAN -> compare(leaf, column, Predicate.Op.LT, literals);
      case LESS_THAN_EQUALS -> compare(leaf, column, Predicate.Op.LE, literals);
      case NULL_SAFE_EQUALS -> {
        Object value = literals.of(leaf);
        yield value == null ? null : Predicate.equalNullSafe(column, value);
      }
      case IN -> {
        List<Object> values = literals.listOf(leaf);
        yield values == null ? null : Predicate.in(column, values);
      }
      case BETWEEN -> {
        List<Object> bounds = literals.listOf(leaf);
        yield bounds == null
            ? null
            : Predicate.and(
                List.of(
                    Predicate.compare(column, Predicate.Op.GE, bounds.get(0)),
                    Predicate.compare(column, Predicate.Op.LE, bounds.get(1))));
      }
    };
  }

  private static Predicate compare(
      PredicateLeaf leaf, List<String> column, Predicate.Op op, SargLiterals literals) {
    Object value = literals.of(leaf);
    return value == null ? null : Predicate.compare(column, op, value);
  }
}
