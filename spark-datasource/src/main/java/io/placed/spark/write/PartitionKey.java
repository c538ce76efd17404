package io.placed.spark.write;

import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.table.file.PartitionValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/** The partition of the current row. */
public final class PartitionKey {
  private final String[] names;
  private final int[] ordinals;
  private final DataType[] sparkTypes;
  private final Type[] types;
  private final Object[] values;
  private boolean known;

  PartitionKey(WriteTask task) {
    ordinals = task.partitionColumns();
    names = new String[ordinals.length];
    sparkTypes = new DataType[ordinals.length];
    types = new Type[ordinals.length];
    values = new Object[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      StructField field = task.schema().fields()[ordinals[i]];
      names[i] = task.names().get(ordinals[i]);
      sparkTypes[i] = field.dataType();
      types[i] = SparkTypes.toType(field.dataType(), field.name());
    }
  }

  /** Sets the partition to that of a row; true if it differs from the previous one. */
  boolean moveTo(InternalRow row) {
    boolean changed = !known;
    known = true;
    for (int i = 0; i < ordinals.length; i++) {
      Object value = row.isNullAt(ordinals[i]) ? null : row.get(ordinals[i], sparkTypes[i]);
      if (changed || !Objects.equals(value, values[i])) {
        changed = true;
        // Rows and their strings are reused by the caller.
        values[i] = value instanceof UTF8String s ? s.copy() : value;
      }
    }
    return changed;
  }

  /** Strings by column; null for null. */
  Map<String, String> text() {
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      out.put(names[i], PartitionValues.text(types[i], bound(types[i], values[i])));
    }
    return out;
  }

  /**
   * A value of a partition column as a string, null for null.
   *
   * @param value in Spark's internal form
   */
  public static String text(DataType sparkType, Object value) {
    Type type = SparkTypes.toType(sparkType, "partition");
    return PartitionValues.text(type, bound(type, value));
  }

  /** The value in the form that {@link PartitionValues} requires. */
  private static Object bound(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> (Boolean) value ? 1L : 0L;
      case FLOAT, DOUBLE -> ((Number) value).doubleValue();
      case DECIMAL -> {
        Decimal d = (Decimal) value;
        yield type.storage() == io.placed.schema.Storage.LONG
            ? (Object) d.toUnscaledLong()
            : d.toJavaBigDecimal().unscaledValue();
      }
      case STRING -> ((UTF8String) value).getBytes();
      default -> ((Number) value).longValue();
    };
  }
}
