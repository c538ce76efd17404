package io.placed.spark.write;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.plan.OrderedWrite;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.evolution.ColumnBinding;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/** A write that is ready to run. */
final class PlacedWrite extends DistributedWrite implements OrderedWrite {
  private final QueryOrder order;
  private final String query;
  private final Map<String, ColumnBinding> streams;

  /**
   * @param order that the rows of a task have already
   * @param functions whether Spark knows the transforms of partitions as functions
   * @param query id of the query that writes
   * @param streams as in {@link PlacedStreamingWrite}
   */
  PlacedWrite(
      WritePlan plan,
      TaskDistribution distribution,
      QueryOrder order,
      boolean functions,
      String query,
      Map<String, ColumnBinding> streams) {
    super(plan, distribution, functions);
    this.order = order;
    this.query = query;
    this.streams = streams;
  }

  @Override
  public String description() {
    return "placed " + plan.root() + " " + plan.mode() + plan.search();
  }

  /**
   * The sort by partition takes the place of the one that the query ends with, so that it has its
   * keys, too. Without partitions nothing is sorted.
   */
  @Override
  public SortOrder[] requiredOrdering() {
    SortOrder[] partitions = super.requiredOrdering();
    return partitions.length == 0
        ? partitions
        : Stream.concat(Stream.of(partitions), order.columns().stream()).toArray(SortOrder[]::new);
  }

  @Override
  public List<?> furtherOrdering() {
    return super.requiredOrdering().length == 0 ? List.of() : order.expressions();
  }

  @Override
  public BatchWrite toBatch() {
    return new PlacedBatchWrite(plan, grouped());
  }

  @Override
  public StreamingWrite toStreaming() {
    if (plan.mode() instanceof WriteMode.OverwritePartitions) {
      // Rows of partitions that the result no longer has would stay.
      throw Errors.analysis(
          plan.root()
              + ": a stream with output mode complete replaces all rows, but "
              + PlacedOptions.OVERWRITE_MODE
              + " is dynamic; set it to static for the stream",
          null);
    }
    return new PlacedStreamingWrite(plan, grouped(), query, streams);
  }
}
