package io.placed.spark.types;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Session;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns of type {@code CHAR(n)}. Spark pads their values with blanks when it reads them, and the
 * literals that they are compared with. Files may have shorter values, because only writes by the
 * name of a table of a catalog pad them.
 */
public final class CharColumns {
  /** Spark's key, in the metadata of a column, of its type with lengths of char and varchar. */
  public static final String TYPE = "__CHAR_VARCHAR_TYPE_STRING";

  /** Not {@code varchar(n)}, which is not padded; perhaps a part of a nested type. */
  private static final Pattern CHAR = Pattern.compile("\\bchar\\((\\d+)\\)");

  private CharColumns() {}

  /**
   * Whether a condition compares values that Spark pads, so that bounds and partition values of
   * files say nothing about it.
   */
  public static boolean areIn(Predicate condition, StructType table, boolean caseSensitive) {
    return Arrays.stream(table.fields())
        .filter(f -> type(f).find())
        .anyMatch(
            f ->
                condition.columns().stream()
                    .anyMatch(
                        c -> caseSensitive ? c.equals(f.name()) : c.equalsIgnoreCase(f.name())));
  }

  /** Whether a column is one, and not merely has such parts. */
  public static boolean is(String column, StructType table, boolean caseSensitive) {
    return lengths(table).keySet().stream()
        .anyMatch(c -> caseSensitive ? c.equals(column) : c.equalsIgnoreCase(column));
  }

  /** Whether there are any. */
  public static boolean areIn(StructType table) {
    return Arrays.stream(table.fields()).anyMatch(f -> type(f).find());
  }

  /**
   * Makes of the values of a partition, by column, those that the session reads.
   *
   * @param columns of the table, the partition columns included
   * @param inTable the name that the values have for a column
   */
  public static UnaryOperator<Map<String, String>> asRead(
      StructType columns, UnaryOperator<String> inTable) {
    Map<String, Integer> lengths = new HashMap<>();
    lengths(columns).forEach((column, length) -> lengths.put(inTable.apply(column), length));
    if (lengths.isEmpty() || !Session.active().padsChars()) {
      return values -> values;
    }
    return values -> {
      Map<String, String> read = new LinkedHashMap<>(values);
      lengths.forEach((column, length) -> read.computeIfPresent(column, (c, v) -> pad(v, length)));
      return read;
    };
  }

  /**
   * Per column the length up to which its values are padded where they are; 0 = they are not.
   *
   * @param columns some of those of the table, as far as they are its own
   */
  public static int[] lengths(StructType columns, StructType table) {
    Map<String, Integer> all = lengths(table);
    return Arrays.stream(columns.fieldNames()).mapToInt(c -> all.getOrDefault(c, 0)).toArray();
  }

  /**
   * Per column its type with the lengths up to which values, also parts of nested ones, are padded
   * where they are; null = they are not.
   *
   * @param columns some of those of the table, as far as they are its own
   */
  public static DataType[] types(StructType columns, StructType table) {
    Map<String, DataType> all = new HashMap<>();
    StructField[] declared = Session.schema(Session.columns(table)).fields();
    for (int i = 0; i < declared.length; i++) {
      if (type(table.fields()[i]).find()) {
        all.put(declared[i].name(), declared[i].dataType());
      }
    }
    return Arrays.stream(columns.fieldNames()).map(all::get).toArray(DataType[]::new);
  }

  private static Map<String, Integer> lengths(StructType columns) {
    Map<String, Integer> lengths = new HashMap<>();
    for (StructField f : columns.fields()) {
      Matcher type = type(f);
      if (type.matches()) {
        lengths.put(f.name(), Integer.valueOf(type.group(1)));
      }
    }
    return lengths;
  }

  /** The column without lengths of char and varchar. */
  public static StructField withoutLengths(StructField f) {
    Metadata others = new MetadataBuilder().withMetadata(f.metadata()).remove(TYPE).build();
    return new StructField(f.name(), f.dataType(), f.nullable(), others);
  }

  private static Matcher type(StructField f) {
    return CHAR.matcher(f.metadata().contains(TYPE) ? f.metadata().getString(TYPE) : "");
  }

  private static String pad(String value, int length) {
    return value + " ".repeat(Math.max(0, length - value.codePointCount(0, value.length())));
  }
}
