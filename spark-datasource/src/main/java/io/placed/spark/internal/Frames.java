package io.placed.spark.internal;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/** Rows as Spark itself has them, without making objects of their values. */
public final class Frames {
  private Frames() {}

  /** The rows, in the partitions of the DataFrame; each is reused for the next. */
  public static JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return Catalyst.get().rows(data);
  }

  /**
   * A row of our own.
   *
   * @param values in Spark's internal form
   */
  public static InternalRow row(Object... values) {
    return Catalyst.get().row(values);
  }

  /** Bytes in memory; an estimate for rows that are not packed. */
  public static long bytes(InternalRow row) {
    return Catalyst.get().bytes(row);
  }

  /** A function that no catalog knows, of some columns. */
  public static Column apply(ScalarFunction<?> function, Column... arguments) {
    return Catalyst.get().apply(function, arguments);
  }

  /** Predicates of Spark's as one condition; null if one has no such form. */
  public static Column condition(Predicate[] all) {
    return Catalyst.get().condition(all);
  }
}
