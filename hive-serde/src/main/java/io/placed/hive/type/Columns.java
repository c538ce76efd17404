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
 * The columns that files of a table have: those of the table without those of its partitions.
 *
 * @param names in lower case, as Hive has them
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

  /** Those of a table's or partition's properties. */
  public static Columns of(Properties table) {
    return parse(
        table.getProperty(NAMES, ""),
        table.getProperty(DELIMITER, ","),
        table.getProperty(TYPES, ""));
  }

  /**
   * Those that Hive wants to see, whatever the partition at hand was created with.
   *
   * @throws IllegalArgumentException if the configuration is not that of a scan of a table
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

  /** Position of the column of this name, its case ignored, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** A row as one type. */
  public StructTypeInfo struct() {
    return (StructTypeInfo)
        TypeInfoFactory.getStructTypeInfo(new ArrayList<>(names), new ArrayList<>(types));
  }

  /**
   * What a new file has; every field is nullable, as in Hive.
   *
   * @throws IllegalArgumentException that names the column whose type cannot be stored
   */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(Field.of(names.get(i), HiveTypes.toType(types.get(i), names.get(i))));
    }
    return Schema.of(fields);
  }
}
