package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.PlanDecisions;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Keeps plans of many joins small. For each key that a join passes to a scan, Spark's
 * PartitionPruning copies the other side of the join into a subquery, with the subqueries that it
 * has already: in a chain of joins of large tables the plan doubles with each of them. If that
 * would be too much, only the largest tables take keys of data columns; the others take those of
 * partition columns, as small ones do.
 */
final class RuntimeKeysRule extends Rule<LogicalPlan> {
  /**
   * Relations that a plan may have with all copies. A chain of joins reaches it with ten tables
   * that take keys, a star with hundreds.
   */
  private static final double MOST = 1000;

  private final PlanDecisions decisions;

  RuntimeKeysRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * A part of a plan.
   *
   * @param relations that it has with copies, at most
   * @param takesKeys whether one of them takes keys of a join
   */
  private record Part(double relations, boolean takesKeys) {}

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (isSmall(plan, r -> true)) {
      return plan;
    }
    Map<LogicalPlan, Long> bytes = new IdentityHashMap<>();
    measure(plan, bytes);
    TreeSet<Long> sizes = new TreeSet<>(bytes.values());
    sizes.remove(0L);
    while (!sizes.isEmpty() && !isSmall(plan, r -> bytes.get(r) >= sizes.first())) {
      sizes.pollFirst();
    }
    long least = sizes.isEmpty() ? Long.MAX_VALUE : sizes.first();
    return plan.transformUp(
        EachNode.ofRelations(r -> bytes.getOrDefault(r, 0L) >= least ? r : marked(r)));
  }

  private void measure(LogicalPlan plan, Map<LogicalPlan, Long> bytes) {
    if (plan instanceof DataSourceV2Relation r) {
      bytes.computeIfAbsent(r, same -> decisions.bytesOfKeyedScan(r.table()));
    }
    Scala.list(plan.children()).forEach(child -> measure(child, bytes));
  }

  private static boolean isSmall(LogicalPlan plan, Predicate<DataSourceV2Relation> takesKeys) {
    return part(plan, takesKeys).relations() <= MOST;
  }

  private static Part part(LogicalPlan plan, Predicate<DataSourceV2Relation> takesKeys) {
    if (plan instanceof DataSourceV2Relation r) {
      return new Part(1, takesKeys.test(r));
    }
    if (plan instanceof Join join) {
      Part left = part(join.left(), takesKeys);
      Part right = part(join.right(), takesKeys);
      double copied =
          Math.max(
              left.takesKeys() ? right.relations() : 0, right.takesKeys() ? left.relations() : 0);
      double keys = join.condition().isEmpty() ? 0 : equalities(join.condition().get());
      return new Part(
          left.relations() + right.relations() + keys * copied,
          left.takesKeys() || right.takesKeys());
    }
    double relations = plan.children().isEmpty() ? 1 : 0;
    boolean takes = false;
    for (LogicalPlan child : Scala.list(plan.children())) {
      Part part = part(child, takesKeys);
      relations += part.relations();
      takes |= part.takesKeys();
    }
    return new Part(relations, takes);
  }

  private static int equalities(Expression condition) {
    if (condition instanceof And and) {
      return equalities(and.left()) + equalities(and.right());
    }
    return condition instanceof EqualTo ? 1 : 0;
  }

  private DataSourceV2Relation marked(DataSourceV2Relation r) {
    CaseInsensitiveStringMap options = decisions.takingPartitionKeys(r.table(), r.options());
    return options == null ? r : PlanNodes.withOptions(r, options);
  }
}
