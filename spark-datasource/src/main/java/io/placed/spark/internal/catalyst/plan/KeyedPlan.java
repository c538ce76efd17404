package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.AliasHelper;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Exists;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InSubquery;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.InnerLike;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * A plan, and how many relations it has after Spark's PartitionPruning, which copies the other side
 * of a join into a subquery for each key that it passes to a scan, with the subqueries that are
 * there already. That is a bound: Spark passes a key only if the other side has a filter.
 *
 * <p>IN and EXISTS in a condition count as the semi joins that they become later. Plans of scalar
 * subqueries have all their keys already, and are copied as they are with what has them.
 */
final class KeyedPlan {
  /**
   * A value of a join that comes from a scan.
   *
   * @param leaves where it comes from: several below a UNION. All get the key if the first takes it
   * @param columns of the first that the value is computed of
   */
  record Key(List<LogicalPlan> leaves, List<String> columns) {
    LogicalPlan scan() {
      return leaves.get(0);
    }
  }

  /** What a node consists of. */
  private interface Part {
    double relations(Predicate<Key> taken);
  }

  /** Spark passes a key to one of the sides. */
  private record Pair(List<Key> left, List<Key> right) {
    double copies(Predicate<Key> taken, double leftRelations, double rightRelations) {
      return Math.max(scans(left, taken) * rightRelations, scans(right, taken) * leftRelations);
    }

    private static double scans(List<Key> side, Predicate<Key> taken) {
      return side.stream().filter(taken).mapToDouble(k -> k.leaves().size()).sum();
    }
  }

  private final List<LogicalPlan> leaves = new ArrayList<>();
  private final Part root;

  KeyedPlan(LogicalPlan plan) {
    root = part(plan);
  }

  /** The relations of the plan, and of the subqueries that are counted. */
  List<LogicalPlan> leaves() {
    return leaves;
  }

  /**
   * Relations with all copies.
   *
   * @param taken whether a scan takes a key
   */
  double relations(Predicate<Key> taken) {
    return root.relations(taken);
  }

  private Part part(LogicalPlan plan) {
    List<LogicalPlan> children = Scala.list(plan.children());
    if (children.isEmpty()) {
      leaves.add(plan);
      return taken -> 1;
    }
    if (plan instanceof Join join) {
      List<Expression> conditions = new ArrayList<>();
      if (join.condition().isDefined()) {
        addConjuncts(join.condition().get(), conditions);
      }
      return withSubqueries(
          joined(
              part(join.left()),
              part(join.right()),
              pairs(conditions, join.left(), join.right(), join.joinType())),
          conditions);
    }
    List<Part> parts = children.stream().map(this::part).toList();
    Part all = taken -> parts.stream().mapToDouble(p -> p.relations(taken)).sum();
    return plan instanceof Filter filter
        ? filtered(all, filter)
        : withSubqueries(all, Scala.list(plan.expressions()));
  }

  private static Part joined(Part left, Part right, List<Pair> pairs) {
    return taken -> {
      double ofLeft = left.relations(taken);
      double ofRight = right.relations(taken);
      double copies = 0;
      for (Pair pair : pairs) {
        copies += pair.copies(taken, ofLeft, ofRight);
      }
      return ofLeft + ofRight + copies;
    };
  }

  private Part filtered(Part child, Filter filter) {
    List<Expression> conditions = new ArrayList<>();
    addConjuncts(filter.condition(), conditions);
    Part all = child;
    for (Expression condition : conditions) {
      LogicalPlan matched = null;
      List<Expression> equal = new ArrayList<>();
      if (condition instanceof Exists exists) {
        matched = exists.plan();
        equal.addAll(Scala.list(exists.joinCond()));
      } else if (condition instanceof InSubquery in) {
        matched = in.query().plan();
        equal.addAll(Scala.list(in.query().joinCond()));
        List<Expression> values = Scala.list(in.values());
        for (int i = 0; i < values.size(); i++) {
          equal.add(new EqualTo(values.get(i), matched.output().apply(i)));
        }
      }
      if (matched == null) {
        all = withSubqueries(all, List.of(condition));
      } else {
        all = joined(all, part(matched), pairs(equal, filter.child(), matched, LeftSemi$.MODULE$));
      }
    }
    return all;
  }

