package io.placed.spark.internal.catalyst;

import io.placed.advise.workload.Shuffle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
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

/**
 * By which columns a plan brings the rows of each scan together before it moves them for anything
 * else. What operators require counts, and not whether there is an exchange: rows that are already
 * together would be moved if the table were divided in another way.
 */
final class PlanShuffles {
  private final Map<SparkPlan, Shuffle> found = new IdentityHashMap<>();

  private PlanShuffles() {}

  /** What the next operator above requires of rows. */
  private record Keys(Shuffle.Kind kind, List<Attribute> columns) {}

  static PlanShuffles of(SparkPlan plan) {
    PlanShuffles shuffles = new PlanShuffles();
    shuffles.visit(plan, null);
    return shuffles;
  }

  /** Empty if the rows of a scan are not moved, or by other than columns. */
  Optional<Shuffle> above(SparkPlan scan) {
    return Optional.ofNullable(found.get(scan));
  }

  private void visit(SparkPlan plan, Keys keys) {
    Keys here = hasAll(plan, keys) ? keys : null;
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
        Map<ExprId, String> names = new HashMap<>();
        Scala.list(plan.output()).forEach(a -> names.put(a.exprId(), a.name()));
        List<String> columns =
            here.columns.stream().map(a -> names.get(a.exprId())).distinct().toList();
        found.put(plan, new Shuffle(here.kind, columns));
      }
      List<Distribution> required = Scala.list(plan.requiredChildDistribution());
      for (int i = 0; i < children.size(); i++) {
        visit(children.get(i), renamed(plan, below(plan, i, required.get(i), here)));
      }
    }
    Scala.list(plan.subqueries()).forEach(s -> visit(s, null));
  }

  private static Keys below(SparkPlan plan, int child, Distribution required, Keys above) {
    if (plan instanceof ShuffledJoin join) {
      // Of skewed keys it requires nothing, since adaptive execution has divided them.
      return keys(plan, Scala.list(child == 0 ? join.leftKeys() : join.rightKeys()));
    }
    if (required instanceof ClusteredDistribution clustered) {
      return keys(plan, Scala.list(clustered.clustering()));
    }
    boolean moved =
        plan instanceof UnionExec
            || plan instanceof ShuffleExchangeExec exchange
                && exchange.shuffleOrigin() != ENSURE_REQUIREMENTS$.MODULE$;
    return required == UnspecifiedDistribution$.MODULE$ && !moved ? above : null;
  }

  private static Keys keys(SparkPlan plan, List<Expression> clustering) {
    List<Attribute> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Expression e : clustering) {
      if (!(e instanceof Attribute a) || !names.add(a.name())) {
        return null;
      }
      columns.add(a);
    }
    Shuffle.Kind kind = plan instanceof ShuffledJoin ? Shuffle.Kind.JOIN : Shuffle.Kind.GROUP;
    return columns.isEmpty() ? null : new Keys(kind, columns);
  }

  /** The columns of before a projection. */
  private static Keys renamed(SparkPlan plan, Keys keys) {
    if (keys == null || !(plan instanceof ProjectExec project)) {
      return keys;
    }
    Map<ExprId, Attribute> before = new HashMap<>();
    for (NamedExpression e : Scala.list(project.projectList())) {
      if (e instanceof Alias alias && alias.child() instanceof Attribute a) {
        before.put(alias.exprId(), a);
      }
    }
    return new Keys(
        keys.kind,
        keys.columns.stream().map(a -> before.getOrDefault(a.exprId(), a)).distinct().toList());
  }

  private static boolean hasAll(SparkPlan plan, Keys keys) {
    if (keys == null) {
      return false;
    }
    Set<ExprId> has = new HashSet<>();
    Scala.list(plan.output()).forEach(a -> has.add(a.exprId()));
    return keys.columns.stream().allMatch(a -> has.contains(a.exprId()));
  }
}
