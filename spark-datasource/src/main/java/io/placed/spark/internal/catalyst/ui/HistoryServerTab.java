package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.Catalyst;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;

/** Loaded as a service by Spark's history server if it has this jar. */
public final class HistoryServerTab implements AppHistoryServerPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryServerTab.class);

  @Override
  public List<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
    return List$.MODULE$.empty();
  }

  @Override
  public void setupUI(SparkUI ui) {
    try {
      Catalyst.get(); // Says which jar is for this release, if it is another one.
      PlacedTab.addTo(ui, new SQLAppStatusStore(ui.store().store(), Option.empty()));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("the tab Placed is not shown", e);
    }
  }
}
