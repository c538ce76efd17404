package io.placed.spark.write;

import io.placed.spark.SparkTypes;
import java.util.Arrays;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;

/** A write that is ready to run. */
final class PlacedWrite implements Write, RequiresDistributionAndOrdering {
  private final WritePlan plan;

  PlacedWrite(WritePlan plan) {
    this.plan = plan;
  }

  @Override
  public String description() {
    return "placed " + plan.root() + " " + plan.mode();
  }

  @Override
  public BatchWrite toBatch() {
    return new PlacedBatchWrite(plan);
  }

  /** As for Spark's own formats: rows stay in the task that made them. */
  @Override
  public Distribution requiredDistribution() {
    return Distributions.unspecified();
  }

  /** Rows of a partition one after the other, so that a task has one file open at a time. */
  @Override
  public SortOrder[] requiredOrdering() {
    return Arrays.stream(plan.partitionOrdinals())
        .mapToObj(
            i ->
                Expressions.sort(
                    Expressions.column(SparkTypes.quoted(plan.rows().fields()[i].name())),
                    SortDirection.ASCENDING))
        .toArray(SortOrder[]::new);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }
}
