package io.placed.spark.version;

import org.apache.spark.sql.types.StringType;

/** Collations of strings. */
public final class Collations {
  private Collations() {}

  /** Whether strings are equal, and are ordered, as their bytes are. */
  public static boolean isBinary(StringType type) {
    return type.isUTF8BinaryCollation();
  }
}
