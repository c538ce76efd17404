package io.placed.cli.sql;

import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.LocalTempView$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.command.ExplainCommand;
import org.apache.spark.sql.execution.command.SetCommand;
import scala.jdk.javaapi.CollectionConverters;

/** Whether a statement only reads: it may change the session, but nothing that outlives it. */
final class ReadOnly {
  /**
   * The nodes that the parser makes of queries. A statement with any other node is refused: not
   * everything that changes something is a {@code Command}, CALL and EXECUTE IMMEDIATE for example.
   */
  private static final Set<String> QUERIES =
      Set.of(
          "Aggregate",
          "CTERelationDef",
          "CTERelationRef",
          "Deduplicate",
          "Distinct",
          "Except",
          "Expand",
          "Filter",
          "Generate",
          "GlobalLimit",
          "Intersect",
          "Join",
          "LateralJoin",
          "LocalLimit",
          "LocalRelation",
          "NearestByJoin",
          "Offset",
          "OneRowRelation",
          "PipeOperator",
          "Pivot",
          "Project",
          "Range",
          "RelationChanges",
          "RelationTimeTravel",
          "Repartition",
          "RepartitionByExpression",
          "ResolvedInlineTable",
          "Sample",
          "Sort",
          "SubqueryAlias",
          "Union",
          "UnionLoop",
          "UnionLoopRef",
          "Unpivot",
          "UnresolvedHaving",
          "UnresolvedHint",
          "UnresolvedInlineTable",
          "UnresolvedQualify",
          "UnresolvedRelation",
          "UnresolvedSubqueryColumnAliases",
          "UnresolvedTVFAliases",
          "UnresolvedTableValuedFunction",
          "UnresolvedWith",
          "Window",
          "WithWindowDefinition");

  /** Functions that call any method of Java. */
  private static final Set<String> CALLS = Set.of("reflect", "java_method", "try_reflect");

  private ReadOnly() {}

  /**
   * The part of a parsed statement that could change something, in words; null if it only reads.
   */
  static String change(LogicalPlan plan) {
    if (reads(plan)) {
      return null;
    }
    String name = plan.getClass().getSimpleName().replace("$", "");
    if (!QUERIES.contains(name)) {
      return words(name);
    }
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      String found = change(child);
      if (found != null) {
        return found;
      }
    }
    for (TreeNode<?> child : CollectionConverters.asJava(plan.innerChildren())) {
      String found = child instanceof LogicalPlan p ? change(p) : null;
      if (found != null) {
        return found;
      }
    }
    for (Expression e : CollectionConverters.asJava(plan.expressions())) {
      String found = change(e);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Commands that are known to read. */
  private static boolean reads(LogicalPlan plan) {
    String name = plan.getClass().getSimpleName();
    return (plan instanceof Command && (name.startsWith("Show") || name.startsWith("Describe")))
        || plan instanceof ExplainCommand
        || plan instanceof SetCommand
        || (plan instanceof CreateViewCommand v
            && v.viewType() == LocalTempView$.MODULE$
            && change(v.plan()) == null);
  }

  private static String change(Expression e) {
    if (e instanceof UnresolvedFunction f) {
      String name = CollectionConverters.asJava(f.nameParts()).get(f.nameParts().size() - 1);
      if (CALLS.contains(name.toLowerCase(Locale.ROOT))) {
        return "function " + name;
      }
    }
    if (e instanceof PlanExpression<?> p && (Object) p.plan() instanceof LogicalPlan plan) {
      String found = change(plan);
      if (found != null) {
        return found;
      }
    }
    for (Expression child : CollectionConverters.asJava(e.children())) {
      String found = change(child);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** {@code InsertIntoStatement} as {@code insert into}. */
  private static String words(String className) {
    return className
        .replaceAll("(Statement|Command|Parsed)+$", "")
        .replaceFirst("^Unresolved", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
