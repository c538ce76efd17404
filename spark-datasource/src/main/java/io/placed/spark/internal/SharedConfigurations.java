package io.placed.spark.internal;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Hadoop's configuration, broadcast once for all scans and writes that have the same. Its more than
 * a thousand settings would otherwise be serialized, stored and read again for each, which takes as
 * long as all else that a small query does here.
 */
final class SharedConfigurations {
  /** The last one: sessions that alternate broadcast anew, and nothing piles up. */
  private static Shared last;

  private record Shared(
      WeakReference<SparkContext> context,
      Map<String, String> settings,
      Broadcast<Serializable> broadcast) {

    /** Compares settings as they stand there: a variable in one of them is one of them itself. */
    boolean serves(SparkContext wanted, Configuration configuration) {
      if (context.get() != wanted || configuration.size() != settings.size()) {
        return false;
      }
      for (Map.Entry<String, String> e : configuration) {
        if (!e.getValue().equals(settings.get(e.getKey()))) {
          return false;
        }
      }
      return true;
    }
  }

  private SharedConfigurations() {}

  static synchronized Broadcast<Serializable> broadcast(
      SparkContext context, Configuration configuration) {
    if (last == null || !last.serves(context, configuration)) {
      Map<String, String> settings = new HashMap<>();
      configuration.forEach(e -> settings.put(e.getKey(), e.getValue()));
      last =
          new Shared(
              new WeakReference<>(context),
              settings,
              JavaSparkContext.fromSparkContext(context)
                  .broadcast(Catalyst.get().serializable(configuration)));
    }
    return last.broadcast();
  }
}
