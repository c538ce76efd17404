package io.placed.schema;

import java.util.List;

/** A type without parameters. Use the constants of {@link Type}. */
public record PrimitiveType(TypeKind kind) implements Type {
  public PrimitiveType {
    if (kind.storage() == null || kind == TypeKind.STRUCT || kind.storage() == Storage.LENGTHS) {
      throw new IllegalArgumentException(kind.text() + " is not a primitive type");
    }
  }

  @Override
  public List<Field> children() {
    return List.of();
  }

  @Override
  public boolean isNested() {
    return false;
  }

  @Override
  public Storage storage() {
    return kind.storage();
  }

  @Override
  public String toString() {
    return kind.text();
  }
}
