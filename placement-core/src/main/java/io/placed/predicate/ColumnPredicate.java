package io.placed.predicate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Predicates on one column: against literals, or whether it is null. */
public sealed interface ColumnPredicate extends Predicate {

  /** The names from the top-level column down; never empty. */
  List<String> column();

  /** NULL if the column or the literal is. */
  record Comparison(List<String> column, Op op, Object value) implements ColumnPredicate {
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
  record EqualNullSafe(List<String> column, Object value) implements ColumnPredicate {
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
  record In(List<String> column, List<Object> values) implements ColumnPredicate {
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
  record IsNull(List<String> column) implements ColumnPredicate {
    public IsNull {
      column = path(column);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Never NULL. */
  record IsNotNull(List<String> column) implements ColumnPredicate {
    public IsNotNull {
      column = path(column);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Of a string column, byte by byte; NULL if the column is. */
  record StartsWith(List<String> column, String prefix) implements ColumnPredicate {
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
  record EndsWith(List<String> column, String suffix) implements ColumnPredicate {
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
  record Contains(List<String> column, String part) implements ColumnPredicate {
    public Contains {
      column = path(column);
      Objects.requireNonNull(part);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  private static List<String> path(List<String> column) {
    if (column.isEmpty() || column.contains("")) {
      throw new IllegalArgumentException("the name of a column must not be empty, found " + column);
    }
    return List.copyOf(column);
  }
}
