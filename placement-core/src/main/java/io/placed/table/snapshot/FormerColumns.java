package io.placed.table.snapshot;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.Comparator;
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
   * @param snapshot that of the change
   */
  public static Map<String, String> after(
      Map<String, String> properties, Schema before, Schema now, long snapshot) {
    Map<String, String> all = without(properties, now);
    for (Field f : before.fields()) {
      if (now.indexOf(f.name()) < 0) {
        all.put(PREFIX + f.name(), String.valueOf(snapshot));
      }
    }
    return all;
  }

  /** The properties without the names that columns have (again). */
  public static Map<String, String> without(Map<String, String> properties, Schema now) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.keySet().removeIf(p -> isFormer(p) && now.indexOf(p.substring(PREFIX.length())) >= 0);
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
    String remedy = "Drop or rename it there, too, with ALTER TABLE";
    requireNone(table, columns, caseSensitive, of, remedy);
  }

  /**
   * The same.
   *
   * @param remedy the last sentence of the message
   */
  public static void requireNone(
      Snapshot table, Iterable<String> columns, boolean caseSensitive, String of, String remedy) {
    if (table.properties().keySet().stream().noneMatch(FormerColumns::isFormer)) {
      return;
    }
    for (String column : columns) {
      String snapshot = snapshotWithout(table, column, caseSensitive);
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
                + ". "
                + remedy);
      }
    }
  }

  /** The snapshot since which a table has a column no more; null if it has it, or never had it. */
  public static String snapshotWithout(Snapshot table, String column, boolean caseSensitive) {
    if (table.schema().find(column, caseSensitive).isPresent()) {
      return null;
    }
    // Names that differ in case may have gone one after the other.
    return table.properties().entrySet().stream()
        .filter(e -> isFormer(e.getKey()))
        .filter(e -> isNamed(e.getKey().substring(PREFIX.length()), column, caseSensitive))
        .map(Map.Entry::getValue)
        .max(Comparator.comparing(Long::valueOf))
        .orElse(null);
  }

  private static boolean isNamed(String former, String column, boolean caseSensitive) {
    return caseSensitive ? former.equals(column) : former.equalsIgnoreCase(column);
  }
}
