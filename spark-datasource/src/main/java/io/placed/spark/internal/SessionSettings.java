package io.placed.spark.internal;

import java.util.Map;

/** Spark's settings, those that are not set with Spark's defaults. */
public interface SessionSettings {
  boolean contains(String name);

  /** For settings that Spark does not know, or has no default for. */
  String get(String name, String otherwise);

  /** The same for a number of bytes, such as {@code 64m}. */
  long bytes(String name, String otherwise);

  /** All that are set. */
  Map<String, String> all();

  boolean caseSensitive();

  String timeZone();

  boolean ignoreCorruptFiles();

  boolean ignoreMissingFiles();

  long maxRecordsPerFile();

  boolean dynamicPartitionOverwrite();

  long maxPartitionBytes();

  long openCostBytes();

  /** 0 = not set. */
  int minPartitions();

  /** 0 = no limit. */
  int maxPartitions();

  /** Whether joins and groups are planned by what scans report of their partitions. */
  boolean usesPartitioning();

  /** Whether SQL may name a path in the place of a table. */
  boolean runsSqlOnFiles();

  /** The format of tables that name none. */
  String defaultFormat();
}
