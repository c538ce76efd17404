package io.placed.spark.version;

/** The release of Spark that this jar is for. */
public final class SparkRelease {
  /** The first two numbers: Spark does not change its interfaces in patch releases. */
  public static final String SUPPORTED = "3.5";

  /** Whether CREATE TABLE without a format makes a Hive table unless a setting says otherwise. */
  public static final boolean HIVE_TABLES_BY_DEFAULT = true;

  private SparkRelease() {}
}
