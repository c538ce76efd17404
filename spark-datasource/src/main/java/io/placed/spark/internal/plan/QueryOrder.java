package io.placed.spark.internal.plan;

import java.util.List;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * The order that a query gives the rows of each of its tasks.
 *
 * @param columns its leading keys, which are columns of the query
 * @param expressions the keys after them, as Spark's planner has them
 */
public record QueryOrder(List<SortOrder> columns, List<?> expressions) {
  public static final QueryOrder NONE = new QueryOrder(List.of(), List.of());

  public QueryOrder {
    columns = List.copyOf(columns);
    expressions = List.copyOf(expressions);
  }
}
