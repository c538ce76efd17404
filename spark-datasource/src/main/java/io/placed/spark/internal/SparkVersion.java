package io.placed.spark.internal;

import io.placed.spark.version.ScalaVersion;
import io.placed.spark.version.SparkRelease;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads the {@link Catalyst} of this jar, if it is for the running release of Spark. It is loaded
 * by name, so that none of its classes is loaded with another release, whose classes do not fit.
 */
final class SparkVersion {
  private static final String IMPLEMENTATION = "io.placed.spark.internal.catalyst.SparkCatalyst";

  /** Spark and Scala of every jar. */
  static final List<String> JARS =
      List.of("3.5_2.12", "3.5_2.13", "4.0_2.13", "4.1_2.13", "4.2_2.13");

  private static final String JAR = "placed-spark-";

  private static final Pattern MINOR = Pattern.compile("(\\d+\\.\\d+)\\b.*");

  private static volatile Catalyst chosen;

  private SparkVersion() {}

  /** Throws the same error on every call, unlike a static initializer. */
  static Catalyst catalyst() {
    Catalyst catalyst = chosen;
    if (catalyst == null) {
      catalyst =
          implementation(
              org.apache.spark.package$.MODULE$.SPARK_VERSION(),
              scala.util.Properties$.MODULE$.versionNumberString());
      chosen = catalyst;
    }
    return catalyst;
  }

  /**
   * @param spark its version as it reports it; distributions append their own numbers
   */
  static Catalyst implementation(String spark, String scala) {
    if (!SparkRelease.SUPPORTED.equals(minor(spark))
        || !ScalaVersion.SUPPORTED.equals(minor(scala))) {
      throw new IllegalStateException(
          "this jar of placed is for Spark "
              + SparkRelease.SUPPORTED
              + " with Scala "
              + ScalaVersion.SUPPORTED
              + "; found Spark "
              + spark
              + " with Scala "
              + scala
              + "; "
              + advice(minor(spark) + "_" + minor(scala)));
    }
    try {
      return Class.forName(IMPLEMENTATION)
          .asSubclass(Catalyst.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the jar of placed has no class " + IMPLEMENTATION, e);
    }
  }

  private static String advice(String needed) {
    return JARS.contains(needed)
        ? "the jar that fits is " + JAR + needed
        : "no jar fits; there are " + JAR + String.join(", " + JAR, JARS);
  }

  private static String minor(String version) {
    Matcher numbers = MINOR.matcher(version);
    return numbers.matches() ? numbers.group(1) : null;
  }
}
