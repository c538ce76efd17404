package io.placed.hive.type;

import java.util.Map;

/**
 * Marks files that were written by Hive. A metastore has no column ids, but in a table that only
 * Hive writes, a renamed column keeps its position, and new columns are last.
 */
public final class HiveFile {
  private static final String KEY = "placed.hive.columns";
  private static final String BY_POSITION = "by-position";
  private static final String STANDS_FOR = "placed.hive.stands-for";

  /** Metadata of each file. */
  public static final Map<String, String> METADATA = Map.of(KEY, BY_POSITION);

  private HiveFile() {}

  /** Whether the columns of a file with this metadata have the order of Hive's table. */
  public static boolean hasTableOrder(Map<String, String> metadata) {
    return BY_POSITION.equals(metadata.get(KEY));
  }

  /**
   * Metadata of the empty file that MapReduce reads in the place of a directory without files.
   *
   * @param directory which may be a partition's whose files are in a directory that spells the
   *     columns in another case
   */
  public static Map<String, String> standingFor(String directory) {
    return directory == null ? Map.of() : Map.of(STANDS_FOR, directory);
  }

  /** The directory that is meant by a file with this metadata; null if it is the file itself. */
  public static String directory(Map<String, String> metadata) {
    return metadata.get(STANDS_FOR);
  }
}
