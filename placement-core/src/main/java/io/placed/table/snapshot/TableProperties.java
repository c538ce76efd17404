package io.placed.table.snapshot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rules for table properties. Every reader of the table can read them, and every writer can set
 * them: secrets would leak to readers, and settings of file systems would let writers choose the
 * classes and endpoints of all readers. So neither is stored, and a property in a log never becomes
 * a Hadoop setting.
 */
public final class TableProperties {
  /**
   * Whether Placed files that no snapshot lists are visible: {@code true} or {@code false}; absent
   * = false. Every read of a table that shows them lists its directories.
   */
  public static final String FOREIGN_FILES = "placed.foreign-files";

  /** Begin of the names of what commits note, and of {@link #FOREIGN_FILES}. */
  private static final String NOTES = "placed.";

  /**
   * Up to which share of the rows of a file a row-level operation marks them as deleted, from 0 to
   * 1; the file is rewritten if it is more. Absent = {@link #DEFAULT_MAX_SHARE}, 0 = always
   * rewritten.
   */
  public static final String DELETES_MAX_SHARE = "placed.deletes.max-share";

  /**
   * Properties, besides settings of writing, that say how an engine writes a table. An engine to
   * which one means nothing ignores it.
   */
  public static final Set<String> OF_ENGINES =
      Set.of(
          "maxRecordsPerFile",
          "target-file-size",
          "mergeSchema",
          "partitionOverwriteMode",
          "reorderTasks",
          "write.distribution-mode",
          "isolation",
          DELETES_MAX_SHARE);

  /**
   * Whether an optimization says when the workload has moved away from the placement: {@code watch}
   * or {@code off}; absent = off.
   */
  public static final String ADVISE = "advise";

  /** Path of the history that is watched; absent = that of the engine's setting. */
  public static final String ADVISE_HISTORY = "advise.history";

  private static final String WATCH = "watch";

  private static final double DEFAULT_MAX_SHARE = 0.2;

  /** Prefixes of Hadoop settings. */
  private static final Set<String> HADOOP =
      Set.of("fs", "dfs", "hadoop", "hdfs", "io", "ipc", "mapred", "mapreduce", "yarn");

  private static final Pattern SECRET =
      Pattern.compile(
          "secret|passw(or)?d|passphrase|token|credential"
              + "|(access|account|api|private|encryption|session)[-._]?key",
          Pattern.CASE_INSENSITIVE);

  /** {@code scheme://user:password@host}. */
  private static final Pattern SECRET_IN_URI = Pattern.compile("://[^/@:\\s]*:[^/@\\s]+@");

  private static final String EMPTY_PARTITION = "placed.partition:";

  private static final String SPARK_HADOOP = "spark.hadoop.";

  private TableProperties() {}

  /** The property that notes a partition that was added without rows, by its directory. */
  public static String emptyPartition(String directory) {
    return EMPTY_PARTITION + directory;
  }

  /** Whether a property is one of {@link #emptyPartition}. */
  public static boolean isEmptyPartition(String property) {
    return property.startsWith(EMPTY_PARTITION);
  }

