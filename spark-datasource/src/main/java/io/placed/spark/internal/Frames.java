package io.placed.spark.internal;

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import scala.jdk.javaapi.CollectionConverters;

/** Rows of a DataFrame as Spark itself has them, without making objects of their values. */
public final class Frames {
  private Frames() {}

  /** The rows, in the partitions of the DataFrame; each is reused for the next. */
  public static JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return ((org.apache.spark.sql.classic.Dataset<Row>) data).queryExecution().toRdd().toJavaRDD();
  }

  /** A function that no catalog knows, of some columns. */
  public static Column apply(ScalarFunction<?> function, Column... arguments) {
    java.util.List<Expression> children =
        Arrays.stream(arguments).map(ExpressionUtils::expression).toList();
    return ExpressionUtils.column(
        new ApplyFunctionExpression(function, CollectionConverters.asScala(children).toSeq()));
  }

  /** Predicates of Spark's as one condition; null if one has no such form. */
  public static Column condition(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] all) {
    Column condition = org.apache.spark.sql.functions.lit(true);
    for (var p : all) {
      scala.Option<Expression> part = V2ExpressionUtils.toCatalyst(p);
      if (part.isEmpty()) {
        return null;
      }
      condition = condition.and(ExpressionUtils.column(part.get()));
    }
    return condition;
  }
}
