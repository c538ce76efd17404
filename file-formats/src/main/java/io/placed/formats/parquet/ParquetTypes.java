package io.placed.formats.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import io.placed.formats.FormatException;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.math.BigInteger;
import org.apache.parquet.schema.ConversionPatterns;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Maps Placed types to Parquet types: three-level lists, maps of key_value, decimals in the fewest
 * bytes.
 */
final class ParquetTypes {
  private ParquetTypes() {}

  static MessageType message(Schema schema) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    schema.fields().forEach(f -> message.addField(field(f.name(), f)));
    return message.named("table");
  }

  private static org.apache.parquet.schema.Type field(String name, Field field) {
    Repetition repetition = field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    Type type = field.type();
    return switch (type.kind()) {
      case BOOLEAN -> primitive(PrimitiveTypeName.BOOLEAN, null, repetition, name);
      case INT8 -> primitive(PrimitiveTypeName.INT32, intType(8, true), repetition, name);
      case INT16 -> primitive(PrimitiveTypeName.INT32, intType(16, true), repetition, name);
      case INT32 -> primitive(PrimitiveTypeName.INT32, null, repetition, name);
      case INT64 -> primitive(PrimitiveTypeName.INT64, null, repetition, name);
      case FLOAT -> primitive(PrimitiveTypeName.FLOAT, null, repetition, name);
      case DOUBLE -> primitive(PrimitiveTypeName.DOUBLE, null, repetition, name);
      case STRING -> primitive(PrimitiveTypeName.BINARY, stringType(), repetition, name);
      case BINARY -> primitive(PrimitiveTypeName.BINARY, null, repetition, name);
      case DATE -> primitive(PrimitiveTypeName.INT32, dateType(), repetition, name);
      case TIMESTAMP ->
          primitive(
              PrimitiveTypeName.INT64, timestampType(true, TimeUnit.MICROS), repetition, name);
      case TIMESTAMP_NTZ ->
          primitive(
              PrimitiveTypeName.INT64, timestampType(false, TimeUnit.MICROS), repetition, name);
      case DECIMAL -> decimal((DecimalType) type, repetition, name);
      case LIST ->
          ConversionPatterns.listOfElements(
              repetition, name, field("element", type.children().get(0)));
      case MAP ->
          ConversionPatterns.mapType(
              repetition,
              name,
              "key_value",
              field("key", type.children().get(0)),
              field("value", type.children().get(1)));
      case STRUCT -> struct(type, repetition, name);
    };
  }

  private static org.apache.parquet.schema.Type struct(
      Type type, Repetition repetition, String name) {
    if (type.children().isEmpty()) {
      throw new FormatException(
          "column '%s' has a struct without fields, which Parquet does not support"
              .formatted(name));
    }
    Types.GroupBuilder<org.apache.parquet.schema.GroupType> group = Types.buildGroup(repetition);
    type.children().forEach(f -> group.addField(field(f.name(), f)));
    return group.named(name);
  }

  private static org.apache.parquet.schema.Type primitive(
      PrimitiveTypeName primitive,
      LogicalTypeAnnotation logical,
      Repetition repetition,
      String name) {
    return Types.primitive(primitive, repetition).as(logical).named(name);
  }

  private static org.apache.parquet.schema.Type decimal(
      DecimalType type, Repetition repetition, String name) {
    LogicalTypeAnnotation logical = decimalType(type.scale(), type.precision());
    if (type.precision() <= 9) {
      return primitive(PrimitiveTypeName.INT32, logical, repetition, name);
    }
    if (type.precision() <= DecimalType.MAX_LONG_PRECISION) {
      return primitive(PrimitiveTypeName.INT64, logical, repetition, name);
    }
    return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
        .length(decimalBytes(type))
        .as(logical)
        .named(name);
  }

  /** Bytes of the signed unscaled values with this many digits. */
  static int decimalBytes(DecimalType type) {
    return BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }
}
