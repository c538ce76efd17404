package io.placed.schema;

import java.util.List;

/** A sequence of elements of one type. */
public record ListType(Field element) implements Type {
  @Override
  public TypeKind kind() {
    return TypeKind.LIST;
  }

  @Override
  public List<Field> children() {
    return List.of(element);
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
    return "list<" + element + ">";
  }
}
