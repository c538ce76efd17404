package io.placed.spark.internal;

import java.util.Map;

/** Spark's settings, with Spark's defaults. */
public interface SessionSettings {
  boolean contains(String name);

  /** For settings that Spark does not know, or that have no default. */
  String get(String name, String otherwise);

  /** The same for a number of bytes, such as {@code 64m}. */
  long bytes(String name, String otherwise);

  /** All settings that are set explicitly. */
  Map<String, String> all();

  boolean caseSensitive();

  String timeZone();

  boolean ignoreCorruptFiles();

  boolean ignoreMissingFiles();

  long maxRecordsPerFile();

  boolean dynamicPartitionOverwrite();

  /** Whether Spark adapts the plan of a query to the sizes that it finds while it runs. */
  boolean adapts();

  /** Whether values of type CHAR(n) are padded where they are read. */
  boolean padsChars();

  long maxPartitionBytes();

  long openCostBytes();

  /** 0 = not set. */
  int minPartitions();

  /** 0 = no limit. */
  int maxPartitions();

  /** Whether the partitioning that scans report is used for joins and aggregates. */
  boolean usesPartitioning();

  /** Whether rows that are partitioned by several keys count as partitioned by some of them. */
  boolean usesSomePartitionKeys();

  /** Whether SQL may use a path as a table name. */
  boolean runsSqlOnFiles();

  /** Whether CREATE TABLE without a format makes a Hive table. */
  boolean hiveTablesByDefault();

  /** Whether CREATE TABLE AS SELECT may name a location that is not empty. */
  boolean allowsNonEmptyLocations();

  /** The directory to which relative locations refer. */
  String warehouse();

  /** The default format of other tables. */
  String defaultFormat();
}