  /**
   * Properties after changes. Readers ignore the case of the names of settings, so of two spellings
   * only the newer one stays; names that contain values, such as those of partitions, are exact.
   *
   * @param changes a null value removes the property
   */
  public static Map<String, String> changed(
      Map<String, String> properties, Map<String, String> changes) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    changes.forEach(
        (name, value) -> {
          if (name.startsWith(NOTES) && name.indexOf(':') > 0) {
            all.remove(name);
          } else {
            all.keySet().removeIf(name::equalsIgnoreCase);
          }
          if (value != null) {
            all.put(name, value);
          }
        });
    return all;
  }

  /** The directory of a partition that a property of {@link #emptyPartition} notes. */
  public static String directoryOfEmptyPartition(String property) {
    return property.substring(EMPTY_PARTITION.length());
  }

  /** Whether the name is that of a Hadoop setting, with or without {@code spark.hadoop.}. */
  public static boolean isHadoop(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    int dot = lower.indexOf('.');
    return lower.startsWith(SPARK_HADOOP) || (dot > 0 && HADOOP.contains(lower.substring(0, dot)));
  }

  /** Whether the name suggests a secret. */
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).find();
  }

  /**
   * Rejects properties that must not be stored in a log, a catalog or a footer. The message does
   * not contain the value.
   *
   * @param properties a null value removes the property, which is always allowed
   * @throws IllegalArgumentException that names the property and where to set it instead
   */
  public static void requireStorable(Map<String, String> properties) {
    properties.forEach(
        (name, value) -> {
          if (value == null) {
            return;
          }
          if (name.equalsIgnoreCase(FOREIGN_FILES)) {
            requireSwitch(name, value);
          }
          if (name.equalsIgnoreCase(DELETES_MAX_SHARE)) {
            maxShare(value);
          }
          if (name.equalsIgnoreCase(ADVISE)) {
            requireAdvise(name, value);
          }
          if (name.equalsIgnoreCase(ADVISE_HISTORY)) {
            requireHistory(name, value);
          }
          if (ExclusionIds.isId(name)) {
            throw new IllegalArgumentException(
                "property '" + name + "' is written by commits only, for files that they replace");
          }
          if (FormerColumns.isFormer(name)) {
            throw new IllegalArgumentException(
                "property '" + name + "' is written by commits only, for columns that they drop");
          }
          if (isHadoop(name)) {
            throw refusal(name, "is a Hadoop or file system setting");
          }
          if (isSecret(name)) {
            throw refusal(name, "is a secret, judging by its name");
          }
          if (SECRET_IN_URI.matcher(value).find()) {
            throw refusal(name, "contains a password in a URI");
          }
        });
  }

  private static void requireName(String name, String wanted) {
    if (!name.equals(wanted)) {
      throw new IllegalArgumentException(
          "property '" + name + "': its name is " + wanted + ", in lower case");
    }
  }

  private static void requireAdvise(String name, String value) {
    requireName(name, ADVISE);
    if (!value.equals(WATCH) && !value.equals("off")) {
      throw new IllegalArgumentException(
          "property " + ADVISE + " must be watch or off, found '" + value + "'");
    }
  }

  private static void requireHistory(String name, String value) {
    requireName(name, ADVISE_HISTORY);
    if (value.isBlank()) {
      throw new IllegalArgumentException(
          "property " + ADVISE_HISTORY + " must be the path of a history, found an empty text");
    }
  }

  /** Whether optimizations of a table with these properties watch its workload. */
  public static boolean watches(Map<String, String> properties) {
    return WATCH.equals(properties.get(ADVISE));
  }

  private static void requireSwitch(String name, String value) {
    requireName(name, FOREIGN_FILES);
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          "property " + FOREIGN_FILES + " must be true or false, found '" + value + "'");
    }
  }

  /** The value of {@link #DELETES_MAX_SHARE} in the properties of a table. */
  public static double deletesMaxShare(Map<String, String> properties) {
    String value = properties.get(DELETES_MAX_SHARE);
    return value == null ? DEFAULT_MAX_SHARE : maxShare(value);
  }

  private static double maxShare(String value) {
    try {
      double share = Double.parseDouble(value);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        DELETES_MAX_SHARE + " must be a number from 0 to 1, found '" + value + "'");
  }

  /** The value of {@link #FOREIGN_FILES} in the properties of a table. */
  public static boolean showForeignFiles(Map<String, String> properties) {
    return "true".equals(properties.get(FOREIGN_FILES));
  }

  /**
   * What a commit has to record because a catalog says other than the log: by the log readers know
   * whether files that no snapshot lists are visible.
   *
   * @param inCatalog with {@link #FOREIGN_FILES}
   * @param now the latest snapshot; null if there is none
   */
  public static Map<String, String> recorded(Map<String, String> inCatalog, Snapshot now) {
    String given = inCatalog.get(FOREIGN_FILES);
    boolean same =
        now != null
            && now.id() > 0
            && given.equals(String.valueOf(showForeignFiles(now.properties())));
    return same ? Map.of() : Map.of(FOREIGN_FILES, given);
  }

  private static IllegalArgumentException refusal(String name, String why) {
    String plain = name.toLowerCase(Locale.ROOT).startsWith(SPARK_HADOOP) ? "" : SPARK_HADOOP;
    return new IllegalArgumentException(
        "property '"
            + name
            + "' "
            + why
            + " and cannot be a table property, because every reader of the table can read these."
            + " Set it in the configuration of the engine: in core-site.xml, in Spark as "
            + plain
            + name
            + ", secrets in a credential provider (hadoop.security.credential.provider.path); or"
            + " pass it as an option of a single read or write");
  }
}
