package io.placed.spark.internal.catalyst.session;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SessionState;

/** Sessions and DataFrames: clients of Spark Connect have other classes with the same names. */
public final class Sessions {
  private Sessions() {}

  public static SparkSession active() {
    return SparkSession.active();
  }

  public static boolean isLocal(SparkSession session) {
    return true;
  }

  public static SessionState state(SparkSession session) {
    return session.sessionState();
  }

  public static int parallelism(SparkSession session) {
    return session.leafNodeDefaultParallelism();
  }

  public static JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return data.queryExecution().toRdd().toJavaRDD();
  }

  /** With the same settings, functions and temporary views; what changes there stays there. */
  public static SparkSession copy(SparkSession session) {
    return session.cloneSession();
  }

  public static LogicalPlan optimized(Dataset<Row> data) {
    return data.queryExecution().optimizedPlan();
  }

  public static Expression expression(Column column) {
    return column.expr();
  }

  public static Column column(Expression expression) {
    return new Column(expression);
  }
}
