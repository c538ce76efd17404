package io.placed.hive.type;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * The columns of a table without the partition columns: those that its files have.
 *
 * @param names in lower case, as in Hive
 * @param types of the same length
 */
public record Columns(List<String> names, List<TypeInfo> types) {
  private static final String NAMES = "columns";
  private static final String TYPES = "columns.types";
  private static final String DELIMITER = "column.name.delimiter";
  private static final String WANTED_NAMES = "schema.evolution.columns";
  private static final String WANTED_TYPES = "schema.evolution.columns.types";

  public Columns {
    names = List.copyOf(names);
    types = List.copyOf(types);
    if (names.size() != types.size()) {
      throw new IllegalArgumentException(
          "the numbers of column names and types differ, found "
              + names.size()
              + " and "
              + types.size()
              + ": "
              + names
              + ", "
              + types);
    }
  }

  /** Columns from the properties of a table or partition. */
  public static Columns of(Properties table) {
    return parse(
        table.getProperty(NAMES, ""),
        table.getProperty(DELIMITER, ","),
        table.getProperty(TYPES, ""));
  }

  /**
   * The columns that Hive expects, whatever schema the partition was created with.
   *
   * @throws IllegalArgumentException if the configuration is not that of a table scan
   */
  public static Columns wanted(Configuration job) {
    String names = job.get(WANTED_NAMES);
    String types = job.get(WANTED_TYPES);
    if (names != null && types != null) {
      return parse(names, ",", types);
    }
    if (job.get(NAMES) == null || job.get(TYPES) == null) {
      throw new IllegalArgumentException(
          "the job names no columns: neither " + WANTED_NAMES + " nor " + NAMES + " is set");
    }
    return parse(job.get(NAMES), job.get(DELIMITER, ","), job.get(TYPES));
  }

  private static Columns parse(String names, String delimiter, String types) {
    List<String> list =
        names.isEmpty()
            ? List.of()
            : Arrays.asList(names.split(java.util.regex.Pattern.quote(delimiter)));
    return new Columns(list, TypeInfoUtils.getTypeInfosFromTypeString(types));
  }

  public int size() {
    return names.size();
  }

  /** Position of the column with this name, ignoring case, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The type of a row. */
  public StructTypeInfo struct() {
    return (StructTypeInfo)
        TypeInfoFactory.getStructTypeInfo(new ArrayList<>(names), new ArrayList<>(types));
  }

  /**
   * The schema of a new file; all fields are nullable, as in Hive.
   *
   * @throws IllegalArgumentException naming the column whose type is not supported
   */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(Field.of(names.get(i), HiveTypes.toType(types.get(i), names.get(i))));
    }
    return Schema.of(fields);
  }
}
