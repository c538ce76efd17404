package io.placed.table.snapshot;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names of columns that a table had, and has no more: an ALTER TABLE or a rollback has dropped or
 * renamed them. A catalog that still has such a name is behind the log, for instance because it
 * failed after the log was changed: to read the column would give nulls, and to write it would add
 * another column. They are stored among the properties, because releases before 0.3.0 refuse a
 * snapshot with a field that they do not know.
 */
public final class FormerColumns {
  private static final String PREFIX = "placed.former-column:";

  private FormerColumns() {}

  static boolean isFormer(String property) {
    return property.startsWith(PREFIX);
  }

  /**
   * The properties after a change of columns.
   *
   * @param before the columns that other names are former ones of
   * @param now the columns of the table, whose names are not former any more
   * @param snapshot that of the change
   */
  public static Map<String, String> after(
      Map<String, String> properties, Schema before, Schema now, long snapshot) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    before.fields().forEach(f -> all.put(PREFIX + f.name(), String.valueOf(snapshot)));
    now.fields().forEach(f -> all.remove(PREFIX + f.name()));
    return all;
  }

  /** The former columns among properties. */
  public static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> former = new LinkedHashMap<>(properties);
    former.keySet().removeIf(p -> !isFormer(p));
    return former;
  }

  /**
   * Refuses a column that a table has no more.
   *
   * @param columns the names that somebody else has for the columns
   * @throws IllegalArgumentException that names the column and the snapshot without it
   */
  public static void requireNone(
      Snapshot table, Iterable<String> columns, boolean caseSensitive, String of) {
    Map<String, String> former = of(table.properties());
    if (former.isEmpty()) {
      return;
    }
    for (String column : columns) {
      String snapshot = snapshotWithout(former, table.schema(), column, caseSensitive);
      if (snapshot != null) {
        throw new IllegalArgumentException(
            "column "
                + column
                + " of "
                + of
                + " is no column of the data set since snapshot "
                + snapshot
                + ", which dropped or renamed it; its columns are "
                + table.schema().fields().stream().map(Field::name).toList()
                + ". Drop or rename it there, too, with ALTER TABLE");
      }
    }
  }

  /** The snapshot since which a table has a column no more; null if it has it, or never had it. */
  public static String snapshotWithout(Snapshot table, String column, boolean caseSensitive) {
    return snapshotWithout(table.properties(), table.schema(), column, caseSensitive);
  }

  private static String snapshotWithout(
      Map<String, String> properties, Schema now, String column, boolean caseSensitive) {
    if (now.find(column, caseSensitive).isPresent()) {
      return null;
    }
    for (Map.Entry<String, String> e : properties.entrySet()) {
      String name = isFormer(e.getKey()) ? e.getKey().substring(PREFIX.length()) : null;
      if (name != null && (caseSensitive ? name.equals(column) : name.equalsIgnoreCase(column))) {
        return e.getValue();
      }
    }
    return null;
  }
}
