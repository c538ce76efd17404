package io.placed.table.partition;

import io.placed.predicate.ColumnPredicate;
import io.placed.predicate.LogicalPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.partition.PartitionTransform.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adds to a predicate on columns what follows from it for the fields by which files are
 * partitioned: {@code id = 5} becomes {@code id = 5 and id_bucket = 7}. Where the predicate is TRUE
 * for a row, so is the result, with the values of the row's fields. A field that a file does not
 * have is unknown, which rules nothing out: so each file is tested by its own partitioning.
 *
 * <p>The result has names of its own for the fields. A reader may ask for a column that has the
 * name of a field and that the table does not have: {@code id_bucket is null} is then TRUE for
 * every row, and says nothing of the field.
 */
public final class PartitionProjection {
  private final Partitioning partitioning;
  private final Schema table;
  private final boolean caseSensitive;
  private final Map<String, PartitionField> fields = new LinkedHashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Predicate predicate;

  /**
   * @param table the columns under the names that the predicate uses, with their ids
   */
  public PartitionProjection(
      Predicate predicate, Partitioning partitioning, Schema table, boolean caseSensitive) {
    this.partitioning = partitioning;
    this.table = table;
    this.caseSensitive = caseSensitive;
    nameFields(predicate.columns());
    this.predicate = fields.isEmpty() ? predicate : of(predicate);
  }

  private void nameFields(Collection<String> used) {
    Set<String> taken = new HashSet<>();
    used.forEach(c -> taken.add(c.toLowerCase(Locale.ROOT)));
    table.fields().forEach(f -> taken.add(f.name().toLowerCase(Locale.ROOT)));
    for (PartitionField f : partitioning.all()) {
      if (!f.isIdentity() && f.sourceIn(table) != null) {
        String name = f.name();
        while (!taken.add(name.toLowerCase(Locale.ROOT))) {
          name += "'";
        }
        fields.put(name, f);
        names.put(f.id(), name);
      }
    }
  }

  /** The columns that {@link #predicate} may name: those of the table, and the fields. */
  public Schema columns() {
    if (fields.isEmpty()) {
      return table;
    }
    List<Field> columns = new ArrayList<>(table.fields());
    fields.forEach(
        (name, f) -> {
          Field result = f.asColumn(table);
          columns.add(new Field(result.id(), name, result.type(), result.nullable()));
        });
    return Schema.of(columns);
  }

  /** The predicate with what follows for partition fields. */
  public Predicate predicate() {
    return predicate;
  }

  /** The field that a column of {@link #columns} behind those of the table stands for. */
  public PartitionField field(String name) {
    return fields.get(name);
  }

  private Predicate of(Predicate p) {
    if (p instanceof LogicalPredicate.And a) {
      return Predicate.and(a.parts().stream().map(this::of).toList());
    }
    if (p instanceof LogicalPredicate.Or o) {
      return Predicate.or(o.parts().stream().map(this::of).toList());
    }
    if (p instanceof LogicalPredicate.Not n) {
      return withFields(p, negated(n.part()));
    }
    return p instanceof ColumnPredicate c ? withFields(p, c) : p;
  }

  /** What is TRUE where the predicate is FALSE, if it is a predicate on a column; null if not. */
  private static ColumnPredicate negated(Predicate p) {
    if (p instanceof ColumnPredicate.IsNull n) {
      return new ColumnPredicate.IsNotNull(n.column());
    }
    if (p instanceof ColumnPredicate.IsNotNull n) {
      return new ColumnPredicate.IsNull(n.column());
    }
    if (p instanceof ColumnPredicate.Comparison c) {
      Op op =
          switch (c.op()) {
            case EQ -> Op.NE;
            case NE -> Op.EQ;
            case LT -> Op.GE;
            case LE -> Op.GT;
            case GT -> Op.LE;
            case GE -> Op.LT;
          };
      return new ColumnPredicate.Comparison(c.column(), op, c.value());
    }
    return null;
  }

