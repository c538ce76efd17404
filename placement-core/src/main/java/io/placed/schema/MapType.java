package io.placed.schema;

import java.util.List;

/** Key-value pairs in insertion order. Keys are never null. */
public record MapType(Field key, Field value) implements Type {
  public MapType {
    if (key.nullable()) {
      throw new IllegalArgumentException("the key of a map must not be nullable, found " + key);
    }
  }

  @Override
  public TypeKind kind() {
    return TypeKind.MAP;
  }

  @Override
  public List<Field> children() {
    return List.of(key, value);
  }

  @Override
  public boolean isNested() {
    return true;
  }

  @Override
  public Storage storage() {
    return Storage.LENGTHS;
  }

  @Override
  public String toString() {
    return "map<" + key + ", " + value + ">";
  }
}
