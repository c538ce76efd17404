package io.placed.hive.type;

import java.util.Map;

/**
 * Marks files that were written by Hive. A metastore has no column ids, but in a table that only
 * Hive writes, a renamed column keeps its position, and new columns are last.
 */
public final class HiveFile {
  private static final String KEY = "placed.hive.columns";
  private static final String BY_POSITION = "by-position";

  /** Metadata of each file. */
  public static final Map<String, String> METADATA = Map.of(KEY, BY_POSITION);

  private HiveFile() {}

  /** Whether the columns of a file with this metadata have the order of Hive's table. */
  public static boolean hasTableOrder(Map<String, String> metadata) {
    return BY_POSITION.equals(metadata.get(KEY));
  }
}
