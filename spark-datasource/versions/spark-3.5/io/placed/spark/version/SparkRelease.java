package io.placed.spark.version;

/** The release of Spark that this jar is for. */
public final class SparkRelease {
  /** The first two numbers: Spark does not change its interfaces in patch releases. */
  public static final String SUPPORTED = "3.5";

  private SparkRelease() {}
}
