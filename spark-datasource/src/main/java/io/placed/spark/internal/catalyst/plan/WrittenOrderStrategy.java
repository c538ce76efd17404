package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.OrderedWrite;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Adds the keys of an {@link OrderedWrite} that are expressions to the sort that Spark has put
 * below the write for the other keys. A strategy, because Spark has no place for rules of
 * extensions between the two.
 */
public final class WrittenOrderStrategy extends SparkStrategy {
  /** The position of the keys in all supported releases of Spark. */
  private static final int ORDER = 0;

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    if (plan instanceof V2WriteCommand command && command.query() instanceof Sort sort) {
      OrderedWrite write = write(plan);
      if (write != null && isRequired(sort, write)) {
        List<SortOrder> keys = new ArrayList<>(Scala.list(sort.order()));
        for (Object key : write.furtherOrdering()) {
          keys.add((SortOrder) key);
        }
        return Scala.seq(List.of(planLater((LogicalPlan) command.withNewQuery(with(sort, keys)))));
      }
    }
    return Scala.seq(List.of());
  }

  /** Null if it is not of this source. Commands have the field at different positions. */
  private static OrderedWrite write(LogicalPlan command) {
    for (int i = 0; i < command.productArity(); i++) {
      if (command.productElement(i) instanceof Option<?> o
          && o.isDefined()
          && o.get() instanceof OrderedWrite write) {
        return write;
      }
    }
    return null;
  }

  /** Whether it is the sort that the write has asked for, and can have the other keys. */
  private static boolean isRequired(Sort sort, OrderedWrite write) {
    return !write.furtherOrdering().isEmpty()
        && !sort.global()
        && sort.order().size() == write.requiredOrdering().length
        && write.furtherOrdering().stream()
            .allMatch(k -> ((SortOrder) k).references().subsetOf(sort.child().outputSet()));
  }

  /** The number of fields differs between releases of Spark. */
  private static LogicalPlan with(Sort sort, List<SortOrder> keys) {
    Object[] fields = new Object[sort.productArity()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = i == ORDER ? Scala.seq(keys) : sort.productElement(i);
    }
    return sort.makeCopy(fields);
  }
}
