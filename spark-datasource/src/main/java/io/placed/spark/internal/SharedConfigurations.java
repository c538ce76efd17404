package io.placed.spark.internal;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Hadoop's configuration, broadcast once for all scans and writes that have the same. Its more than
 * a thousand settings would otherwise be copied, serialized, stored and read again for each, which
 * takes as long as all else that a small query does here.
 */
final class SharedConfigurations {
  /** The last one: sessions that alternate broadcast anew, and nothing piles up. */
  private static Shared last;

  /** What a configuration is made of. */
  private record Shared(
      WeakReference<SparkContext> context,
      Map<String, String> ofContext,
      Map<String, String> more,
      Broadcast<Serializable> broadcast) {

    /** Compares settings as they stand there: a variable in one of them is one of them itself. */
    boolean serves(SparkContext wanted, Map<String, String> others) {
      Configuration current = wanted.hadoopConfiguration();
      if (context.get() != wanted || current.size() != ofContext.size() || !more.equals(others)) {
        return false;
      }
      for (Map.Entry<String, String> e : current) {
        if (!e.getValue().equals(ofContext.get(e.getKey()))) {
          return false;
        }
      }
      return true;
    }
  }

  private SharedConfigurations() {}

  /**
   * The broadcast of a configuration.
   *
   * @param more all settings that it has on top of those of the context
   * @param configuration makes it
   */
  static synchronized Broadcast<Serializable> broadcast(
      SparkContext context, Map<String, String> more, Supplier<Configuration> configuration) {
    if (last == null || !last.serves(context, more)) {
      // Before the configuration is made: a change in between is seen by the next comparison.
      Map<String, String> ofContext = new HashMap<>();
      context.hadoopConfiguration().forEach(e -> ofContext.put(e.getKey(), e.getValue()));
      last =
          new Shared(
              new WeakReference<>(context),
              ofContext,
              Map.copyOf(more),
              JavaSparkContext.fromSparkContext(context)
                  .broadcast(Catalyst.get().serializable(configuration.get())));
    }
    return last.broadcast();
  }
}
