package io.placed.spark.version;

/** The release of Scala that this jar is for. */
public final class ScalaVersion {
  /** The first two numbers; classes of another release do not fit. */
  public static final String SUPPORTED = "2.12";

  private ScalaVersion() {}
}
