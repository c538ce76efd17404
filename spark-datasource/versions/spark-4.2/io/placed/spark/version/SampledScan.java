package io.placed.spark.version;

import org.apache.spark.sql.connector.read.SampleMethod;
import org.apache.spark.sql.connector.read.SupportsPushDownTableSample;

/** A scan that takes samples. */
public interface SampledScan extends SupportsPushDownTableSample {
  /**
   * @param ofBlocks whether whole blocks may be taken, {@code TABLESAMPLE SYSTEM}
   */
  boolean pushSample(double low, double high, boolean replacement, long seed, boolean ofBlocks);

  @Override
  @SuppressWarnings("deprecation")
  default boolean pushTableSample(double low, double high, boolean replacement, long seed) {
    return pushSample(low, high, replacement, seed, false);
  }

  @Override
  default boolean pushTableSample(
      double low, double high, boolean replacement, long seed, SampleMethod method) {
    return pushSample(low, high, replacement, seed, method == SampleMethod.SYSTEM);
  }
}
