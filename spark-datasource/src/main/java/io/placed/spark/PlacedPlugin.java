package io.placed.spark;

import io.placed.spark.ui.PlacedDriverPlugin;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Shows what scans read, with {@code spark.plugins=io.placed.spark.PlacedPlugin}: a tab in Spark's
 * web UI, and counters in Spark's metrics system. Reading and writing do not need it.
 */
public final class PlacedPlugin implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return new PlacedDriverPlugin();
  }

  /** Null: the driver knows the metrics of all tasks. */
  @Override
  public ExecutorPlugin executorPlugin() {
    return null;
  }
}
