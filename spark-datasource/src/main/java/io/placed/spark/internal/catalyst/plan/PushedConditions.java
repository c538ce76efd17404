package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.internal.plan.PushedCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;

/** Finds what a scan evaluates of the condition of a query. */
public final class PushedConditions {
  private static final String INFERENCE = "spark.sql.constraintPropagation.enabled";
  private static final String SUBSTITUTION = "spark.sql.variable.substitute";

  private PushedConditions() {}

  public static PushedCondition of(
      SparkSession session, Function<SparkSession, Dataset<Row>> filteredTable) {
    SparkSession own = Sessions.copy(session);
    // What follows from a condition, such as that its columns are not null, was not asked for.
    own.conf().set(INFERENCE, "false");
    // Names and texts are as they stand: ${...} was replaced in the statement, if it was to be.
    own.conf().set(SUBSTITUTION, "false");
    LogicalPlan plan =
        SQLConf.withExistingConf(
            Sessions.state(own).conf(), () -> Sessions.optimized(filteredTable.apply(own)));
    List<Scan> scans = new ArrayList<>();
    List<String> left = new ArrayList<>();
    visit(plan, scans, left);
    return new PushedCondition(scans.isEmpty() ? null : scans.get(0), left);
  }

  private static void visit(LogicalPlan plan, List<Scan> scans, List<String> left) {
    if (plan instanceof DataSourceV2ScanRelation r) {
      scans.add(r.scan());
    } else if (plan instanceof Filter f) {
      left.add(f.condition().sql());
    } else if (!(plan instanceof Project || plan instanceof LocalRelation)) {
      left.add(plan.nodeName());
    }
    Scala.list(plan.children()).forEach(c -> visit(c, scans, left));
  }
}
