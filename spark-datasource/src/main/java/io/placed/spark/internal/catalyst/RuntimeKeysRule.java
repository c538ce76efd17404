package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.PlanDecisions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.InnerLike;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Keeps plans of many joins small. For each key that a join passes to a scan, Spark's
 * PartitionPruning copies the other side of the join into a subquery, with the subqueries that it
 * has already: in a chain of joins of large tables the plan doubles with each of them. If that
 * would be too much, only the largest tables take keys of data columns; the others take those of
 * partition columns, as small ones do.
 *
 * <p>Not counted are keys of partition columns, which are worth a large plan, and subqueries of IN
 * and EXISTS, which become joins later.
 */
final class RuntimeKeysRule extends Rule<LogicalPlan> {
  /**
   * Relations that a plan may have with all copies. A chain of joins reaches it with ten tables
   * that take keys, a star with hundreds.
   */
  private static final double MOST = 1000;

  /** By which a plan of many relations may grow, as one of a UNION of a thousand reads. */
  private static final double GROWTH = 4;

  private final PlanDecisions decisions;

  RuntimeKeysRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * A part of a plan.
   *
   * @param relations that it has with copies, at most
   * @param scans that one key may be passed to: several below a UNION
   */
  private record Part(double relations, double scans) {}

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (!conf().dynamicPartitionPruningEnabled()) {
      return plan;
    }
    List<DataSourceV2Relation> all = new ArrayList<>();
    collect(plan, all);
    double largest = part(plan, identities(all)).relations();
    if (largest <= MOST || largest <= most(plan)) {
      return plan;
    }
    Set<LogicalPlan> without = smallest(plan, all);
    return plan.transformUp(EachNode.ofRelations(r -> without.contains(r) ? marked(r) : r));
  }

  private static double most(LogicalPlan plan) {
    return Math.max(MOST, GROWTH * part(plan, Set.of()).relations());
  }

  /** The relations without whose keys the plan is small enough, by the size of their tables. */
  private Set<LogicalPlan> smallest(LogicalPlan plan, List<DataSourceV2Relation> all) {
    TreeMap<Long, List<DataSourceV2Relation>> bySize = new TreeMap<>();
    for (DataSourceV2Relation r : all) {
      bySize
          .computeIfAbsent(decisions.bytesOfKeyedScan(r.table()), size -> new ArrayList<>())
          .add(r);
    }
    bySize.remove(0L); // They take no keys of data columns anyway.
    double most = most(plan);
    Set<LogicalPlan> without = identities(List.of());
    Set<LogicalPlan> taking = identities(List.of());
    bySize.values().forEach(taking::addAll);
    while (!bySize.isEmpty() && part(plan, taking).relations() > most) {
      // Those of a size together, so that equal parts of a plan stay equal and are executed once;
      // the largest one by one, or a table that is joined with itself would take no keys at all.
      List<DataSourceV2Relation> same = bySize.firstEntry().getValue();
      List<DataSourceV2Relation> next =
          bySize.size() > 1 ? List.copyOf(same) : List.of(same.get(0));
      next.forEach(taking::remove);
      without.addAll(next);
      same.subList(0, next.size()).clear();
      bySize.values().removeIf(List::isEmpty);
    }
    return without;
  }

  private static void collect(LogicalPlan plan, List<DataSourceV2Relation> found) {
    if (plan instanceof DataSourceV2Relation r) {
      found.add(r);
    }
    Scala.list(plan.children()).forEach(child -> collect(child, found));
  }

  /** Relations are told apart by their places in a plan: equal ones may be there several times. */
  private static Set<LogicalPlan> identities(List<DataSourceV2Relation> relations) {
    Set<LogicalPlan> identities = Collections.newSetFromMap(new IdentityHashMap<>());
    identities.addAll(relations);
    return identities;
  }

  private static Part part(LogicalPlan plan, Set<LogicalPlan> taking) {
    List<LogicalPlan> children = Scala.list(plan.children());
    if (children.isEmpty()) {
      return new Part(1, taking.contains(plan) ? 1 : 0);
    }
    List<Part> parts = children.stream().map(child -> part(child, taking)).toList();
    double relations = plan instanceof Join join ? copies(join, parts.get(0), parts.get(1)) : 0;
    double scans = 0;
    for (Part part : parts) {
      relations += part.relations();
      scans = plan instanceof Union ? scans + part.scans() : Math.max(scans, part.scans());
    }
    return new Part(relations, scans);
  }

  /** Spark passes a key to one of the sides. */
  private static double copies(Join join, Part left, Part right) {
    int keys = join.condition().isEmpty() ? 0 : equalities(join.condition().get());
    JoinType type = join.joinType();
    boolean inner = type instanceof InnerLike || type == LeftSemi$.MODULE$;
    double toLeft = inner || type == RightOuter$.MODULE$ ? left.scans() * right.relations() : 0;
    double toRight = inner || type == LeftOuter$.MODULE$ ? right.scans() * left.relations() : 0;
    return keys == 0 ? 0 : keys * Math.max(toLeft, toRight);
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