  private Predicate withFields(Predicate p, ColumnPredicate test) {
    Field column = test == null || test.column().size() > 1 ? null : column(test.column().get(0));
    if (column == null) {
      return p;
    }
    List<Predicate> all = new ArrayList<>(List.of(p));
    for (PartitionField f : partitioning.all()) {
      if (f.source() == column.id() && !f.isIdentity()) {
        of(test, f, column.type()).ifPresent(all::add);
      }
    }
    return all.size() == 1 ? p : Predicate.and(all);
  }

  private Field column(String name) {
    try {
      return table.find(name, caseSensitive).map(table::field).orElse(null);
    } catch (IllegalArgumentException ambiguous) {
      return null;
    }
  }

  private Optional<Predicate> of(ColumnPredicate p, PartitionField f, Type type) {
    List<String> field = List.of(names.get(f.id()));
    if (p instanceof ColumnPredicate.IsNull) {
      return Optional.of(Predicate.isNull(field));
    }
    if (p instanceof ColumnPredicate.IsNotNull) {
      return Optional.of(Predicate.isNotNull(field));
    }
    if (p instanceof ColumnPredicate.Comparison c) {
      return comparison(field, c.op(), c.value(), f, type);
    }
    if (p instanceof ColumnPredicate.EqualNullSafe e) {
      return e.value() == null
          ? Optional.of(Predicate.isNull(field))
          : comparison(field, Op.EQ, e.value(), f, type);
    }
    if (p instanceof ColumnPredicate.In in) {
      return in(field, in.values(), f, type);
    }
    return p instanceof ColumnPredicate.StartsWith s
        ? startsWith(field, s.prefix(), f)
        : Optional.empty();
  }

  private static Optional<Predicate> comparison(
      List<String> field, Op op, Object literal, PartitionField f, Type type) {
    Op ofResults =
        switch (op) {
          case EQ -> Op.EQ;
          case NE -> null;
          case LT, LE -> f.transform().kind() == Kind.BUCKET ? null : Op.LE;
          case GT, GE -> f.transform().kind() == Kind.BUCKET ? null : Op.GE;
        };
    Object result = ofResults == null ? null : result(literal, f, type);
    return result == null
        ? Optional.empty()
        : Optional.of(Predicate.compare(field, ofResults, result));
  }

  /** The result for a literal, as a literal; null if it is not known, or does not compare. */
  private static Object result(Object literal, PartitionField f, Type type) {
    Object value = literal == null ? null : LiteralValue.of(type, literal);
    if (value == null) {
      return null;
    }
    Object result = f.transform().apply(type, value);
    String text = TransformText.of(f.transform(), type, result);
    return f.isExact(type, result, text)
        ? LiteralValue.literal(f.transform().resultType(type), result)
        : null;
  }

  private static Optional<Predicate> in(
      List<String> field, List<Object> values, PartitionField f, Type type) {
    Set<Object> results = new LinkedHashSet<>();
    for (Object literal : values) {
      if (literal != null) {
        Object result = result(literal, f, type);
        if (result == null) {
          return Optional.empty();
        }
        results.add(result instanceof byte[] b ? java.nio.ByteBuffer.wrap(b) : result);
      }
    }
    boolean all =
        f.transform().kind() == Kind.BUCKET && results.size() == f.transform().parameter();
    return all || results.isEmpty() ? Optional.empty() : Optional.of(Predicate.in(field, results));
  }

  private static Optional<Predicate> startsWith(
      List<String> field, String prefix, PartitionField f) {
    if (f.transform().kind() != Kind.TRUNCATE || prefix.indexOf('\ufffd') >= 0) {
      return Optional.empty();
    }
    byte[] whole = prefix.getBytes(StandardCharsets.UTF_8);
    byte[] result = (byte[]) f.transform().apply(Type.STRING, whole);
    return Optional.of(
        result.length < whole.length
            ? Predicate.compare(field, Op.EQ, new String(result, StandardCharsets.UTF_8))
            : Predicate.startsWith(field, prefix));
  }
}
