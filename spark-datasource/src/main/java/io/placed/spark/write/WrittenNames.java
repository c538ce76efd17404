package io.placed.spark.write;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Renames written fields of structs to their names in the table. */
final class WrittenNames {
  private WrittenNames() {}

  /**
   * Top-level columns keep their names, by which Spark refers to them; nested fields are renamed.
   */
  static StructType ofFields(StructType written, Schema table, boolean caseSensitive) {
    if (caseSensitive) {
      return written;
    }
    StructType out = new StructType();
    for (StructField f : written.fields()) {
      Optional<Integer> column = table.find(f.name(), false);
      out =
          out.add(
              column.isEmpty()
                  ? f
                  : new StructField(
                      f.name(),
                      named(f.dataType(), table.field(column.get()).type()),
                      f.nullable(),
                      f.metadata()));
    }
    return out;
  }

  private static DataType named(DataType written, Type table) {
    if (written instanceof StructType s && table instanceof io.placed.schema.StructType t) {
      StructType out = new StructType();
      for (StructField f : s.fields()) {
        Field own = find(t.fields(), f.name());
        out =
            out.add(
                own == null
                    ? f
                    : new StructField(
                        own.name(), named(f.dataType(), own.type()), f.nullable(), f.metadata()));
      }
      return out;
    }
    if (written instanceof ArrayType a && table instanceof ListType t) {
      return new ArrayType(named(a.elementType(), t.element().type()), a.containsNull());
    }
    if (written instanceof org.apache.spark.sql.types.MapType m && table instanceof MapType t) {
      return new org.apache.spark.sql.types.MapType(
          named(m.keyType(), t.key().type()),
          named(m.valueType(), t.value().type()),
          m.valueContainsNull());
    }
    return written;
  }

  /** The field with exactly this name, otherwise the only one that differs in case; or null. */
  private static Field find(List<Field> fields, String name) {
    Field found = null;
    for (Field f : fields) {
      if (f.name().equals(name)) {
        return f;
      }
      if (f.name().equalsIgnoreCase(name)) {
        found = f;
      }
    }
    return found;
  }
}
