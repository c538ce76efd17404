package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Maps Parquet's types. Unsigned integers get the next wider type, UUIDs become strings; time of
 * day and intervals are not supported.
 *
 * @see <a href="https://github.com/apache/parquet-format/blob/master/LogicalTypes.md">the mapping
 *     of nested types, old writers included</a>
 */
final class ParquetSchemas {
  private ParquetSchemas() {}

  /**
   * @throws FormatException that names a column of an unsupported type
   */
  static Schema schema(MessageType message) {
    List<Field> fields = new ArrayList<>();
    message.getFields().forEach(f -> fields.add(field(f)));
    return Schema.of(fields);
  }

  static Field field(org.apache.parquet.schema.Type type) {
    if (type.isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED)) {
      return Field.required(type.getName(), new ListType(Field.required("element", value(type))));
    }
    boolean nullable = type.isRepetition(org.apache.parquet.schema.Type.Repetition.OPTIONAL);
    return new Field(0, type.getName(), value(type), nullable);
  }

  /** The type of one value, whatever its repetition. */
  private static Type value(org.apache.parquet.schema.Type type) {
    if (type.isPrimitive()) {
      return primitive(type.asPrimitiveType());
    }
    GroupType group = type.asGroupType();
    if (isList(group)) {
      org.apache.parquet.schema.Type repeated = group.getType(0);
      if (elementIsRepeated(group)) {
        return new ListType(Field.required("element", value(repeated)));
      }
      Field element = field(repeated.asGroupType().getType(0));
      return new ListType(new Field(0, "element", element.type(), element.nullable()));
    }
    if (isMap(group)) {
      GroupType pair = group.getType(0).asGroupType();
      Field value = field(pair.getType(1));
      return new MapType(
          Field.required("key", field(pair.getType(0)).type()),
          new Field(0, "value", value.type(), value.nullable()));
    }
    return new StructType(group.getFields().stream().map(ParquetSchemas::field).toList());
  }

  static boolean isList(GroupType group) {
    return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED);
  }

  /** Two-level lists of old writers: the repeated field is itself the element. */
  static boolean elementIsRepeated(GroupType list) {
    org.apache.parquet.schema.Type repeated = list.getType(0);
    if (repeated.isPrimitive()) {
      return true;
    }
    GroupType group = repeated.asGroupType();
    return group.getFieldCount() != 1
        || group.getType(0).isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED)
        || group.getName().equals("array")
        || group.getName().equals(list.getName() + "_tuple");
  }

  static boolean isMap(GroupType group) {
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    return (logical instanceof MapLogicalTypeAnnotation
            || logical instanceof MapKeyValueTypeAnnotation)
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(org.apache.parquet.schema.Type.Repetition.REPEATED)
        && !group.getType(0).isPrimitive()
        && group.getType(0).asGroupType().getFieldCount() == 2;
  }

  private static Type primitive(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation d) {
      return decimal(type, d);
    }
    if (logical instanceof TimeLogicalTypeAnnotation) {
      throw refused(type, "time of day");
    }
    if (logical instanceof IntervalLogicalTypeAnnotation) {
      throw refused(type, "interval");
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Type.BOOLEAN;
      case INT32 ->
          logical instanceof DateLogicalTypeAnnotation
              ? Type.DATE
              : logical instanceof IntLogicalTypeAnnotation i ? integer(i) : Type.INT32;
      case INT64 ->
          logical instanceof TimestampLogicalTypeAnnotation t
              ? t.isAdjustedToUTC() ? Type.TIMESTAMP : Type.TIMESTAMP_NTZ
              : logical instanceof IntLogicalTypeAnnotation i ? integer(i) : Type.INT64;
      case INT96 -> Type.TIMESTAMP;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case BINARY ->
          logical instanceof StringLogicalTypeAnnotation
                  || logical instanceof EnumLogicalTypeAnnotation
                  || logical instanceof JsonLogicalTypeAnnotation
              ? Type.STRING
              : Type.BINARY;
      case FIXED_LEN_BYTE_ARRAY ->
          logical instanceof UUIDLogicalTypeAnnotation
              ? Type.STRING
              : logical instanceof Float16LogicalTypeAnnotation ? Type.FLOAT : Type.BINARY;
    };
  }

  private static Type decimal(PrimitiveType type, DecimalLogicalTypeAnnotation d) {
    if (d.getPrecision() > io.placed.schema.DecimalType.MAX_PRECISION) {
      throw refused(type, "decimal of more than 38 digits");
    }
    return Type.decimal(d.getPrecision(), d.getScale());
  }

  private static Type integer(IntLogicalTypeAnnotation i) {
    return switch (i.getBitWidth()) {
      case 8 -> i.isSigned() ? Type.INT8 : Type.INT16;
      case 16 -> i.isSigned() ? Type.INT16 : Type.INT32;
      case 32 -> i.isSigned() ? Type.INT32 : Type.INT64;
      default -> i.isSigned() ? Type.INT64 : Type.decimal(20, 0);
    };
  }

  private static FormatException refused(PrimitiveType type, String what) {
    return new FormatException(
        "Parquet column '%s' has the unsupported type %s".formatted(type.getName(), what));
  }
}
