package io.placed.predicate;

import io.placed.expression.Expression;
import io.placed.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
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
public sealed interface Predicate extends Serializable {

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

  /** TRUE if all parts are. At least two; nested conjunctions are flattened. */
  record And(List<Predicate> parts) implements Predicate {
    public And {
      List<Predicate> flat = new ArrayList<>();
      parts.forEach(p -> flat.addAll(p instanceof And a ? a.parts : List.of(p)));
      parts = List.copyOf(flat);
      requireTwo(parts, "and");
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** TRUE if any part is. At least two; nested disjunctions are flattened. */
  record Or(List<Predicate> parts) implements Predicate {
    public Or {
      List<Predicate> flat = new ArrayList<>();
      parts.forEach(p -> flat.addAll(p instanceof Or o ? o.parts : List.of(p)));
      parts = List.copyOf(flat);
      requireTwo(parts, "or");
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** TRUE if the part is FALSE. */
  record Not(Predicate part) implements Predicate {
    public Not {
      Objects.requireNonNull(part);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** NULL if the column or the literal is. */
  record Comparison(List<String> column, Op op, Object value) implements Predicate {
    public Comparison {
      column = path(column);
      Objects.requireNonNull(op);
      value = Literals.normal(value);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Comparison c
          && c.column.equals(column)
          && c.op == op
          && Objects.deepEquals(c.value, value);
    }

    @Override
    public int hashCode() {
      return Objects.hash(column, op, Literals.hash(value));
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Null-safe equality: never NULL itself. */
  record EqualNullSafe(List<String> column, Object value) implements Predicate {
    public EqualNullSafe {
      column = path(column);
      value = Literals.normal(value);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof EqualNullSafe e
          && e.column.equals(column)
          && Objects.deepEquals(e.value, value);
    }

    @Override
    public int hashCode() {
      return Objects.hash(column, Literals.hash(value));
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Equal to one of the literals, at least one. A NULL among them turns FALSE into NULL. */
  record In(List<String> column, List<Object> values) implements Predicate {
    public In {
      column = path(column);
      if (values.isEmpty()) {
        throw new IllegalArgumentException(
            "the list of IN must have at least one value, column " + column);
      }
      List<Object> normal = new ArrayList<>(values.size());
      values.forEach(v -> normal.add(Literals.normal(v)));
      values = Collections.unmodifiableList(normal);
    }

    /** Lists of keys can be long, and boxed ones are slow to serialize. */
    private Object writeReplace() {
      return values.stream().allMatch(Long.class::isInstance)
          ? new InLongs(column, values.stream().mapToLong(v -> (Long) v).toArray())
          : this;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof In i
          && i.column.equals(column)
          && Objects.deepEquals(i.values.toArray(), values.toArray());
    }

    @Override
    public int hashCode() {
      int hash = column.hashCode();
      for (Object v : values) {
        hash = 31 * hash + Literals.hash(v);
      }
      return hash;
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Never NULL. A field of a null struct is null. */
  record IsNull(List<String> column) implements Predicate {
    public IsNull {
      column = path(column);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Never NULL. */
  record IsNotNull(List<String> column) implements Predicate {
    public IsNotNull {
      column = path(column);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Of a string column, byte by byte; NULL if the column is. */
  record StartsWith(List<String> column, String prefix) implements Predicate {
    public StartsWith {
      column = path(column);
      Objects.requireNonNull(prefix);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Of a string column, byte by byte; NULL if the column is. */
  record EndsWith(List<String> column, String suffix) implements Predicate {
    public EndsWith {
      column = path(column);
      Objects.requireNonNull(suffix);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Of a string column, byte by byte; NULL if the column is. */
  record Contains(List<String> column, String part) implements Predicate {
    public Contains {
      column = path(column);
      Objects.requireNonNull(part);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /**
   * Compares two expressions of one type; NULL if either is, unless null-safe. Created by engines
   * only: the text form cannot be parsed.
   *
   * @param nullSafe with EQ only: the result is never NULL
   */
  record Relation(Expression left, Op op, Expression right, boolean nullSafe) implements Predicate {
    public Relation {
      if (!left.type().equals(right.type())) {
        throw new IllegalArgumentException(
            "both sides of a comparison must have the same type, found "
                + left
                + " of type "
                + left.type()
                + " and "
                + right
                + " of type "
                + right.type());
      }
      if (nullSafe && op != Op.EQ) {
        throw new IllegalArgumentException("only EQ can be null-safe, found " + op);
      }
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Every row. */
  record AlwaysTrue() implements Predicate {
    @Override
    public String toString() {
      return "true";
    }
  }

  /** No row. */
  record AlwaysFalse() implements Predicate {
    @Override
    public String toString() {
      return "false";
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
    PredicateText.collectPaths(this, out);
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

  private static void requireTwo(List<Predicate> parts, String word) {
    if (parts.size() < 2) {
      throw new IllegalArgumentException(
          "'" + word + "' needs at least two predicates, found " + parts.size());
    }
  }

  private static List<String> path(List<String> column) {
    if (column.isEmpty() || column.contains("")) {
      throw new IllegalArgumentException("the name of a column must not be empty, found " + column);
    }
    return List.copyOf(column);
  }
}
