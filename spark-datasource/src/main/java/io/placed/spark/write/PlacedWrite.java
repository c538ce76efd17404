package io.placed.spark.write;

import io.placed.table.evolution.ColumnBinding;
import java.util.Map;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/** A write that is ready to run. */
final class PlacedWrite implements Write, RequiresDistributionAndOrdering {
  /**
   * Size of a task's rows as Spark shuffles them, compressed row by row. Encoded, they have perhaps
   * half the size, so a file has about the size of a block.
   */
  private static final long TASK_BYTES = 256L << 20;

  private final WritePlan plan;
  private final TaskDistribution distribution;
  private final boolean functions;
  private final String query;
  private final Map<String, ColumnBinding> streams;

  /**
   * @param functions whether Spark knows the transforms of partitions as functions
   * @param query id of the query that writes
   * @param streams as in {@link PlacedStreamingWrite}
   */
  PlacedWrite(
      WritePlan plan,
      TaskDistribution distribution,
      boolean functions,
      String query,
      Map<String, ColumnBinding> streams) {
    this.plan = plan;
    this.query = query;
    this.functions = functions;
    this.streams = streams;
    this.distribution = distribution;
  }

  @Override
  public String description() {
    return "placed " + plan.root() + " " + plan.mode() + plan.search();
  }

  @Override
  public BatchWrite toBatch() {
    return new PlacedBatchWrite(plan, distribution.groups(plan, functions));
  }

  @Override
  public StreamingWrite toStreaming() {
    return new PlacedStreamingWrite(plan, distribution.groups(plan, functions), query, streams);
  }

  @Override
  public Distribution requiredDistribution() {
    return distribution.distribution(plan, functions);
  }

  /** Otherwise Spark would split large tasks without regard to the key. */
  @Override
  public boolean distributionStrictlyRequired() {
    return true;
  }

  @Override
  public int requiredNumPartitions() {
    return distribution.moves() ? plan.tasks() : 0;
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return distribution.moves() && plan.tasks() == 0 ? TASK_BYTES : 0;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return distribution.ordering(plan, functions);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }
}
