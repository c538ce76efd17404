package io.placed.formats;

import java.util.regex.Pattern;

/**
 * How tables say which of the files in their directory, and which rows of them, count. What they
 * removed stays there until somebody cleans up, so such a directory is not read file by file.
 */
public enum TableLog {
  DELTA("a Delta", Copy.SPARK),
  ICEBERG("an Iceberg", Copy.SPARK),
  HUDI("a Hudi", Copy.SPARK),

  /** Also of tables that are insert-only. */
  HIVE("a transactional Hive", Copy.HIVE);

  private static final class Copy {
    private static final String SPARK = "Spark (CREATE TABLE … USING placed AS SELECT …)";
    private static final String HIVE = "Hive (CREATE TABLE … STORED AS PLACED AS SELECT …)";
  }

  /**
   * Of write ids, which have seven digits at least; in names of bases more may be a date, and two
   * in names of deltas a range of dates.
   */
  private static final Pattern HIVE_DIRECTORY =
      Pattern.compile(
          "(base_\\d{7}"
              + "|(delete_)?delta_(?!(19|20)\\d{6}_(19|20)\\d{6}$)\\d{7,}_\\d{7,}(_\\d{4})?)"
              + "(_v\\d{7,})?");

  private final String text;
  private final String copy;

  TableLog(String text, String copy) {
    this.text = text;
    this.copy = copy;
  }

  /** The format of the table, with its article. */
  public String text() {
    return text;
  }

  /** What copies such a table. */
  public String copy() {
    return copy;
  }

  /**
   * What a directory in that of a table tells by its name; null if nothing. Iceberg's directories
   * have ordinary names.
   */
  public static TableLog of(String directory) {
    return switch (directory) {
      case "_delta_log" -> DELTA;
      case ".hoodie" -> HUDI;
      default -> HIVE_DIRECTORY.matcher(directory).matches() ? HIVE : null;
    };
  }
}
