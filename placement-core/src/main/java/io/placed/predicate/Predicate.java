package io.placed.predicate;

import io.placed.expression.Expression.Reference;
import io.placed.predicate.ColumnPredicate.Comparison;
import io.placed.predicate.ColumnPredicate.Contains;
import io.placed.predicate.ColumnPredicate.EndsWith;
import io.placed.predicate.ColumnPredicate.EqualNullSafe;
import io.placed.predicate.ColumnPredicate.In;
import io.placed.predicate.ColumnPredicate.IsNotNull;
import io.placed.predicate.ColumnPredicate.IsNull;
import io.placed.predicate.ColumnPredicate.StartsWith;
import io.placed.predicate.LogicalPredicate.AlwaysFalse;
import io.placed.predicate.LogicalPredicate.AlwaysTrue;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Not;
import io.placed.predicate.LogicalPredicate.Or;
import io.placed.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A condition on rows. Immutable, compared by value, and {@code parse(p.toString()).equals(p)}
 * unless it contains a {@link Relation}.
 *
 * <p>A column is a list of names: a top-level column and struct fields below it. Literals are Java
 * values as in {@link io.placed.vector.Values}; any number may be compared with any numeric column.
 * They are normalized to Boolean, Long, BigInteger (beyond long), BigDecimal (not integral),
 * Double, String, byte[], LocalDate, Instant or LocalDateTime. A null literal is SQL's NULL.
 *
 * <p>The text form is SQL's: {@code a >= 5 and (b is null or s.`odd name` in ('x', 'it''s'))},
 * {@code not}, {@code <=>}, {@code starts with 'x'}, {@code ends with 'x'}, {@code contains 'x'};
 * literals {@code 1}, {@code 1.5} (decimal), {@code 1.5D} or {@code 1e3} (double), {@code double
 * 'NaN'}, {@code true}, {@code null}, {@code x'CAFE'}, {@code date '2020-01-31'}, {@code timestamp
 * '2020-01-31T12:00:00Z'}, {@code timestamp_ntz '2020-01-31T12:00'}. Parsed too: {@code between},
 * {@code like 'x%'}, {@code is nan}, a literal on the left.
 */
