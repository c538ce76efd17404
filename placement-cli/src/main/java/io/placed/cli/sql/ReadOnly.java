package io.placed.cli.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.ExpressionWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.LocalTempView$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.command.ExplainCommand;
import org.apache.spark.sql.execution.command.SetCommand;
import org.apache.spark.sql.types.DataType;
import scala.Product;
import scala.collection.Iterable;
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

  /**
   * Settings by which later queries write files or load classes: where the history of scans is
   * written, and the classes of catalogs.
   */
  private static final List<String> SETTINGS = List.of("spark.placed.history", "spark.sql.catalog");

  /**
   * Whether a plan is only shown: commands in it are not run, but the analysis runs some things.
   */
  private final boolean shown;

  private ReadOnly(boolean shown) {
    this.shown = shown;
  }

  /**
   * The part of a parsed statement that could change something, in words; null if it only reads.
   */
  static String change(LogicalPlan plan) {
    return new ReadOnly(false).inPlan(plan);
  }

  private String inPlan(LogicalPlan plan) {
    String name = plan.getClass().getSimpleName().replace("$", "");
    if (plan instanceof SetCommand set) {
      return inSettings(set);
    }
    if (reads(plan, name)) {
      return new ReadOnly(true).inParts(plan);
    }
    if (plan instanceof CreateViewCommand v && v.viewType() == LocalTempView$.MODULE$) {
      return inPlan(v.plan());
    }
    boolean runs = name.contains("ExecuteImmediate");
    return (shown && !runs) || QUERIES.contains(name) ? inParts(plan) : words(name);
  }

  /** Commands that are known to read, and to show what they are about. */
  private static boolean reads(LogicalPlan plan, String name) {
    return (plan instanceof Command && (name.startsWith("Show") || name.startsWith("Describe")))
        || plan instanceof ExplainCommand;
  }

  private static String inSettings(SetCommand set) {
    if (set.kv().isEmpty() || set.kv().get()._2().isEmpty()) {
      return null; // SET without a value shows.
    }
    String key = set.kv().get()._1().toLowerCase(Locale.ROOT);
    return SETTINGS.stream().anyMatch(key::startsWith) ? "set " + key : null;
  }

  /** All parts, whether Spark counts them among a node's children and expressions or not. */
  private String inParts(Product node) {
    for (Object part : CollectionConverters.asJava(node.productIterator().toList())) {
      String found = inPart(part);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private String inPart(Object part) {
    if (part instanceof LogicalPlan plan) {
      return inPlan(plan);
    }
    if (part instanceof Expression e) {
      return inExpression(e);
    }
    if (part instanceof Iterable<?> several) {
      return inEach(CollectionConverters.asJava(several));
    }
    // Tuples, options, and parts of the syntax that are neither plans nor expressions.
    return part instanceof Product other && !(part instanceof DataType) ? inParts(other) : null;
  }

  private String inEach(java.lang.Iterable<?> parts) {
    for (Object part : parts) {
      String found = inPart(part);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private String inExpression(Expression e) {
    if (e instanceof UnresolvedFunction f) {
      String name = CollectionConverters.asJava(f.nameParts()).get(f.nameParts().size() - 1);
      if (CALLS.contains(name.toLowerCase(Locale.ROOT))) {
        return "function " + name;
      }
    }
    if (e instanceof ExpressionWithUnresolvedIdentifier) {
      return "function or column of a computed name";
    }
    return inParts(e);
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
