package io.placed.formats.advise;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** Delta's types as those of its files here. */
final class DeltaSchemas {
  private DeltaSchemas() {}

  /**
   * The columns.
   *
   * @throws IllegalArgumentException that names a column of an unsupported type
   */
  static Schema of(String path, StructType schema) {
    return Schema.of(fields(path, schema));
  }

  private static List<Field> fields(String path, StructType struct) {
    List<Field> out = new ArrayList<>();
    for (StructField f : struct.fields()) {
      Type type = type(path, f.getName(), f.getDataType());
      out.add(new Field(0, f.getName(), type, f.isNullable()));
    }
    return out;
  }

  private static Type type(String path, String name, DataType type) {
    if (type instanceof BooleanType) {
      return Type.BOOLEAN;
    } else if (type instanceof ByteType) {
      return Type.INT8;
    } else if (type instanceof ShortType) {
      return Type.INT16;
    } else if (type instanceof IntegerType) {
      return Type.INT32;
    } else if (type instanceof LongType) {
      return Type.INT64;
    } else if (type instanceof FloatType) {
      return Type.FLOAT;
    } else if (type instanceof DoubleType) {
      return Type.DOUBLE;
    } else if (type instanceof DateType) {
      return Type.DATE;
    } else if (type instanceof TimestampType) {
      return Type.TIMESTAMP;
    } else if (type instanceof TimestampNTZType) {
      return Type.TIMESTAMP_NTZ;
    } else if (type instanceof StringType) {
      return Type.STRING;
    } else if (type instanceof BinaryType) {
      return Type.BINARY;
    } else if (type instanceof DecimalType d) {
      return Type.decimal(d.getPrecision(), d.getScale());
    } else if (type instanceof StructType s) {
      return new io.placed.schema.StructType(fields(path, s));
    } else if (type instanceof ArrayType a) {
      Type element = type(path, name, a.getElementType());
      return new ListType(new Field(0, "element", element, a.containsNull()));
    } else if (type instanceof MapType m) {
      return new io.placed.schema.MapType(
          Field.required("key", type(path, name, m.getKeyType())),
          new Field(0, "value", type(path, name, m.getValueType()), m.isValueContainsNull()));
    }
    throw new IllegalArgumentException(
        "%s: column '%s' has the type %s, which is not supported".formatted(path, name, type));
  }
}
