package io.placed.spark.types;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.internal.Errors;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VarcharType;

/** Converts between Spark's types and the table's. */
public final class SparkTypes {
  private SparkTypes() {}

  /**
   * Every field is nullable, as in Spark's own file formats, because another file may have nulls.
   *
   * @throws IllegalArgumentException naming the column whose type is not supported
   */
  public static Schema toSchema(StructType struct) {
    List<Field> fields = new ArrayList<>();
    for (StructField f : struct.fields()) {
      fields.add(Field.of(f.name(), toType(f.dataType(), f.name())));
    }
    return Schema.of(fields);
  }

  /**
   * @throws org.apache.spark.sql.AnalysisException if the type is not allowed for partition columns
   */
  public static void requirePartitionType(String column, DataType type) {
    try {
      PartitionValues.requireAllowed(column, toType(type, column));
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * @param column name for the error message
   * @throws IllegalArgumentException if the type is not supported
   */
  public static Type toType(DataType type, String column) {
    if (type instanceof StructType s) {
      List<Field> fields = new ArrayList<>();
      for (StructField f : s.fields()) {
        fields.add(Field.of(f.name(), toType(f.dataType(), column + "." + f.name())));
      }
      return new io.placed.schema.StructType(fields);
    }
    if (type instanceof ArrayType a) {
      return Type.list(toType(a.elementType(), column + ".element"));
    }
    if (type instanceof org.apache.spark.sql.types.MapType m) {
      return Type.map(
          toType(m.keyType(), column + ".key"), toType(m.valueType(), column + ".value"));
    }
    Type primitive = primitive(type);
    if (primitive == null) {
      throw new IllegalArgumentException(
          "column "
              + column
              + ": values of type "
              + type.sql()
              + " cannot be stored; allowed are boolean, tinyint, smallint, int, bigint, float,"
              + " double, decimal, string, binary, date, timestamp, timestamp_ntz, struct, array"
              + " and map");
    }
    return primitive;
  }

  /** Null if the type is nested or unknown. */
  private static Type primitive(DataType type) {
    if (type instanceof DecimalType d) {
      return d.scale() < 0 || d.scale() > d.precision()
          ? null
          : Type.decimal(d.precision(), d.scale());
    }
    if (type instanceof StringType || type instanceof CharType || type instanceof VarcharType) {
      return Type.STRING;
    }
    if (type instanceof BooleanType) {
      return Type.BOOLEAN;
    }
    if (type instanceof ByteType) {
      return Type.INT8;
    }
    if (type instanceof ShortType) {
      return Type.INT16;
    }
    if (type instanceof IntegerType) {
      return Type.INT32;
    }
    if (type instanceof LongType) {
      return Type.INT64;
    }
    if (type instanceof FloatType) {
      return Type.FLOAT;
    }
    if (type instanceof DoubleType) {
      return Type.DOUBLE;
    }
    if (type instanceof BinaryType) {
      return Type.BINARY;
    }
    if (type instanceof DateType) {
      return Type.DATE;
    }
    if (type instanceof TimestampType) {
      return Type.TIMESTAMP;
    }
    return type instanceof TimestampNTZType ? Type.TIMESTAMP_NTZ : null;
  }

  /** Whether all strings in the type, including nested ones, have no length and no collation. */
  public static boolean isPlainText(DataType type) {
    if (type instanceof StructType s) {
      return Arrays.stream(s.fields()).allMatch(f -> isPlainText(f.dataType()));
    }
    if (type instanceof ArrayType a) {
      return isPlainText(a.elementType());
    }
    if (type instanceof org.apache.spark.sql.types.MapType m) {
      return isPlainText(m.keyType()) && isPlainText(m.valueType());
    }
    boolean length = type instanceof CharType || type instanceof VarcharType;
    return !length && (!(type instanceof StringType) || DataTypes.StringType.equals(type));
  }

  /** Whether the type, including all nested types, is supported. */
  public static boolean storable(DataType type) {
    if (type instanceof StructType s) {
      for (StructField f : s.fields()) {
        if (!storable(f.dataType())) {
          return false;
        }
      }
      return true;
    }
    if (type instanceof ArrayType a) {
      return storable(a.elementType());
    }
    if (type instanceof org.apache.spark.sql.types.MapType m) {
      return storable(m.keyType()) && storable(m.valueType());
    }
    return primitive(type) != null;
  }

  /** A name quoted so that Spark parses it as a single name. */
  public static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  /** Columns as identity transforms, for partition columns and keys. */
  public static Transform[] identities(Collection<String> columns) {
    return columns.stream().map(c -> Expressions.identity(quoted(c))).toArray(Transform[]::new);
  }

  public static StructType toStruct(Schema schema) {
    return toStruct(schema.fields());
  }

  private static StructType toStruct(List<Field> fields) {
    StructType struct = new StructType();
    for (Field f : fields) {
      struct = struct.add(f.name(), toDataType(f.type()), f.nullable());
    }
    return struct;
  }

  public static DataType toDataType(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16 -> DataTypes.ShortType;
      case INT32 -> DataTypes.IntegerType;
      case INT64 -> DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case DECIMAL -> {
        io.placed.schema.DecimalType d = (io.placed.schema.DecimalType) type;
        yield DataTypes.createDecimalType(d.precision(), d.scale());
      }
      case STRING -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampType;
      case TIMESTAMP_NTZ -> DataTypes.TimestampNTZType;
      case STRUCT -> toStruct(type.children());
      case LIST -> {
        Field e = ((ListType) type).element();
        yield DataTypes.createArrayType(toDataType(e.type()), e.nullable());
      }
      case MAP -> {
        MapType m = (MapType) type;
        yield DataTypes.createMapType(
            toDataType(m.key().type()), toDataType(m.value().type()), m.value().nullable());
      }
    };
  }
}
