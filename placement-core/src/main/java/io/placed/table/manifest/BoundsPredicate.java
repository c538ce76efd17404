package io.placed.table.manifest;

import io.placed.predicate.ColumnPredicate;
import io.placed.predicate.LogicalPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Turns a predicate on columns of a table into one on the bounds in a manifest's rows, so that the
 * manifest is scanned like any other file: {@code c >= 5} becomes {@code max<id> >= 5 or max<id> is
 * null}. Where the predicate is TRUE for a row of a data file, the result is TRUE for the file's
 * entry; the other way round it need not be. A bound is null where it is unknown.
 */
final class BoundsPredicate {
  /** Values of an IN list up to which each is looked for; of longer lists their range is. */
  private static final int FEW_VALUES = 32;

  /** The column as the manifest has it; null if it has no bounds of it. */
  private final Function<String, Field> columns;

  /** The column as the predicate means it. */
  private final Function<String, Field> meant;

  /**
   * @param columns the column of a name, as the manifest has it; null if it has no bounds of it
   * @param meant the same column as the predicate means it, possibly of a wider type
   */
  BoundsPredicate(Function<String, Field> columns, Function<String, Field> meant) {
    this.columns = columns;
    this.meant = meant;
  }

  /** Empty if nothing can be ruled out. */
  Optional<Predicate> of(Predicate p) {
    return of(p, false);
  }

  /**
   * @param negated whether the predicate has to be FALSE
   */
  private Optional<Predicate> of(Predicate p, boolean negated) {
    if (p instanceof LogicalPredicate.Not n) {
      return of(n.part(), !negated);
    }
    if (p instanceof LogicalPredicate.And a) {
      return negated ? any(a.parts(), true) : all(a.parts(), false);
    }
    if (p instanceof LogicalPredicate.Or o) {
      return negated ? all(o.parts(), true) : any(o.parts(), false);
    }
    if (p instanceof ColumnPredicate.Comparison c) {
      return comparison(c.column(), negated ? negation(c.op()) : c.op(), c.value());
    }
    if (negated) {
      return Optional.empty();
    }
    if (p instanceof ColumnPredicate.EqualNullSafe e) {
      return comparison(e.column(), Op.EQ, e.value());
    }
    if (p instanceof ColumnPredicate.In in) {
      return in(in);
    }
    if (p instanceof ColumnPredicate.StartsWith s) {
      return startsWith(s);
    }
    return p instanceof LogicalPredicate.AlwaysFalse ? Optional.of(p) : Optional.empty();
  }

  private static Op negation(Op op) {
    return switch (op) {
      case EQ -> Op.NE;
      case NE -> Op.EQ;
      case LT -> Op.GE;
      case LE -> Op.GT;
      case GT -> Op.LE;
      case GE -> Op.LT;
    };
  }

  private Optional<Predicate> all(List<Predicate> parts, boolean negated) {
    List<Predicate> known =
        parts.stream().map(p -> of(p, negated)).flatMap(Optional::stream).toList();
    return known.isEmpty() ? Optional.empty() : Optional.of(Predicate.and(known));
  }

  private Optional<Predicate> any(List<Predicate> parts, boolean negated) {
    List<Predicate> known = new ArrayList<>();
    for (Predicate part : parts) {
      Optional<Predicate> one = of(part, negated);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      known.add(one.get());
    }
    return Optional.of(Predicate.or(known));
  }

  private Field column(List<String> path) {
    return path.size() > 1 ? null : columns.apply(path.get(0));
  }

  private Optional<Predicate> comparison(List<String> path, Op op, Object value) {
    Field f = column(path);
    if (f == null || value == null || value instanceof Double d && d.isNaN()) {
      return Optional.empty();
    }
    // Values that are equal in both types compare otherwise with a literal that one of them rounds.
    if (isRounded(value, f.type()) != isRounded(value, meant.apply(path.get(0)).type())) {
      return Optional.empty();
    }
    return switch (op) {
      case EQ -> Optional.of(Predicate.and(atMost(f, Op.LE, value), atLeast(f, Op.GE, value)));
      case NE -> Optional.empty();
      case LT, LE -> Optional.of(atMost(f, op, value));
      case GT, GE -> Optional.of(orNan(f, atLeast(f, op, value)));
    };
  }

  /** Whether a literal is compared as another number, see {@link Predicate#bind}. */
  private static boolean isRounded(Object literal, Type type) {
    boolean floating = type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
    return literal instanceof BigDecimal && floating
        || literal instanceof Double && type.kind() == TypeKind.DECIMAL;
  }

  private static Predicate atMost(Field f, Op op, Object value) {
    return orNull(ManifestSchema.min(f), op, value);
  }

  private static Predicate atLeast(Field f, Op op, Object value) {
    return orNull(ManifestSchema.max(f), op, value);
  }

  private static Predicate orNull(String column, Op op, Object value) {
    return Predicate.or(Predicate.compare(List.of(column), op, value), Predicate.isNull(column));
  }

  /** NaN is above all other numbers, and not in the bounds. */
  private static Predicate orNan(Field f, Predicate p) {
    return ManifestSchema.hasNans(f.type())
        ? Predicate.or(p, Predicate.gt(ManifestSchema.nans(f), 0L))
        : p;
  }

  private Optional<Predicate> in(ColumnPredicate.In in) {
    List<Object> values = in.values().stream().filter(Objects::nonNull).toList();
    if (values.isEmpty()) {
      return Optional.of(Predicate.alwaysFalse());
    }
    if (values.size() <= FEW_VALUES) {
      return any(
          values.stream().map(v -> Predicate.compare(in.column(), Op.EQ, v)).toList(), false);
    }
    Comparator<Object> order = order(values);
    if (order == null) {
      return Optional.empty();
    }
    Object least = values.stream().min(order).get();
    Object most = values.stream().max(order).get();
    return all(
        List.of(
            Predicate.compare(in.column(), Op.GE, least),
            Predicate.compare(in.column(), Op.LE, most)),
        false);
  }

  /** The order of values of one class; null if they are of several, or have none. */
  @SuppressWarnings("unchecked")
  private static Comparator<Object> order(List<Object> values) {
    Class<?> type = values.get(0).getClass();
    if (values.stream().anyMatch(v -> v.getClass() != type || v.equals(Double.NaN))) {
      return null;
    }
    if (type == String.class) {
      return Comparator.comparing(
          v -> ((String) v).getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
    }
    if (type == byte[].class) {
      return (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    }
    return values.get(0) instanceof Comparable
        ? (a, b) -> ((Comparable<Object>) a).compareTo(b)
        : null;
  }

  private Optional<Predicate> startsWith(ColumnPredicate.StartsWith s) {
    Field f = column(s.column());
    if (f == null) {
      return Optional.empty();
    }
    Predicate low =
        Predicate.or(
            atMost(f, Op.LE, s.prefix()), Predicate.startsWith(ManifestSchema.min(f), s.prefix()));
    return Optional.of(Predicate.and(low, atLeast(f, Op.GE, s.prefix())));
  }
}
