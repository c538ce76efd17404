package io.placed.hive.type;

/**
 * The Hive whose classes are here. The jar is compiled for Hive 4 and also serves Hive 2.3, which
 * is inside Spark: it reads and writes rows only, its dates and timestamps are those of java.sql,
 * and some methods that we call in Hive 4 are not there.
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
