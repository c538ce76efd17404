package io.placed.hive.type;

import io.placed.schema.Field;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * The type in which a stored column is read: the type of Hive's column, to which the core widens if
 * necessary. Exception: if one of the two types is an instant and the other a timestamp without
 * time zone, the stored type is read and converted by the session's time zone when a batch is
 * filled.
 */
public final class ReadTypes {
  private ReadTypes() {}

  /**
   * @param column name for the error message
   * @param stored null if the file does not have the column
   * @param nested required fields of structs; others are omitted
   */
  public static Type of(String column, TypeInfo wanted, Type stored, NestedPaths nested) {
    if (wanted.getCategory() == Category.STRUCT
        && (stored == null || stored instanceof StructType)) {
      return struct(column, (StructTypeInfo) wanted, (StructType) stored, nested);
    }
    Type type = HiveTypes.toType(wanted, column);
    if (stored == null || type.kind() != stored.kind() && !isTimes(type, stored)) {
      return type;
    }
    return switch (type.kind()) {
      case TIMESTAMP, TIMESTAMP_NTZ -> stored;
      case LIST ->
          Type.list(
              of(
                  column + ".element",
                  ((ListTypeInfo) wanted).getListElementTypeInfo(),
                  stored.children().get(0).type(),
                  NestedPaths.ALL));
      case MAP -> {
        MapTypeInfo map = (MapTypeInfo) wanted;
        List<Field> parts = stored.children();
        yield Type.map(
            of(column + ".key", map.getMapKeyTypeInfo(), parts.get(0).type(), NestedPaths.ALL),
            of(column + ".value", map.getMapValueTypeInfo(), parts.get(1).type(), NestedPaths.ALL));
      }
      default -> type;
    };
  }

  private static boolean isTimes(Type a, Type b) {
    return isTime(a) && isTime(b);
  }

  static boolean isTime(Type type) {
    return type.equals(Type.TIMESTAMP) || type.equals(Type.TIMESTAMP_NTZ);
  }

  private static Type struct(
      String column, StructTypeInfo wanted, StructType stored, NestedPaths nested) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < StructParts.names(wanted).size(); i++) {
      String name = StructParts.names(wanted).get(i);
      if (nested.uses(name)) {
        fields.add(
            Field.of(
                name,
                of(
                    column + "." + name,
                    StructParts.types(wanted).get(i),
                    part(stored, name),
                    nested.below(name))));
      }
    }
    return new StructType(fields);
  }

  private static Type part(StructType stored, String name) {
    if (stored != null) {
      for (Field f : stored.fields()) {
        if (f.name().equalsIgnoreCase(name)) {
          return f.type();
        }
      }
    }
    return null;
  }
}
