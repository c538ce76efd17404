package io.placed.spark.write;

import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** How Spark distributes and orders the rows of a write, and what the write counts. */
abstract class DistributedWrite implements RequiresDistributionAndOrdering {
  /** Rows as Spark shuffles them, compressed row by row, have perhaps twice their encoded size. */
  private static final int SHUFFLED_SIZE = 2;

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
  public Distribution requiredDistribution() {
    return distribution.distribution(plan, functions);
  }

  /**
   * Where it is not, adaptive execution divides large tasks without regard to the key, also the
   * rows of one partition.
   */
  @Override
  public final boolean distributionStrictlyRequired() {
    return distribution != TaskDistribution.TOGETHER;
  }

  @Override
  public final int requiredNumPartitions() {
    return distribution.moves() ? plan.tasks() : 0;
  }

  @Override
  public final long advisoryPartitionSizeInBytes() {
    return distribution.moves() && plan.tasks() == 0 ? SHUFFLED_SIZE * plan.taskBytes() : 0;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return distribution.ordering(plan, functions);
  }

  @Override
  public final CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }
}
