package io.placed.spark.internal.catalyst;

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
final class Sessions {
  private Sessions() {}

  static SparkSession active() {
    return SparkSession.active();
  }

  static boolean isLocal(SparkSession session) {
    return true;
  }

  static SessionState state(SparkSession session) {
    return session.sessionState();
  }

  static int parallelism(SparkSession session) {
    return session.leafNodeDefaultParallelism();
  }

  static JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return data.queryExecution().toRdd().toJavaRDD();
  }

  /** With the same settings, functions and temporary views; what changes there stays there. */
  static SparkSession copy(SparkSession session) {
    return session.cloneSession();
  }

  static LogicalPlan optimized(Dataset<Row> data) {
    return data.queryExecution().optimizedPlan();
  }

  static Expression expression(Column column) {
    return column.expr();
  }

  static Column column(Expression expression) {
    return new Column(expression);
  }
}
