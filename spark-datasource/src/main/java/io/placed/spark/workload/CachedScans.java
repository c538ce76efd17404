package io.placed.spark.workload;

import io.placed.spark.internal.plan.PlannedScan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers scans of cached queries: later queries have them in their plans and do not run them.
 */
public final class CachedScans {
  private static final int MOST = 10_000;

  private final Set<Long> seen =
      Collections.newSetFromMap(
          // By the last use: the scans of a stream's batches do not push out cached queries.
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > MOST;
            }
          });

  /** Whether the query that ends has run the scan. */
  public synchronized boolean isNew(PlannedScan scan) {
    return scan.cached() < 0 || scan.metric("numOutputRows") > 0 && seen.add(scan.cached());
  }
}