  /** Subqueries that become joins to which no keys are passed, such as NOT IN, and scalar ones. */
  private Part withSubqueries(Part part, List<Expression> expressions) {
    Part all = part;
    for (Expression e : expressions) {
      if (!e.containsPattern(TreePattern.PLAN_EXPRESSION())) {
        continue;
      }
      if (e instanceof Exists || e instanceof InSubquery) {
        LogicalPlan plan =
            e instanceof InSubquery in ? in.query().plan() : ((SubqueryExpression) e).plan();
        all = joined(all, part(plan), List.of());
      } else if (e instanceof SubqueryExpression subquery) {
        double relations = relations(subquery.plan());
        all = joined(all, taken -> relations, List.of());
      }
      all =
          withSubqueries(all, Scala.list(e instanceof InSubquery in ? in.values() : e.children()));
    }
    return all;
  }

  /** Relations of a plan with the subqueries that it has. */
  private static double relations(LogicalPlan plan) {
    double relations = plan.children().isEmpty() ? 1 : 0;
    for (Expression e : Scala.list(plan.expressions())) {
      relations += ofSubqueries(e);
    }
    for (LogicalPlan child : Scala.list(plan.children())) {
      relations += relations(child);
    }
    return relations;
  }

  private static double ofSubqueries(Expression e) {
    if (!e.containsPattern(TreePattern.PLAN_EXPRESSION())) {
      return 0;
    }
    double relations = e instanceof SubqueryExpression subquery ? relations(subquery.plan()) : 0;
    for (Expression child : Scala.list(e.children())) {
      relations += ofSubqueries(child);
    }
    return relations;
  }

  private static void addConjuncts(Expression e, List<Expression> all) {
    if (e instanceof And and) {
      addConjuncts(and.left(), all);
      addConjuncts(and.right(), all);
    } else {
      all.add(e);
    }
  }

  private static List<Pair> pairs(
      List<Expression> conditions, LogicalPlan left, LogicalPlan right, JoinType type) {
    boolean inner = type instanceof InnerLike || type == LeftSemi$.MODULE$;
    boolean toLeft = inner || type == RightOuter$.MODULE$;
    boolean toRight = inner || type == LeftOuter$.MODULE$;
    List<Pair> pairs = new ArrayList<>();
    for (Expression condition : conditions) {
      if (!(condition instanceof EqualTo equal)) {
        continue;
      }
      boolean turned = equal.left().references().subsetOf(right.outputSet());
      Expression ofLeft = turned ? equal.right() : equal.left();
      Expression ofRight = turned ? equal.left() : equal.right();
      List<Key> leftKeys = toLeft ? Origins.of(ofLeft, left) : List.of();
      List<Key> rightKeys = toRight ? Origins.of(ofRight, right) : List.of();
      if (!leftKeys.isEmpty() || !rightKeys.isEmpty()) {
        pairs.add(new Pair(leftKeys, rightKeys));
      }
    }
    return pairs;
  }

  /** Follows an expression down to scans, as {@code PredicateHelper} does for pruning. */
  private static final class Origins implements AliasHelper {
    private final List<LogicalPlan> leaves = new ArrayList<>();
    private List<String> columns;

    /** At most one key. */
    static List<Key> of(Expression e, LogicalPlan side) {
      if (e.references().isEmpty() || !e.references().subsetOf(side.outputSet())) {
        return List.of();
      }
      Origins origins = new Origins();
      origins.follow(e, side);
      return origins.leaves.isEmpty()
          ? List.of()
          : List.of(new Key(List.copyOf(origins.leaves), origins.columns));
    }

    private void follow(Expression e, LogicalPlan plan) {
      if (e.references().isEmpty()) {
        return; // A constant below an alias.
      }
      if (plan instanceof Project project) {
        follow(replaceAlias(e, getAliasMap(project)), project.child());
      } else if (plan instanceof Aggregate aggregate) {
        follow(replaceAlias(e, getAliasMap(aggregate)), aggregate.child());
      } else if (plan instanceof Union union) {
        List<Attribute> output = Scala.list(union.output());
        for (int i = 0; i < output.size(); i++) {
          if (output.get(i).semanticEquals(e)) {
            for (LogicalPlan branch : Scala.list(union.children())) {
              follow(branch.output().apply(i), branch);
            }
            return;
          }
        }
      } else if (plan.children().isEmpty()) {
        if (e.references().subsetOf(plan.outputSet())) {
          if (columns == null) {
            columns =
                Scala.collection(e.references()).stream().map(Attribute::name).distinct().toList();
          }
          leaves.add(plan);
        }
      } else {
        for (LogicalPlan child : Scala.list(plan.children())) {
          if (e.references().subsetOf(child.outputSet())) {
            follow(e, child);
            return;
          }
        }
      }
    }
  }
}
