package io.placed.spark.write;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/** How Spark distributes and orders rows for the writing tasks. */
enum TaskDistribution {
  /** As for Spark's own formats: rows stay in the task that produced them. */
  AS_THEY_ARE,

  /** By ranges of the partition columns, and within them of the keys of a sort. */
  RANGES,

  /**
   * The rows of a partition together. Adaptive execution divides large partitions among tasks, and
   * gives several small ones to one.
   */
  TOGETHER,

  /** All rows of a partition in one task, whose writer can order the whole partition. */
  PARTITIONS,

  /** Rows are already distributed and ordered. */
  ARRANGED;

  /**
   * What the table or the write asks for.
   *
   * @param functions whether Spark knows the transforms of partitions as functions
   * @return null if nothing is said
   * @throws IllegalArgumentException if Spark cannot compute by what rows would be distributed
   */
  static TaskDistribution asked(WritePlan plan, boolean functions) {
    String mode = plan.distribution();
    if (mode == null || mode.equals("none")) {
      return mode == null ? null : AS_THEY_ARE;
    }
    boolean sorted = plan.reordering() instanceof Reordering.Sort;
    if (plan.isPartitioned()
        && plan.partitionKeys(functions).isEmpty()
        && !(mode.equals("range") && sorted)) {
      throw new IllegalArgumentException(
          PlacedOptions.DISTRIBUTION
              + "="
              + mode
              + ": the catalog of this table has no functions for the transforms by which it is"
              + " partitioned. Allowed: none, or a write to placed.`"
              + plan.root()
              + "`");
    }
    if (mode.equals("hash")) {
      return plan.isPartitioned() ? PARTITIONS : AS_THEY_ARE;
    }
    return plan.isPartitioned() || sorted ? RANGES : AS_THEY_ARE;
  }

  /**
   * The default of writes that leave the order of the table to its tasks, so that a partition does
   * not get a file of every task.
   *
   * @param functions as for {@link #asked}
   */
  static TaskDistribution unasked(WritePlan plan, boolean functions) {
    return plan.partitionKeys(functions).isEmpty() ? AS_THEY_ARE : TOGETHER;
  }

  /**
   * @param functions whether Spark knows the transforms of partitions as functions
   */
  Distribution distribution(WritePlan plan, boolean functions) {
    return switch (this) {
      case AS_THEY_ARE, ARRANGED -> Distributions.unspecified();
      case RANGES -> {
        List<SortOrder> order = partitions(plan, functions);
        order.addAll(keys(plan));
        yield Distributions.ordered(order.toArray(SortOrder[]::new));
      }
      case TOGETHER, PARTITIONS -> {
        List<Expression> keys = plan.partitionKeys(functions);
        yield keys.isEmpty()
            ? Distributions.unspecified()
            : Distributions.clustered(keys.toArray(Expression[]::new));
      }
    };
  }

  /** Whether rows are shuffled. */
  boolean moves() {
    return this == RANGES || this == TOGETHER || this == PARTITIONS;
  }

  /**
   * By partition, so that a task has one file open at a time; also by keys if a partition has
   * several files. The writer orders the rows of each file.
   */
  SortOrder[] ordering(WritePlan plan, boolean functions) {
    List<SortOrder> order = this == ARRANGED ? new ArrayList<>() : partitions(plan, functions);
    if (this == RANGES && plan.maxRecords() > 0) {
      order.addAll(keys(plan));
    }
    return order.toArray(SortOrder[]::new);
  }

  /** Whether the rows of a task are sorted by partition. */
  boolean groups(WritePlan plan, boolean functions) {
    return plan.orderTellsPartitionsApart()
        && (!plan.hasTransforms() || functions && this != ARRANGED);
  }

  private static List<SortOrder> partitions(WritePlan plan, boolean functions) {
    List<SortOrder> order = new ArrayList<>();
    for (Expression key : plan.partitionKeys(functions)) {
      order.add(Expressions.sort(key, SortDirection.ASCENDING));
    }
    return order;
  }

  private static List<SortOrder> keys(WritePlan plan) {
    List<SortOrder> order = new ArrayList<>();
    List<SortKey> keys = plan.reordering() instanceof Reordering.Sort s ? s.keys() : List.of();
    for (SortKey key : keys) {
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
