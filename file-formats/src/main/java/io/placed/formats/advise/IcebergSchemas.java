package io.placed.formats.advise;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Types;

/** Iceberg's types as those of its files here. */
final class IcebergSchemas {
  private IcebergSchemas() {}

  /**
   * The columns, with Iceberg's field ids.
   *
   * @throws IllegalArgumentException that names a column of an unsupported type
   */
  static Schema of(String path, org.apache.iceberg.Schema schema) {
    return Schema.of(fields(path, schema.columns()));
  }

  private static List<Field> fields(String path, List<Types.NestedField> fields) {
    List<Field> out = new ArrayList<>();
    for (Types.NestedField f : fields) {
      out.add(new Field(f.fieldId(), f.name(), type(path, f.name(), f.type()), f.isOptional()));
    }
    return out;
  }

  private static Type type(String path, String name, org.apache.iceberg.types.Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> Type.BOOLEAN;
      case INTEGER -> Type.INT32;
      case LONG -> Type.INT64;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case DATE -> Type.DATE;
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC() ? Type.TIMESTAMP : Type.TIMESTAMP_NTZ;
      case STRING, UUID -> Type.STRING;
      case FIXED, BINARY -> Type.BINARY;
      case DECIMAL -> {
        Types.DecimalType d = (Types.DecimalType) type;
        yield Type.decimal(d.precision(), d.scale());
      }
      case STRUCT -> new StructType(fields(path, type.asStructType().fields()));
      case LIST -> {
        Types.ListType l = type.asListType();
        yield new ListType(
            new Field(
                l.elementId(),
                "element",
                type(path, name, l.elementType()),
                l.isElementOptional()));
      }
      case MAP -> {
        Types.MapType m = type.asMapType();
        yield new MapType(
            new Field(m.keyId(), "key", type(path, name, m.keyType()), false),
            new Field(m.valueId(), "value", type(path, name, m.valueType()), m.isValueOptional()));
      }
      default ->
          throw new IllegalArgumentException(
              "%s: column '%s' has the type %s, which is not supported"
                  .formatted(path, name, type));
    };
  }
}
