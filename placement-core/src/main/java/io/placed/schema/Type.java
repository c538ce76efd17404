package io.placed.schema;

import java.io.Serializable;
import java.util.List;

/**
 * A logical type. Immutable, compared by value; {@link #parse} reads its text form.
 *
 * <p>No method has a default body: an interface with one is initialised together with its records,
 * and two threads that start from different ends would deadlock.
 */
public sealed interface Type extends Serializable
    permits PrimitiveType, DecimalType, StructType, ListType, MapType {

  PrimitiveType BOOLEAN = new PrimitiveType(TypeKind.BOOLEAN);
  PrimitiveType INT8 = new PrimitiveType(TypeKind.INT8);
  PrimitiveType INT16 = new PrimitiveType(TypeKind.INT16);
  PrimitiveType INT32 = new PrimitiveType(TypeKind.INT32);
  PrimitiveType INT64 = new PrimitiveType(TypeKind.INT64);
  PrimitiveType FLOAT = new PrimitiveType(TypeKind.FLOAT);
  PrimitiveType DOUBLE = new PrimitiveType(TypeKind.DOUBLE);
  PrimitiveType STRING = new PrimitiveType(TypeKind.STRING);
  PrimitiveType BINARY = new PrimitiveType(TypeKind.BINARY);
  PrimitiveType DATE = new PrimitiveType(TypeKind.DATE);
  PrimitiveType TIMESTAMP = new PrimitiveType(TypeKind.TIMESTAMP);
  PrimitiveType TIMESTAMP_NTZ = new PrimitiveType(TypeKind.TIMESTAMP_NTZ);

  TypeKind kind();

  /** The array that holds values of this type. */
  Storage storage();

  /** Child fields: those of a struct, the element of a list, key and value of a map. */
  List<Field> children();

  /** Whether the type has child fields, which are stored as separate columns. */
  boolean isNested();

  /**
   * Whether two types are equal except for ids and nullability, and the names of the parts of lists
   * and maps: then columns of both have the same arrays.
   */
  static boolean sameShape(Type a, Type b) {
    if (a.kind() != b.kind() || a.children().size() != b.children().size()) {
      return false;
    }
    if (!a.isNested()) {
      return a.equals(b);
    }
    for (int i = 0; i < a.children().size(); i++) {
      Field x = a.children().get(i);
      Field y = b.children().get(i);
      boolean sameName = a.kind() != TypeKind.STRUCT || x.name().equals(y.name());
      if (!sameName || !sameShape(x.type(), y.type())) {
        return false;
      }
    }
    return true;
  }

  static DecimalType decimal(int precision, int scale) {
    return new DecimalType(precision, scale);
  }

  static StructType struct(Field... fields) {
    return new StructType(List.of(fields));
  }

  static ListType list(Field element) {
    return new ListType(element);
  }

  /** A list whose element is nullable and named {@code element}. */
  static ListType list(Type element) {
    return new ListType(Field.of("element", element));
  }

  static MapType map(Field key, Field value) {
    return new MapType(key, value);
  }

  /** A map with a nullable value; keys are never null. */
  static MapType map(Type key, Type value) {
    return new MapType(Field.required("key", key), Field.of("value", value));
  }

  /**
   * Parses the text form, for example {@code struct<a: int32 not null, b: list<decimal(12,2)>>}.
   *
   * @throws IllegalArgumentException naming what was found and where
   */
  static Type parse(String text) {
    return new TypeParser(text).wholeType();
  }
}
