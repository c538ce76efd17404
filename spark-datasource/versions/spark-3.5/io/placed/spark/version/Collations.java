package io.placed.spark.version;

import org.apache.spark.sql.types.StringType;

/** Collations of strings, of which Spark 3.5 has one. */
public final class Collations {
  private Collations() {}

  /** Whether strings are equal, and are ordered, as their bytes are. */
  public static boolean isBinary(StringType type) {
    return true;
  }
}
