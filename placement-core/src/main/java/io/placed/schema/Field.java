package io.placed.schema;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A column of a table, or a field of a nested type.
 *
 * @param id unique within a schema, unchanged by a rename; 0 = not assigned yet
 * @param name any string that is not empty
 * @param nullable whether values may be null
 */
public record Field(int id, String name, Type type, boolean nullable) implements Serializable {
  private static final long serialVersionUID = 1L;

  public Field {
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("the name of a field must not be empty, type " + type);
    }
    if (type == null) {
      throw new IllegalArgumentException("field " + name + " needs a type");
    }
    if (id < 0) {
      throw new IllegalArgumentException(
          "field " + name + ": id must not be negative, found " + id);
    }
  }

  /** A nullable field whose id the schema assigns. */
  public static Field of(String name, Type type) {
    return new Field(0, name, type, true);
  }

  /** A field without nulls whose id the schema assigns. */
  public static Field required(String name, Type type) {
    return new Field(0, name, type, false);
  }

  public Field withId(int newId) {
    return new Field(newId, name, type, nullable);
  }

  public Field withType(Type newType) {
    return new Field(id, name, newType, nullable);
  }

  static void requireDistinctNames(List<Field> fields) {
    Set<String> seen = new HashSet<>(fields.size() * 2);
    for (Field f : fields) {
      if (!seen.add(f.name())) {
        throw new IllegalArgumentException("duplicate field name " + TypeParser.quote(f.name()));
      }
    }
  }

  @Override
  public String toString() {
    return TypeParser.quote(name)
        + (id == 0 ? "" : "#" + id)
        + ": "
        + type
        + (nullable ? "" : " not null");
  }
}
