package io.placed.spark.read.translate;

import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Defaults of columns of which a scan returns some fields only. Spark passes such columns without
 * their metadata, which has the default, and the default has values of all fields.
 */
public final class PrunedDefaults {
  private PrunedDefaults() {}

  /**
   * @param table the columns with all of their fields
   * @param output columns to return, with names of the table
   * @return per column of the output, its value in files without the column, in Spark's internal
   *     form; null = null
   */
  public static Object[] of(StructType table, StructType output) {
    Object[] whole = Session.existenceDefaults(table);
    Object[] pruned = new Object[output.length()];
    for (int i = 0; i < whole.length; i++) {
      StructField field = table.fields()[i];
      int at = whole[i] == null ? -1 : Arrays.asList(output.fieldNames()).indexOf(field.name());
      if (at >= 0) {
        pruned[at] = pruned(whole[i], field.dataType(), output.fields()[at].dataType());
      }
    }
    return pruned;
  }

  /**
   * @param from type of the value
   * @param to the same type without some fields of structs
   */
  private static Object pruned(Object value, DataType from, DataType to) {
    if (value == null || from.equals(to)) {
      return value;
    }
    if (from instanceof StructType f && to instanceof StructType t) {
      InternalRow row = (InternalRow) value;
      Object[] fields = new Object[t.length()];
      for (int i = 0; i < fields.length; i++) {
        int at = f.fieldIndex(t.fields()[i].name());
        DataType type = f.fields()[at].dataType();
        Object field = row.isNullAt(at) ? null : row.get(at, type);
        fields[i] = pruned(field, type, t.fields()[i].dataType());
      }
      return Frames.row(fields);
    }
    if (from instanceof ArrayType f && to instanceof ArrayType t) {
      return pruned((ArrayData) value, f.elementType(), t.elementType());
    }
    if (from instanceof MapType f && to instanceof MapType t) {
      MapData map = (MapData) value;
      return Frames.map(
          pruned(map.keyArray(), f.keyType(), t.keyType()),
          pruned(map.valueArray(), f.valueType(), t.valueType()));
    }
    return value;
  }

  private static Object pruned(ArrayData array, DataType from, DataType to) {
    Object[] elements = new Object[array.numElements()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = pruned(array.isNullAt(i) ? null : array.get(i, from), from, to);
    }
    return Frames.array(elements);
  }
}
