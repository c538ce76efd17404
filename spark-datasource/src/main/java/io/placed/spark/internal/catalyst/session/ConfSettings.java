package io.placed.spark.internal.catalyst.session;

import io.placed.spark.internal.SessionSettings;
import io.placed.spark.internal.catalyst.node.Scala;
import java.util.Map;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;

/** Settings through Spark's own methods, which know defaults and alternative names. */
public record ConfSettings(SQLConf conf) implements SessionSettings {
  private static final String SOME_KEYS =
      "spark.sql.sources.v2.bucketing.allowJoinKeysSubsetOfPartitionKeys.enabled";

  @Override
  public boolean contains(String name) {
    return conf.contains(name);
  }

  @Override
  public String get(String name, String otherwise) {
    return conf.getConfString(name, otherwise);
  }

  @Override
  public long bytes(String name, String otherwise) {
    return JavaUtils.byteStringAsBytes(get(name, otherwise));
  }

  @Override
  public Map<String, String> all() {
    return Scala.map(conf.getAllConfs());
  }

  @Override
  public boolean caseSensitive() {
    return conf.caseSensitiveAnalysis();
  }

  @Override
  public String timeZone() {
    return conf.sessionLocalTimeZone();
  }

  @Override
  public boolean ignoreCorruptFiles() {
    return conf.ignoreCorruptFiles();
  }

  @Override
  public boolean ignoreMissingFiles() {
    return conf.ignoreMissingFiles();
  }

  @Override
  public long maxRecordsPerFile() {
    return conf.maxRecordsPerFile();
  }

  @Override
  public boolean dynamicPartitionOverwrite() {
    return conf.partitionOverwriteMode().toString().equalsIgnoreCase("dynamic");
  }

  @Override
  public boolean adapts() {
    return conf.adaptiveExecutionEnabled();
  }

  @Override
  public boolean padsChars() {
    return !conf.charVarcharAsString() && (Boolean) conf.getConf(SQLConf.READ_SIDE_CHAR_PADDING());
  }

  @Override
  public long maxPartitionBytes() {
    return conf.filesMaxPartitionBytes();
  }

  @Override
  public long openCostBytes() {
    return conf.filesOpenCostInBytes();
  }

  @Override
  public int minPartitions() {
    return number(conf.filesMinPartitionNum());
  }

  @Override
  public int maxPartitions() {
    return number(conf.filesMaxPartitionNum());
  }

  /** Spark allows no number below 1. */
  private static int number(Option<Object> given) {
    return given.isDefined() ? (Integer) given.get() : 0;
  }

  @Override
  public boolean usesPartitioning() {
    return Internals.usesPartitioning(conf);
  }

  @Override
  public boolean usesSomePartitionKeys() {
    // Spark 3.5 has no such setting.
    return Boolean.parseBoolean(conf.getConfString(SOME_KEYS, "false"));
  }

  @Override
  public boolean runsSqlOnFiles() {
    return conf.runSQLonFile();
  }

  @Override
  public boolean hiveTablesByDefault() {
    return (Boolean) conf.getConf(SQLConf.LEGACY_CREATE_HIVE_TABLE_BY_DEFAULT());
  }

  @Override
  public boolean allowsNonEmptyLocations() {
    return conf.allowNonEmptyLocationInCTAS();
  }

  @Override
  public String warehouse() {
    return conf.warehousePath();
  }

  @Override
  public String defaultFormat() {
    return conf.defaultDataSourceName();
  }
}
