package io.placed.spark.read.translate;

import io.placed.predicate.Predicate;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.spark.internal.Session;
import io.placed.spark.types.SparkTypes;
import io.placed.table.file.RowIdColumns;
import io.placed.table.split.RowTest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Creates filters of rows for Spark's tables, whose columns may have defaults for older files. */
public final class RowTests {
  private RowTests() {}

  public static RowTest of(Predicate predicate, StructType table, boolean caseSensitive) {
    Object[] values = Session.existenceDefaults(table);
    List<Field> columns = new ArrayList<>();
    Map<String, Object> defaults = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      StructField field = table.fields()[i];
      if (names(predicate, field.name(), caseSensitive)) {
        Type type = SparkTypes.toType(field.dataType(), field.name());
        columns.add(Field.of(field.name(), type));
        if (values[i] != null) {
          defaults.put(field.name(), constant(type, values[i]));
        }
      }
    }
    List<Field> all = RowIdColumns.with(Schema.of(columns), predicate.columns()).fields();
    return new RowTest(predicate, all, defaults);
  }

  /**
   * Whether the predicate can be evaluated for files without these columns; nested defaults are
   * left to Spark.
   */
  public static boolean canTest(Predicate predicate, StructType table, boolean caseSensitive) {
    Object[] values = Session.existenceDefaults(table);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null
          && names(predicate, table.fields()[i].name(), caseSensitive)
          && SparkTypes.toType(table.fields()[i].dataType(), "").isNested()) {
        return false;
      }
    }
    return true;
  }

  private static boolean names(Predicate predicate, String column, boolean caseSensitive) {
    return predicate.columns().stream()
        .anyMatch(c -> caseSensitive ? c.equals(column) : c.equalsIgnoreCase(column));
  }

  /**
   * @param value in Spark's internal form
   */
  private static Object constant(Type type, Object value) {
    if (value instanceof Boolean b) {
      return b ? 1L : 0L;
    }
    if (value instanceof Decimal d) {
      BigInteger unscaled =
          d.toJavaBigDecimal().setScale(((DecimalType) type).scale()).unscaledValue();
      return type.storage() == Storage.LONG ? (Object) unscaled.longValueExact() : unscaled;
    }
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof UTF8String s) {
      return s.getBytes();
    }
    return value instanceof Number n ? (Object) n.longValue() : value;
  }
}
