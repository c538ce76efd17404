package io.placed.spark.write;

import io.placed.spark.internal.Session;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns, fields and elements that a catalog declares NOT NULL. Spark does not check them,
 * because scans cannot promise it of files that were written without the catalog.
 */
record RequiredValues(List<Value> columns) implements Serializable {

  /**
   * @param rows to be written
   * @param table the columns as the catalog declares them
   * @throws IllegalArgumentException if the rows lack a column that must not be null
   */
  static RequiredValues of(StructType rows, StructType table, boolean caseSensitive) {
    for (StructField f : table.fields()) {
      boolean lacking = !f.nullable() && find(rows, f.name(), caseSensitive) == null;
      if (lacking && Session.existenceDefaults(new StructType().add(f))[0] == null) {
        throw new IllegalArgumentException(
            "column " + f.name() + " is NOT NULL, and the rows to be written do not have it");
      }
    }
    return new RequiredValues(fields("", rows, table, caseSensitive));
  }

  /** Throws an exception that names the column if one of the values is null. */
  void check(InternalRow row) {
    for (Value v : columns) {
      v.check(row, v.ordinal);
    }
  }

  private static StructField find(StructType fields, String name, boolean caseSensitive) {
    StructField found = null;
    for (StructField f : fields.fields()) {
      if (f.name().equals(name)) {
        return f;
      }
      found = !caseSensitive && f.name().equalsIgnoreCase(name) ? f : found;
    }
    return found;
  }

  private static List<Value> fields(
      String parent, StructType rows, StructType declared, boolean caseSensitive) {
    List<Value> parts = new ArrayList<>();
    for (int i = 0; i < rows.length(); i++) {
      StructField f = rows.fields()[i];
      StructField d = find(declared, f.name(), caseSensitive);
      if (d != null) {
        String name = parent + d.name();
        add(parts, name, i, !d.nullable(), f.dataType(), d.dataType(), caseSensitive);
      }
    }
    return List.copyOf(parts);
  }

  private static void add(
      List<Value> to,
      String name,
      int ordinal,
      boolean required,
      DataType type,
      DataType declared,
      boolean caseSensitive) {
    List<Value> parts = new ArrayList<>();
    if (type instanceof StructType t && declared instanceof StructType d) {
      parts.addAll(fields(name + ".", t, d, caseSensitive));
    } else if (type instanceof ArrayType t && declared instanceof ArrayType d) {
      String element = name + ".element";
      add(parts, element, 0, !d.containsNull(), t.elementType(), d.elementType(), caseSensitive);
    } else if (type instanceof MapType t && declared instanceof MapType d) {
      add(parts, name + ".key", 0, false, t.keyType(), d.keyType(), caseSensitive);
      boolean value = !d.valueContainsNull();
      add(parts, name + ".value", 1, value, t.valueType(), d.valueType(), caseSensitive);
    }
    if (required || !parts.isEmpty()) {
      to.add(new Value(name, ordinal, required, type, List.copyOf(parts)));
    }
  }

  /**
   * A value that is required, or has parts that are.
   *
   * @param ordinal in the row or struct; of a map: 0 = keys, 1 = values
   * @param parts fields of a struct, elements of an array or map
   */
  private record Value(String name, int ordinal, boolean required, DataType type, List<Value> parts)
      implements Serializable {

    void check(SpecializedGetters row, int at) {
      if (!row.isNullAt(at)) {
        checkParts(row, at);
      } else if (required) {
        throw new IllegalArgumentException(
            "column " + name + " is NOT NULL, and a row to be written has null in it");
      }
    }

    private void checkParts(SpecializedGetters row, int at) {
      if (parts.isEmpty()) {
        return;
      }
      if (type instanceof StructType s) {
        InternalRow struct = row.getStruct(at, s.length());
        parts.forEach(p -> p.check(struct, p.ordinal));
      } else if (type instanceof ArrayType) {
        parts.get(0).checkAll(row.getArray(at));
      } else {
        MapData map = row.getMap(at);
        parts.forEach(p -> p.checkAll(p.ordinal == 0 ? map.keyArray() : map.valueArray()));
      }
    }

    private void checkAll(ArrayData elements) {
      for (int i = 0; i < elements.numElements(); i++) {
        check(elements, i);
      }
    }
  }
}
