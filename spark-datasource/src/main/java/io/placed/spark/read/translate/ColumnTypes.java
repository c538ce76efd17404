package io.placed.spark.read.translate;

import io.placed.spark.version.Collations;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
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

/** Types of a table's columns and of the fields of structs. */
public record ColumnTypes(StructType schema, boolean caseSensitive) {

  /** Null if there is no such column, or the path passes through a type other than a struct. */
  DataType of(NamedReference ref) {
    DataType type = schema;
    for (String name : ref.fieldNames()) {
      StructField found = field(type, name);
      if (found == null) {
        return null;
      }
      type = found.dataType();
    }
    return type;
  }

  /** The path of an existing column or field, with names as in the schema. */
  List<String> path(NamedReference ref) {
    List<String> path = new ArrayList<>();
    DataType type = schema;
    for (String name : ref.fieldNames()) {
      StructField found = field(type, name);
      path.add(found.name());
      type = found.dataType();
    }
    return List.copyOf(path);
  }

  private StructField field(DataType type, String name) {
    StructField found = null;
    if (type instanceof StructType s) {
      for (StructField f : s.fields()) {
        if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
          found = f;
        }
      }
    }
    return found;
  }

  /** Collations other than UTF8_BINARY have another order and equality. */
  public static boolean comparable(DataType type) {
    if (type instanceof StringType s) {
      return Collations.isBinary(s);
    }
    return type instanceof BooleanType
        || type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof BinaryType;
  }
}
