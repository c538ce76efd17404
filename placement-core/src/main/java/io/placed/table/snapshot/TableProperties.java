package io.placed.table.snapshot;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What may be stored with a table. The log can be read by everybody who can read the table, and
 * written by everybody who can write it: secrets would leak to the ones, and settings of file
 * systems would let the others decide which classes and endpoints all readers use. So neither is
 * stored, and no property that is found in a log becomes a setting of Hadoop.
 */
public final class TableProperties {
  /** First parts of names of Hadoop's settings. */
  private static final Set<String> HADOOP =
      Set.of("fs", "dfs", "hadoop", "hdfs", "io", "ipc", "mapred", "mapreduce", "yarn");

  private static final Pattern SECRET =
      Pattern.compile(
          "secret|passw(or)?d|passphrase|token|credential"
              + "|(access|account|api|private|encryption|session)[-._]?key",
          Pattern.CASE_INSENSITIVE);

  /** {@code scheme://user:password@host}. */
  private static final Pattern SECRET_IN_URI = Pattern.compile("://[^/@:\\s]*:[^/@\\s]+@");

  private static final String SPARK_HADOOP = "spark.hadoop.";

  private TableProperties() {}

  /** Whether the name is one of Hadoop's settings, however it is spelled. */
  public static boolean isHadoop(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    int dot = lower.indexOf('.');
    return lower.startsWith(SPARK_HADOOP) || (dot > 0 && HADOOP.contains(lower.substring(0, dot)));
  }

  /** Whether the name says that its value is for few eyes. */
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).find();
  }

  /**
   * Refuses what must not be in a log, a catalog or a file's footer. The message does not have the
   * value.
   *
   * @param properties null values = to be removed, which is always possible
   * @throws IllegalArgumentException that names the property and says where it belongs
   */
  public static void requireStorable(Map<String, String> properties) {
    properties.forEach(
        (name, value) -> {
          if (value == null) {
            return;
          }
          if (isHadoop(name)) {
            throw refusal(name, "is a setting of Hadoop or of a file system");
          }
          if (isSecret(name)) {
            throw refusal(name, "is, by its name, a secret");
          }
          if (SECRET_IN_URI.matcher(value).find()) {
            throw refusal(name, "has a password in a URI");
          }
        });
  }

  private static IllegalArgumentException refusal(String name, String why) {
    String plain = name.toLowerCase(Locale.ROOT).startsWith(SPARK_HADOOP) ? "" : SPARK_HADOOP;
    return new IllegalArgumentException(
        "property '"
            + name
            + "' "
            + why
            + ", which is not stored with a table: everybody who can read the table can read its"
            + " properties. Set it where the engine is configured: in core-site.xml, in Spark as "
            + plain
            + name
            + ", secrets in a credential provider (hadoop.security.credential.provider.path); or"
            + " give it as an option of a single read or write");
  }
}
