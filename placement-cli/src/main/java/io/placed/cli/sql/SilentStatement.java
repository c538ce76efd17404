package io.placed.cli.sql;

import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.CompoundBody;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ParsedStatement;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import scala.jdk.javaapi.CollectionConverters;

/** Statements without a result, as far as the parser knows. */
final class SilentStatement {
  private SilentStatement() {}

  static boolean is(LogicalPlan plan) {
    if (plan instanceof UnresolvedWith with) {
      return is(with.child());
    }
    if (plan instanceof Union inserts) {
      return CollectionConverters.asJava(inserts.children()).stream().allMatch(SilentStatement::is);
    }
    // A script prints the result of its last statement.
    boolean known = plan instanceof Command || plan instanceof ParsedStatement;
    return known && !(plan instanceof CompoundBody) && plan.output().isEmpty();
  }
}