public sealed interface Predicate extends Serializable
    permits LogicalPredicate, ColumnPredicate, Relation {

  /** Comparison operator. */
  enum Op {
    EQ("="),
    NE("<>"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String symbol;

    Op(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }

    /** The operator with exchanged operands. */
    Op flipped() {
      return switch (this) {
        case EQ, NE -> this;
        case LT -> GT;
        case LE -> GE;
        case GT -> LT;
        case GE -> LE;
      };
    }
  }

  static Predicate eq(String column, Object value) {
    return compare(List.of(column), Op.EQ, value);
  }

  static Predicate ne(String column, Object value) {
    return compare(List.of(column), Op.NE, value);
  }

  static Predicate lt(String column, Object value) {
    return compare(List.of(column), Op.LT, value);
  }

  static Predicate le(String column, Object value) {
    return compare(List.of(column), Op.LE, value);
  }

  static Predicate gt(String column, Object value) {
    return compare(List.of(column), Op.GT, value);
  }

  static Predicate ge(String column, Object value) {
    return compare(List.of(column), Op.GE, value);
  }

  static Predicate compare(List<String> column, Op op, Object value) {
    return new Comparison(column, op, value);
  }

  static Predicate equalNullSafe(String column, Object value) {
    return equalNullSafe(List.of(column), value);
  }

  static Predicate equalNullSafe(List<String> column, Object value) {
    return new EqualNullSafe(column, value);
  }

  /** FALSE, not NULL, for a null, as Spark's isnan. */
  static Predicate isNaN(String column) {
    return equalNullSafe(column, Double.NaN);
  }

  static Predicate in(String column, Collection<?> values) {
    return in(List.of(column), values);
  }

  /** {@link AlwaysFalse} if there are no values. */
  static Predicate in(List<String> column, Collection<?> values) {
    return values.isEmpty() ? new AlwaysFalse() : new In(column, new ArrayList<>(values));
  }

  static Predicate isNull(String column) {
    return isNull(List.of(column));
  }

  static Predicate isNull(List<String> column) {
    return new IsNull(column);
  }

  static Predicate isNotNull(String column) {
    return isNotNull(List.of(column));
  }

  static Predicate isNotNull(List<String> column) {
    return new IsNotNull(column);
  }

  static Predicate startsWith(String column, String prefix) {
    return startsWith(List.of(column), prefix);
  }

  static Predicate startsWith(List<String> column, String prefix) {
    return new StartsWith(column, prefix);
  }

  static Predicate endsWith(List<String> column, String suffix) {
    return new EndsWith(column, suffix);
  }

  static Predicate contains(List<String> column, String part) {
    return new Contains(column, part);
  }

  static Predicate and(Predicate... parts) {
    return and(List.of(parts));
  }

  /** {@link AlwaysTrue} if there are no parts, the part itself if there is one. */
  static Predicate and(List<Predicate> parts) {
    return switch (parts.size()) {
      case 0 -> alwaysTrue();
      case 1 -> parts.get(0);
      default -> new And(parts);
    };
  }

  static Predicate or(Predicate... parts) {
    return or(List.of(parts));
  }

  /** {@link AlwaysFalse} if there are no parts, the part itself if there is one. */
  static Predicate or(List<Predicate> parts) {
    return switch (parts.size()) {
      case 0 -> alwaysFalse();
      case 1 -> parts.get(0);
      default -> new Or(parts);
    };
  }

  static Predicate not(Predicate part) {
    return new Not(part);
  }

  static Predicate alwaysTrue() {
    return new AlwaysTrue();
  }

  static Predicate alwaysFalse() {
    return new AlwaysFalse();
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException naming what was found and where
   */
  static Predicate parse(String text) {
    return new PredicateParser(text).whole();
  }

  /** The parts of a conjunction, else this predicate alone. */
  default List<Predicate> conjuncts() {
    return this instanceof And a ? a.parts() : List.of(this);
  }

  /** Names of the top-level columns, in order of appearance. */
  default Set<String> columns() {
    Set<String> out = new LinkedHashSet<>();
    paths().forEach(p -> out.add(p.get(0)));
    return out;
  }

  /** Columns and struct fields, in order of appearance. */
  default Set<List<String>> paths() {
    Set<List<String>> out = new LinkedHashSet<>();
    collectPaths(this, out);
    return out;
  }

  /**
   * Resolves columns and converts literals exactly to their types: {@code a < 5.5} on integers is
   * {@code a <= 5}, {@code a = 300} on 8-bit integers is never TRUE. Two rules are inexact, as in
   * SQL: a decimal literal is compared with a floating-point column as the nearest double, and a
   * double with a decimal column as the decimal that it prints as.
   *
   * @throws IllegalArgumentException if a column does not exist, or is not comparable with the
   *     literal; the message names column, type and literal, or lists the columns
   */
  default BoundPredicate bind(Schema schema, boolean caseSensitive) {
    return new Binder(schema, caseSensitive).bind(this);
  }

  private static void collectPaths(Predicate p, Set<List<String>> out) {
    if (p instanceof And a) {
      a.parts().forEach(q -> collectPaths(q, out));
    } else if (p instanceof Or o) {
      o.parts().forEach(q -> collectPaths(q, out));
    } else if (p instanceof Not n) {
      collectPaths(n.part(), out);
    } else if (p instanceof ColumnPredicate c) {
      out.add(c.column());
    } else if (p instanceof Relation r) {
      Set<Reference> found = new LinkedHashSet<>();
      r.left().collectReferences(found);
      r.right().collectReferences(found);
      found.forEach(f -> out.add(f.path()));
    }
  }
}
