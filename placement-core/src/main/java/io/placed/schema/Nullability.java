package io.placed.schema;

import java.util.ArrayList;
import java.util.List;

/** Which columns, fields and elements may be null where files of several schemas are one table. */
public final class Nullability {
  private Nullability() {}

  /** The first schema, with nulls wherever the second one allows them or lacks the field. */
  public static Schema ofBoth(Schema first, Schema second) {
    return first.equals(second) ? first : ofBoth(first, second.fields());
  }

  /**
   * The same.
   *
   * @param second columns of several origins, whose ids may be equal
   */
  public static Schema ofBoth(Schema first, List<Field> second) {
    return hasRequired(first) ? Schema.of(fields(first.fields(), second)) : first;
  }

  /** Whether any column, field or element may not be null; keys of maps never are. */
  public static boolean hasRequired(Schema schema) {
    return hasRequired(schema.fields());
  }

  /** The same columns, any of which may be null. */
  public static Schema everywhere(Schema schema) {
    return ofBoth(schema, Schema.of());
  }

  private static boolean hasRequired(List<Field> fields) {
    return fields.stream().anyMatch(f -> !f.nullable() || hasRequired(f.type()));
  }

  private static boolean hasRequired(Type type) {
    // Keys are never null, and stay so.
    return hasRequired(type instanceof MapType m ? List.of(m.value()) : type.children());
  }

  private static List<Field> fields(List<Field> first, List<Field> second) {
    List<Field> out = new ArrayList<>();
    first.forEach(f -> out.add(field(f, named(second, f.name()))));
    return out;
  }

  /** Names of foreign files may differ in case. */
  private static Field named(List<Field> fields, String name) {
    Field found = null;
    for (Field f : fields) {
      if (f.name().equals(name)) {
        return f;
      }
      found = f.name().equalsIgnoreCase(name) ? f : found;
    }
    return found;
  }

  /**
   * @param g null if there is none
   */
  private static Field field(Field f, Field g) {
    boolean nullable = g == null || f.nullable() || g.nullable();
    return new Field(f.id(), f.name(), type(f.type(), g == null ? null : g.type()), nullable);
  }

  private static Type type(Type t, Type u) {
    if (t instanceof StructType s) {
      return new StructType(fields(s.fields(), u instanceof StructType o ? o.fields() : List.of()));
    }
    if (t instanceof ListType l) {
      return new ListType(field(l.element(), u instanceof ListType o ? o.element() : null));
    }
    if (t instanceof MapType m) {
      return new MapType(m.key(), field(m.value(), u instanceof MapType o ? o.value() : null));
    }
    return t;
  }
}
