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
import io.placed.predicate.LogicalPredicate.AlwaysTrue;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Not;
import io.placed.predicate.LogicalPredicate.Or;
import io.placed.predicate.Predicate.Op;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.schema.Widening;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Resolves columns, converts literals into tests, and pushes "not" into the leaves. */
final class Binder {
  private final Schema schema;
  private final boolean caseSensitive;

  Binder(Schema schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
  }

  BoundPredicate bind(Predicate predicate) {
    return new BoundPredicate(schema, predicate, node(predicate, false));
  }

  /**
   * @param negated whether to select the rows for which the predicate is FALSE
   */
  private PredicateNode node(Predicate p, boolean negated) {
    if (p instanceof And a) {
      return negated ? anyOf(a.parts(), true) : allOf(a.parts(), false);
    }
    if (p instanceof Or o) {
      return negated ? allOf(o.parts(), true) : anyOf(o.parts(), false);
    }
    if (p instanceof Not n) {
      return node(n.part(), !negated);
    }
    if (p instanceof IsNull n) {
      return new NullNode(find(n.column()), !negated);
    }
    if (p instanceof IsNotNull n) {
      return new NullNode(find(n.column()), negated);
    }
    if (p instanceof Comparison c) {
      ColumnRef ref = find(c.column());
      ValueTest test = ValueTests.compare(ref.type(), name(c.column()), equalOr(c.op()), c.value());
      // Always NULL: neither TRUE nor FALSE.
      return c.value() == null
          ? new ConstantNode(false)
          : new TestNode(ref, test, negated != (c.op() == Op.NE));
    }
    if (p instanceof EqualNullSafe e) {
      ColumnRef ref = find(e.column());
      if (e.value() == null) {
        return new NullNode(ref, !negated);
      }
      ValueTest test = ValueTests.compare(ref.type(), name(e.column()), Op.EQ, e.value());
      PredicateNode leaf = new TestNode(ref, test, negated);
      return negated ? new OrNode(List.of(new NullNode(ref, true), leaf)) : leaf;
    }
    if (p instanceof In i) {
      ColumnRef ref = find(i.column());
      List<Object> present = i.values().stream().filter(Objects::nonNull).toList();
      boolean neverFalse = present.size() < i.values().size();
      ValueTest test = ValueTests.in(ref.type(), name(i.column()), present);
      return negated && neverFalse ? new ConstantNode(false) : new TestNode(ref, test, negated);
    }
    if (p instanceof StartsWith s) {
      ColumnRef ref = string(s.column(), s.prefix());
      return new TestNode(ref, new BytesPrefix(utf8(s.prefix())), negated);
    }
    if (p instanceof EndsWith e) {
      ColumnRef ref = string(e.column(), e.suffix());
      return new TestNode(ref, BytesPattern.endingWith(utf8(e.suffix())), negated);
    }
    if (p instanceof Contains c) {
      ColumnRef ref = string(c.column(), c.part());
      return new TestNode(ref, BytesPattern.containing(utf8(c.part())), negated);
    }
    if (p instanceof Relation r) {
      return new RelationNode(r, negated, references(r));
    }
    return new ConstantNode(p instanceof AlwaysTrue != negated);
  }

  /** The columns of a relation, whose types must widen to those of the references. */
  private Map<List<String>, ColumnRef> references(Relation r) {
    Set<Reference> found = new LinkedHashSet<>();
    r.left().collectReferences(found);
    r.right().collectReferences(found);
    Map<List<String>, ColumnRef> out = new HashMap<>();
    for (Reference reference : found) {
      ColumnRef ref = find(reference.path());
      if (!Widening.allowed(ref.type(), reference.type())) {
        throw new IllegalArgumentException(
            "column %s of type %s cannot be read as %s"
                .formatted(name(reference.path()), ref.type(), reference.type()));
      }
      out.put(reference.path(), ref);
    }
    return out;
  }

  private ColumnRef string(List<String> column, String text) {
    ColumnRef ref = find(column);
    if (ref.type().kind() != TypeKind.STRING) {
      throw ValueTests.mismatch(ref.type(), name(column), text);
    }
    return ref;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** "Not equal" negates "equal": both are NULL for the same rows. */
  private static Op equalOr(Op op) {
    return op == Op.NE ? Op.EQ : op;
  }

  private PredicateNode allOf(List<Predicate> parts, boolean negated) {
    List<AndNode.Part> nodes = new ArrayList<>();
    for (Predicate p : parts) {
      nodes.add(new AndNode.Part(negated ? Predicate.not(p) : p, node(p, negated)));
    }
    return new AndNode(nodes);
  }

  private PredicateNode anyOf(List<Predicate> parts, boolean negated) {
    return new OrNode(parts.stream().map(p -> node(p, negated)).toList());
  }

  private static String name(List<String> column) {
    return PredicateText.name(column);
  }

  private ColumnRef find(List<String> column) {
    int top = position(schema.fields(), column, 0);
    Field field = schema.field(top);
    int[] path = new int[column.size() - 1];
    for (int k = 0; k < path.length; k++) {
      Type type = field.type();
      if (!(type instanceof StructType struct)) {
        throw new IllegalArgumentException(
            "%s of type %s has no field '%s'; predicates can use fields of structs only"
                .formatted(name(column.subList(0, k + 1)), type, column.get(k + 1)));
      }
      path[k] = position(struct.fields(), column, k + 1);
      field = struct.fields().get(path[k]);
    }
    return new ColumnRef(name(column), top, path, field.type());
  }

  private int position(List<Field> fields, List<String> column, int depth) {
    String name = column.get(depth);
    int found = -1;
    for (int i = 0; i < fields.size(); i++) {
      String candidate = fields.get(i).name();
      if (caseSensitive ? candidate.equals(name) : candidate.equalsIgnoreCase(name)) {
        if (found >= 0) {
          throw new IllegalArgumentException(
              "column %s is ambiguous: %s and %s differ only in case"
                  .formatted(name(column), fields.get(found).name(), candidate));
        }
        found = i;
      }
    }
    if (found < 0) {
      String there = fields.stream().limit(40).map(Field::name).collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "column %s does not exist; %s are %s%s"
              .formatted(
                  name(column.subList(0, depth + 1)),
                  depth == 0 ? "the columns" : "the fields of " + name(column.subList(0, depth)),
                  there,
                  fields.size() > 40 ? ", … (" + fields.size() + " in total)" : ""));
    }
    return found;
  }
}
