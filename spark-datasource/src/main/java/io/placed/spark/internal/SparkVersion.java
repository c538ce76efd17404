package io.placed.spark.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the {@link Catalyst} for the running Spark version. Implementations are loaded by name,
 * so that this package compiles without them, and none is loaded for another version of Spark.
 */
final class SparkVersion {
  /**
   * By major and minor version, because Spark does not change internal interfaces in patch
   * releases.
   */
  private static final Map<String, String> IMPLEMENTATIONS =
      new TreeMap<>(Map.of("4.2", "io.placed.spark.internal.v42.Spark42"));

  private static final Pattern MINOR = Pattern.compile("(\\d+\\.\\d+)\\b.*");

  private static volatile Catalyst chosen;

  private SparkVersion() {}

  /** Throws the same error on every call, unlike a static initializer. */
  static Catalyst catalyst() {
    Catalyst catalyst = chosen;
    if (catalyst == null) {
      catalyst = implementation(org.apache.spark.package$.MODULE$.SPARK_VERSION());
      chosen = catalyst;
    }
    return catalyst;
  }

  /**
   * @param version as Spark reports it; distributions append their own numbers
   */
  static Catalyst implementation(String version) {
    Matcher minor = MINOR.matcher(version);
    String name = minor.matches() ? IMPLEMENTATIONS.get(minor.group(1)) : null;
    if (name == null) {
      throw new IllegalStateException(
          "this jar of placed is for Spark "
              + String.join(", ", IMPLEMENTATIONS.keySet())
              + "; found Spark "
              + version);
    }
    try {
      return Class.forName(name).asSubclass(Catalyst.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the jar of placed has no class " + name, e);
    }
  }
}
