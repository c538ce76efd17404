package io.placed.spark.internal;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/** Access to rows in Spark's internal form, without objects for their values. */
public final class Frames {
  private Frames() {}

  /** The rows, in the partitions of the DataFrame; row objects are reused. */
  public static JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return Catalyst.get().rows(data);
  }

  /**
   * Creates a row.
   *
   * @param values in Spark's internal form
   */
  public static InternalRow row(Object... values) {
    return Catalyst.get().row(values);
  }

  /**
   * Creates an array.
   *
   * @param values in Spark's internal form
   */
  public static Object array(Object... values) {
    return Catalyst.get().array(values);
  }

  /**
   * Creates a map.
   *
   * @param keys an {@link #array}
   * @param values an array of equal length
   */
  public static Object map(Object keys, Object values) {
    return Catalyst.get().map(keys, values);
  }

  /** Bytes in memory; an estimate for rows that are not UnsafeRows. */
  public static long bytes(InternalRow row) {
    return Catalyst.get().bytes(row);
  }

  /** Each row to the task that a column names, of {@code 0 … tasks - 1}. */
  public static Dataset<Row> repartitionById(Dataset<Row> data, int tasks, Column id) {
    return Catalyst.get().repartitionById(data, tasks, id);
  }

  /** A call of a function that is in no catalog. */
  public static Column apply(ScalarFunction<?> function, Column... arguments) {
    return Catalyst.get().apply(function, arguments);
  }

  /** The conjunction of predicates as a condition; null if one cannot be converted. */
  public static Column condition(Predicate[] all) {
    return Catalyst.get().condition(all);
  }
}
