package io.placed.write.encode;

import io.placed.schema.Type;
import io.placed.statistics.StatisticsCollector;
import java.util.HashMap;
import java.util.Map;

/** Collectors for the page at hand, one per type: a wide table has a page of every column open. */
final class PageCollectors {
  private final Map<Type, StatisticsCollector> byType = new HashMap<>();

  /** An empty collector; the caller leaves it empty. */
  StatisticsCollector of(Type type) {
    return byType.computeIfAbsent(type, StatisticsCollector::new);
  }
}
