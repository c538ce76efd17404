package io.placed.spark.write;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.spark.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/** Which rows Spark brings to which task that writes, and in which order. */
enum TaskDistribution {
  /** As for Spark's own formats: rows stay in the task that made them. */
  AS_THEY_ARE,

  /** Ranges of the partition columns, and of the keys of a sort within them. */
  RANGES,

  /** All rows of a partition in one task: what its writer orders is then the whole partition. */
  PARTITIONS,

  /** Rows are where they belong, and in order. */
  ARRANGED;

  Distribution distribution(WritePlan plan) {
    return switch (this) {
      case AS_THEY_ARE, ARRANGED -> Distributions.unspecified();
      case RANGES -> {
        List<SortOrder> order = partitions(plan);
        order.addAll(keys(plan));
        yield Distributions.ordered(order.toArray(SortOrder[]::new));
      }
      case PARTITIONS ->
          Distributions.clustered(
              partitions(plan).stream().map(SortOrder::expression).toArray(Expression[]::new));
    };
  }

  /** Whether rows move at all. */
  boolean moves() {
    return this == RANGES || this == PARTITIONS;
  }

  /**
   * Rows of a partition one after the other, so that a task has one file open at a time; by keys
   * too where they become more than one file. The rows of a file are put in order by its writer.
   */
  SortOrder[] ordering(WritePlan plan) {
    List<SortOrder> order = this == ARRANGED ? new ArrayList<>() : partitions(plan);
    if (this == RANGES && plan.maxRecords() > 0) {
      order.addAll(keys(plan));
    }
    return order.toArray(SortOrder[]::new);
  }

  private static List<SortOrder> partitions(WritePlan plan) {
    List<SortOrder> order = new ArrayList<>();
    for (int c : plan.partitionOrdinals()) {
      order.add(Expressions.sort(column(plan, c), SortDirection.ASCENDING));
    }
    return order;
  }

  private static List<SortOrder> keys(WritePlan plan) {
    List<SortOrder> order = new ArrayList<>();
    for (SortKey key : ((Reordering.Sort) plan.reordering()).keys()) {
      order.add(
          Expressions.sort(
              column(plan, plan.ordinal(key.column())),
              key.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
              key.nullsFirst() ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST));
    }
    return order;
  }

  private static Expression column(WritePlan plan, int ordinal) {
    return Expressions.column(SparkTypes.quoted(plan.rows().fields()[ordinal].name()));
  }
}
