package io.placed.spark.internal.plan;

import java.util.List;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/**
 * A write whose rows Spark sorts by more keys than it can be asked for: those of {@link
 * #requiredOrdering} are columns and transforms.
 */
public interface OrderedWrite extends RequiresDistributionAndOrdering {
  /** The keys after those, as Spark's planner has them. */
  List<?> furtherOrdering();
}
