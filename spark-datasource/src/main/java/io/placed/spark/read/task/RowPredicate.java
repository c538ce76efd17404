package io.placed.spark.read.task;

import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Session;
import io.placed.table.file.PartitionValues;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rows that a scan gives out: Spark does not test them again.
 *
 * @param columns the table's columns that the predicate names
 * @param defaults by column, what files that do not have it hold, as constants of {@link
 *     ReadRequest}; columns without a default are missing
 */
public record RowPredicate(Predicate predicate, StructType columns, Map<String, Object> defaults)
    implements Serializable {

  public static RowPredicate of(Predicate predicate, StructType table, boolean caseSensitive) {
    Object[] values = Session.existenceDefaults(table);
    StructType columns = new StructType();
    Map<String, Object> defaults = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      StructField field = table.fields()[i];
      if (names(predicate, field.name(), caseSensitive)) {
        columns = columns.add(field);
        if (values[i] != null) {
          defaults.put(field.name(), constant(SparkTypes.toType(field.dataType(), ""), values[i]));
        }
      }
    }
    return new RowPredicate(predicate, columns, defaults);
  }

  /** Whether the rows of files without these columns can be told: nested defaults are Spark's. */
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

  public ReadRequest addTo(
      ReadRequest request, FileReader file, FileSlice slice, boolean caseSensitive)
      throws IOException {
    Schema schema = SparkTypes.toSchema(columns);
    Map<String, Object> constants = new HashMap<>();
    for (Field f : schema.fields()) {
      if (slice.partition().containsKey(f.name())) {
        constants.put(f.name(), PartitionValues.parse(f.type(), slice.partition().get(f.name())));
      } else if (defaults.containsKey(f.name()) && isAbsent(f.name(), file, slice, caseSensitive)) {
        constants.put(f.name(), defaults.get(f.name()));
      }
    }
    return request.withTableSchema(schema).withConstants(constants).withFilter(predicate);
  }

  private static boolean isAbsent(
      String column, FileReader file, FileSlice slice, boolean caseSensitive) throws IOException {
    String name = ReadRequest.nameInFile(slice.names(), column, caseSensitive);
    return name == null || file.schema().find(name, caseSensitive).isEmpty();
  }
}
