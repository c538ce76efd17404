package io.placed.spark.internal.plan;

import java.util.List;
import java.util.Map;

/**
 * A query that Spark's UI shows, running or ended, with scans of this source.
 *
 * @param submitted in milliseconds since 1970-01-01T00:00Z
 * @param ended the same; negative while it runs
 * @param failed whether it ended with an error
 */
public record StoredQuery(
    long id, String description, long submitted, long ended, boolean failed, List<Scan> scans) {

  /**
   * A scan in its plan.
   *
   * @param name of the node
   * @param description of the node
   * @param metrics texts by the descriptions of metrics; without those that no task has reported
   */
  public record Scan(String name, String description, Map<String, String> metrics) {}

  /**
   * Queries, newest first.
   *
   * @param more whether there are older ones
   */
  public record Page(List<StoredQuery> queries, boolean more) {}
}
