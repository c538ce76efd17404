package io.placed.hive.type;

/**
 * The version of Hive on the class path. The jar is compiled for Hive 4 and also supports Hive 2.3,
 * which Spark contains: it reads and writes only rows, its dates and timestamps are those of
 * java.sql, and some methods of Hive 4 do not exist.
 */
public final class HostHive {
  /** Whether it is older than Hive 4. */
  public static final boolean BEFORE_4 = lacks("org.apache.hadoop.hive.serde2.io.DateWritableV2");

  private HostHive() {}

  private static boolean lacks(String className) {
    try {
      Class.forName(className, false, HostHive.class.getClassLoader());
      return false;
    } catch (ClassNotFoundException e) {
      return true;
    }
  }
}
