package io.placed.spark.ui;

import io.placed.spark.internal.Catalyst;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/** The part of the plugin that runs in the driver, which is all of it. */
public final class PlacedDriverPlugin implements DriverPlugin {
  private SparkContext context;

  @Override
  public Map<String, String> init(SparkContext sparkContext, PluginContext pluginContext) {
    context = sparkContext;
    Catalyst.get().addTab(sparkContext);
    return Map.of();
  }

  @Override
  public void registerMetrics(String appId, PluginContext pluginContext) {
    ReadCounters counters = new ReadCounters(pluginContext.metricRegistry());
    Catalyst.get().onQueryEnd(context, counters::add, () -> {});
  }
}
