package io.placed.hive.type;

import java.util.Map;

/**
 * How files that Hive wrote say so. A metastore keeps no ids of columns, but in a table that only
 * Hive writes to a column keeps its place when it is renamed, and new ones come last.
 */
public final class HiveFile {
  private static final String KEY = "placed.hive.columns";
  private static final String BY_POSITION = "by-position";

  /** Stored in each file. */
  public static final Map<String, String> METADATA = Map.of(KEY, BY_POSITION);

  private HiveFile() {}

  /** Whether the columns of a file with this metadata are in the order of Hive's table. */
  public static boolean hasTableOrder(Map<String, String> metadata) {
    return BY_POSITION.equals(metadata.get(KEY));
  }
}
