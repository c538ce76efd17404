package io.placed.schema;

import java.util.List;
import java.util.stream.Collectors;

/** Named fields in order. */
public record StructType(List<Field> fields) implements Type {
  public StructType {
    fields = List.copyOf(fields);
    Field.requireDistinctNames(fields);
  }

  @Override
  public TypeKind kind() {
    return TypeKind.STRUCT;
  }

  @Override
  public List<Field> children() {
    return fields;
  }

  @Override
  public boolean isNested() {
    return true;
  }

  @Override
  public Storage storage() {
    return Storage.NONE;
  }

  @Override
  public String toString() {
    return fields.stream().map(Field::toString).collect(Collectors.joining(", ", "struct<", ">"));
  }
}
