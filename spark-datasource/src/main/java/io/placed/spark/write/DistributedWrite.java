package io.placed.spark.write;

import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** How Spark distributes and orders the rows of a write, and what the write counts. */
abstract class DistributedWrite implements RequiresDistributionAndOrdering {
  final WritePlan plan;
  final TaskDistribution distribution;
  private final boolean functions;

  /**
   * @param functions whether Spark knows the transforms of partitions as functions
   */
  DistributedWrite(WritePlan plan, TaskDistribution distribution, boolean functions) {
    this.plan = plan;
    this.distribution = distribution;
    this.functions = functions;
  }

  /** Whether the rows of a task are sorted by partition. */
  final boolean grouped() {
    return distribution.groups(plan, functions);
  }

  @Override
  public final Distribution requiredDistribution() {
    return distribution.distribution(plan, functions);
  }

  /** Otherwise Spark would split large tasks without regard to the key. */
  @Override
  public final boolean distributionStrictlyRequired() {
    return true;
  }

  @Override
  public final SortOrder[] requiredOrdering() {
    return distribution.ordering(plan, functions);
  }

  @Override
  public final CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }
}
