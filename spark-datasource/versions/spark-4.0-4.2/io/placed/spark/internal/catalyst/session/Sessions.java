package io.placed.spark.internal.catalyst.session;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.internal.SessionState;

/** Sessions and DataFrames of this process, which are subclasses of the public ones. */
public final class Sessions {
  private Sessions() {}

  public static org.apache.spark.sql.SparkSession active() {
    return SparkSession.active();
  }

  public static boolean isLocal(org.apache.spark.sql.SparkSession session) {
    return session instanceof SparkSession;
  }

  public static SessionState state(org.apache.spark.sql.SparkSession session) {
    return ((SparkSession) session).sessionState();
  }

  /** Whether a session has, or will have, the state of one with Hive. */
  public static boolean hasHive(org.apache.spark.sql.SparkSession session) {
    return "hive"
        .equals(
            ((SparkSession) session)
                .sharedState()
                .conf()
                .get("spark.sql.catalogImplementation", "in-memory"));
  }

  public static int parallelism(org.apache.spark.sql.SparkSession session) {
    return ((SparkSession) session).leafNodeDefaultParallelism();
  }

  public static JavaRDD<InternalRow> rows(org.apache.spark.sql.Dataset<Row> data) {
    return ((Dataset<Row>) data).queryExecution().toRdd().toJavaRDD();
  }

  /** With the same settings, functions and temporary views; what changes there stays there. */
  public static org.apache.spark.sql.SparkSession copy(org.apache.spark.sql.SparkSession session) {
    return ((SparkSession) session).cloneSession();
  }

  public static LogicalPlan optimized(org.apache.spark.sql.Dataset<Row> data) {
    return ((Dataset<Row>) data).queryExecution().optimizedPlan();
  }

  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }

  public static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }
}
