package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.RowMoves;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.physical.ClusteredDistribution;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.catalyst.plans.physical.UnspecifiedDistribution$;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.exchange.ENSURE_REQUIREMENTS$;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.ShuffledJoin;
import scala.collection.Seq;

/**
 * How a plan moves the rows of its scans. What operators require counts, and not whether there is
 * an exchange: rows that are already together would be moved if the table were divided in another
 * way.
 */
final class PlanMoves {
  private final Map<SparkPlan, RowMoves> found = new IdentityHashMap<>();

  private PlanMoves() {}

  static PlanMoves of(SparkPlan plan) {
    PlanMoves moves = new PlanMoves();
    moves.visit(plan, null);
    return moves;
  }

  RowMoves ofScan(Object scan) {
    return found.getOrDefault(scan, RowMoves.NONE);
  }

  private void visit(SparkPlan plan, RowMoves.Required above) {
    Map<Long, String> output = new HashMap<>();
    if (above != null) {
      Scala.list(plan.output()).forEach(a -> output.put(a.exprId().id(), a.name()));
    }
    RowMoves.Required here = above == null ? null : above.of(output.keySet());
    if (plan instanceof AdaptiveSparkPlanExec a) {
      visit(a.executedPlan(), here);
    } else if (plan instanceof QueryStageExec stage) {
      visit(stage.plan(), here);
    } else if (plan instanceof InMemoryTableScanExec memory) {
      visit(memory.relation().cacheBuilder().cachedPlan(), null);
    } else if (!(plan instanceof ReusedExchangeExec)) {
      List<SparkPlan> children = Scala.list(plan.children());
      if (children.isEmpty() && here != null) {
        // A query may write a name in another case than the table.
        found.put(plan, here.ofScan(output::get));
      }
      RowMoves.Join join =
          plan instanceof ShuffledJoin j
              ? new RowMoves.Join(ids(j.leftKeys()), ids(j.rightKeys()), here)
              : null;
      List<Distribution> required = Scala.list(plan.requiredChildDistribution());
      for (int i = 0; i < children.size(); i++) {
        // Of skewed keys a join requires nothing, since adaptive execution has divided them.
        RowMoves.Required below =
            join != null ? join.required(i) : below(plan, required.get(i), here);
        visit(children.get(i), below);
      }
    }
    Scala.list(plan.subqueries()).forEach(s -> visit(s, null));
  }

  private static RowMoves.Required below(
      SparkPlan plan, Distribution required, RowMoves.Required above) {
    if (required instanceof ClusteredDistribution clustered) {
      return RowMoves.Required.ofGroup(ids(clustered.clustering()), above);
    }
    boolean moved =
        plan instanceof UnionExec
            || plan instanceof ShuffleExchangeExec exchange
                && exchange.shuffleOrigin() != ENSURE_REQUIREMENTS$.MODULE$;
    if (above == null || moved || required != UnspecifiedDistribution$.MODULE$) {
      return null;
    }
    Map<Long, Long> before = new HashMap<>();
    if (plan instanceof ProjectExec project) {
      for (NamedExpression e : Scala.list(project.projectList())) {
        if (e instanceof Alias alias && alias.child() instanceof Attribute a) {
          before.put(alias.exprId().id(), a.exprId().id());
        }
      }
    }
    return above.renamed(c -> before.getOrDefault(c, c));
  }

  /** Null if an expression is no column, or comes twice. */
  private static List<Long> ids(Seq<Expression> columns) {
    List<Long> ids = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (Expression e : Scala.list(columns)) {
      if (!(e instanceof Attribute a) || !seen.add(a.exprId().id())) {
        return null;
      }
      ids.add(a.exprId().id());
    }
    return ids;
  }
}
