package io.placed.write.encode;

import io.placed.schema.Type;
import io.placed.statistics.StatisticsCollector;
import java.util.HashMap;
import java.util.Map;

/** Collectors for the current page, one per type, shared by the columns of wide tables. */
final class PageCollectors {
  private final Map<Type, StatisticsCollector> byType = new HashMap<>();

  /** An empty collector; the caller must leave it empty. */
  StatisticsCollector of(Type type) {
    return byType.computeIfAbsent(type, StatisticsCollector::new);
  }
}
