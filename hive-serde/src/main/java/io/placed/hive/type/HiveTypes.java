package io.placed.hive.type;

import io.placed.schema.Field;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/**
 * Maps Hive's types to stored types. CHAR and VARCHAR are strings, CHAR without trailing blanks.
 * TIMESTAMP has no time zone. A union is a struct with the field {@link #UNION_TAG}, which says
 * which of the fields {@code field0}, {@code field1}, … has the value.
 */
public final class HiveTypes {
  /** Name of the field that has the tag of a union. */
  public static final String UNION_TAG = "tag";

  private HiveTypes() {}

  /** Name of the field that has the values of alternative {@code i} of a union. */
  public static String unionField(int i) {
    return "field" + i;
  }

  /**
   * The stored type.
   *
   * @param column name for the error message
   * @throws IllegalArgumentException if the type is not supported
   */
  public static Type toType(TypeInfo info, String column) {
    return switch (info.getCategory()) {
      case PRIMITIVE -> primitive((PrimitiveTypeInfo) info, column);
      case STRUCT -> {
        StructTypeInfo struct = (StructTypeInfo) info;
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < StructParts.names(struct).size(); i++) {
          String name = StructParts.names(struct).get(i);
          TypeInfo part = StructParts.types(struct).get(i);
          fields.add(Field.of(name, toType(part, column + "." + name)));
        }
        yield new StructType(fields);
      }
      case LIST ->
          Type.list(toType(((ListTypeInfo) info).getListElementTypeInfo(), column + ".element"));
      case MAP -> {
        MapTypeInfo map = (MapTypeInfo) info;
        yield Type.map(
            toType(map.getMapKeyTypeInfo(), column + ".key"),
            toType(map.getMapValueTypeInfo(), column + ".value"));
      }
      case UNION -> {
        List<TypeInfo> types = ((UnionTypeInfo) info).getAllUnionObjectTypeInfos();
        List<Field> fields = new ArrayList<>();
        fields.add(Field.of(UNION_TAG, Type.INT8));
        for (int i = 0; i < types.size(); i++) {
          fields.add(Field.of(unionField(i), toType(types.get(i), column + "." + unionField(i))));
        }
        yield new StructType(fields);
      }
    };
  }

  private static Type primitive(PrimitiveTypeInfo info, String column) {
    return switch (info.getPrimitiveCategory()) {
      case BOOLEAN -> Type.BOOLEAN;
      case BYTE -> Type.INT8;
      case SHORT -> Type.INT16;
      case INT -> Type.INT32;
      case LONG -> Type.INT64;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case STRING, CHAR, VARCHAR -> Type.STRING;
      case BINARY -> Type.BINARY;
      case DATE -> Type.DATE;
      case TIMESTAMP -> Type.TIMESTAMP_NTZ;
      case TIMESTAMPLOCALTZ -> Type.TIMESTAMP;
      case DECIMAL -> {
        DecimalTypeInfo d = (DecimalTypeInfo) info;
        yield Type.decimal(d.precision(), d.scale());
      }
      case VOID, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, UNKNOWN ->
          throw new IllegalArgumentException(
              "column "
                  + column
                  + ": values of type "
                  + info.getTypeName()
                  + " cannot be stored; allowed are boolean, tinyint, smallint, int, bigint, float,"
                  + " double, decimal, string, char, varchar, binary, date, timestamp, timestamp"
                  + " with local time zone, struct, array, map and uniontype");
    };
  }
}
