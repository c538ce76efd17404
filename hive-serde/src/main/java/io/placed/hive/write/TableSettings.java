package io.placed.hive.write;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.SearchSettings;
import io.placed.io.FileStores;
import io.placed.placement.Packing;
import io.placed.schema.Schema;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * TBLPROPERTIES with the prefix {@code placed.}: the same settings as in other engines, with this
 * prefix.
 */
record TableSettings(WriteOptions options, boolean truncatesNanos) {
  static final String PREFIX = "placed.";

  /** Whether timestamps with more than microseconds are truncated or refused. */
  static final String NANOS = PREFIX + "timestamp.nanos";

  /** Of the data set that Spark makes of the table when it writes to it. */
  private static final String FOREIGN_FILES = TableProperties.FOREIGN_FILES;

  /** In which Spark notes how it partitions the table's new files. */
  private static final String PARTITIONING = PREFIX + "partitioning";

  /**
   * @throws IllegalArgumentException naming the property, what was found and what is allowed
   */
  static TableSettings of(Properties table, Schema schema, FileStores stores) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : new TreeSet<>(table.stringPropertyNames())) {
      if (name.startsWith(PREFIX) && !isOther(name)) {
        settings.put(name.substring(PREFIX.length()), table.getProperty(name));
      }
    }
    requireKnown(settings);
    try {
      if (table.getProperty(FOREIGN_FILES) != null) {
        TableProperties.requireStorable(Map.of(FOREIGN_FILES, table.getProperty(FOREIGN_FILES)));
      }
      SearchSettings found =
          SearchSettings.resolve(settings, stores, () -> ColumnSizes.guessed(schema), List.of());
      WriteOptions options = WriteOptions.of(found.settings());
      requireOneFile(options.placement().packing());
      return new TableSettings(options, truncates(table.getProperty(NANOS, "refuse")));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          table.getProperty("name", "table") + ", TBLPROPERTIES: " + e.getMessage(), e);
    }
  }

  /** Whether a property is no setting of a file: it is Hive's, or only Spark knows it. */
  private static boolean isOther(String name) {
    return name.equals(NANOS)
        || name.equals(FOREIGN_FILES)
        || name.equals(PARTITIONING)
        || TableProperties.OF_ENGINES.stream()
            .anyMatch(o -> name.equalsIgnoreCase(o.startsWith(PREFIX) ? o : PREFIX + o));
  }

  private static void requireKnown(Map<String, String> settings) {
    Set<String> known = new TreeSet<>(WriteOptions.settingNames());
    known.addAll(SearchSettings.NAMES);
    Set<String> all = new TreeSet<>(known);
    TableProperties.OF_ENGINES.stream().filter(o -> !o.startsWith(PREFIX)).forEach(all::add);
    for (String name : settings.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "TBLPROPERTIES: unknown setting '"
                + PREFIX
                + name
                + "'; allowed are "
                + NANOS
                + ", "
                + FOREIGN_FILES
                + ", "
                + TableProperties.DELETES_MAX_SHARE
                + ", and with the prefix "
                + PREFIX
                + " "
                + String.join(", ", all));
      }
    }
  }

  private static boolean truncates(String value) {
    return switch (value) {
      case "refuse" -> false;
      case "truncate" -> true;
      default ->
          throw new IllegalArgumentException(
              NANOS + " must be 'refuse' or 'truncate', found '" + value + "'");
    };
  }

  private static void requireOneFile(Packing packing) {
    if (!(packing instanceof Packing.ManyRowGroups || packing instanceof Packing.OneRowGroup)) {
      throw new IllegalArgumentException(
          PREFIX
              + Packing.SETTING
              + ": "
              + packing
              + " needs several files per task, but Hive supports only one. Allowed are"
              + " many-row-groups and one-row-group; for others, write the table with Spark, or"
              + " rewrite it after Hive has written it: placed rewrite TABLE --packing '"
              + packing
              + "'");
    }
  }
}
