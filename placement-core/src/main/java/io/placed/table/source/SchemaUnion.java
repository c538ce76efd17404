package io.placed.table.source;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import java.util.ArrayList;
import java.util.List;

/** mergeSchema: the columns of both, of two types the wider. */
final class SchemaUnion {
  private SchemaUnion() {}

  /**
   * @throws IllegalArgumentException that names the column whose types do not go together
   */
  static Schema of(Schema a, Schema b) {
    return Schema.of(fields(a.fields(), b.fields(), ""));
  }

  private static List<Field> fields(List<Field> a, List<Field> b, String parent) {
    List<Field> out = new ArrayList<>();
    for (Field f : a) {
      Type type = f.type();
      for (Field g : b) {
        if (g.name().equals(f.name())) {
          type = type(type, g.type(), parent + f.name());
        }
      }
      out.add(Field.of(f.name(), type));
    }
    for (Field g : b) {
      if (a.stream().noneMatch(f -> f.name().equals(g.name()))) {
        out.add(Field.of(g.name(), withoutIds(g.type())));
      }
    }
    return out;
  }

  private static Type type(Type a, Type b, String column) {
    if (a instanceof StructType s && b instanceof StructType t) {
      return new StructType(fields(s.fields(), t.fields(), column + "."));
    }
    if (a instanceof ListType s && b instanceof ListType t) {
      return Type.list(type(s.element().type(), t.element().type(), column + ".element"));
    }
    if (a instanceof MapType s && b instanceof MapType t) {
      return Type.map(
          type(s.key().type(), t.key().type(), column + ".key"),
          type(s.value().type(), t.value().type(), column + ".value"));
    }
    if (Widening.allowed(a, b)) {
      return b;
    }
    if (Widening.allowed(b, a)) {
      return a;
    }
    throw new IllegalArgumentException(
        "mergeSchema: column " + column + " is " + a + " in one file and " + b + " in another");
  }

  /** Ids of different files mean nothing to each other. */
  private static Type withoutIds(Type type) {
    if (type instanceof StructType s) {
      return new StructType(
          s.fields().stream().map(f -> Field.of(f.name(), withoutIds(f.type()))).toList());
    }
    if (type instanceof ListType l) {
      return Type.list(withoutIds(l.element().type()));
    }
    return type instanceof MapType m
        ? Type.map(withoutIds(m.key().type()), withoutIds(m.value().type()))
        : type;
  }
}
