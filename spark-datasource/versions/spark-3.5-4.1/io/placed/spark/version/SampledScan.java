package io.placed.spark.version;

import org.apache.spark.sql.connector.read.SupportsPushDownTableSample;

/** A scan that takes samples; {@code TABLESAMPLE SYSTEM} is new in Spark 4.2. */
public interface SampledScan extends SupportsPushDownTableSample {
  /**
   * @param ofBlocks whether whole blocks may be taken
   */
  boolean pushSample(double low, double high, boolean replacement, long seed, boolean ofBlocks);

  @Override
  default boolean pushTableSample(double low, double high, boolean replacement, long seed) {
    return pushSample(low, high, replacement, seed, false);
  }
}
