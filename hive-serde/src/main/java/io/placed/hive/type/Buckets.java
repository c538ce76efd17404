package io.placed.hive.type;

import java.util.Properties;

/** The buckets of CLUSTERED BY tables, for which Hive takes their files. */
public final class Buckets {
  private static final String COUNT = "bucket_count";

  private Buckets() {}

  /**
   * @param table properties of the table; it has -1 buckets if it has none
   */
  public static boolean has(Properties table) {
    return Integer.parseInt(table.getProperty(COUNT, "0")) > 0;
  }
}
