package io.placed.spark.write;

import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.TransformText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/** The partition of the current row. */
public final class PartitionKey {
  private final List<WriteTask.Field> fields;
  private final DataType[] sparkTypes;
  private final Type[] types;
  private final Object[] values;
  private boolean known;

  PartitionKey(WriteTask task) {
    fields = task.fields();
    sparkTypes = new DataType[fields.size()];
    types = new Type[fields.size()];
    values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      StructField field = task.schema().fields()[fields.get(i).ordinal()];
      sparkTypes[i] = field.dataType();
      types[i] = SparkTypes.toType(field.dataType(), field.name());
    }
  }

  /** Sets the partition to that of a row; true if it differs from the previous one. */
  boolean moveTo(InternalRow row) {
    boolean changed = !known;
    known = true;
    for (int i = 0; i < values.length; i++) {
      Object value = value(row, i);
      if (changed || !Objects.deepEquals(value, values[i])) {
        changed = true;
        // Rows and their strings are reused by the caller.
        values[i] = value instanceof UTF8String s ? s.copy() : value;
      }
    }
    return changed;
  }

  /**
   * Of a column in Spark's form, so that most rows need no conversion; of a transform its result.
   */
  private Object value(InternalRow row, int i) {
    int ordinal = fields.get(i).ordinal();
    Object value = row.isNullAt(ordinal) ? null : row.get(ordinal, sparkTypes[i]);
    PartitionTransform transform = fields.get(i).transform();
    return transform.isIdentity() ? value : transform.apply(types[i], bound(types[i], value));
  }

  /** Strings by field; null for null. */
  Map<String, String> text() {
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      PartitionTransform transform = fields.get(i).transform();
      out.put(
          fields.get(i).name(),
          transform.isIdentity()
              ? PartitionValues.text(types[i], bound(types[i], values[i]))
              : TransformText.of(transform, types[i], values[i]));
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
  public static Object bound(Type type, Object value) {
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
      case BINARY -> value;
      default -> ((Number) value).longValue();
    };
  }
}
