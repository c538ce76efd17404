package io.placed.spark;

import io.placed.datasets.SparkTables;
import io.placed.datasets.TpcdsRows;
import io.placed.datasets.TpchRows;
import io.placed.schema.Type;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Tables of TPC-H and TPC-DS with the types of the tests and reports. */
final class TpcTables {
  private static final Type WIDE_AMOUNT = Type.parse("decimal(15,2)");

  private TpcTables() {}

  /** Amounts are decimal(15,2), keys bigint. */
  static Dataset<Row> tpch(SparkSession spark, String name, double scale, int parts) {
    return SparkTables.of(spark, new TpchRows(name, scale, WIDE_AMOUNT), parts);
  }

  /**
   * Keys are int, except ticket and order numbers, which are bigint; CHAR and VARCHAR are string.
   */
  static Dataset<Row> tpcds(SparkSession spark, String name, double scale, int parts) {
    return SparkTables.of(spark, new TpcdsRows(name, scale, Type.INT32, true), parts);
  }

  /**
   * @param decimals whether amounts are decimal(12,2); otherwise they are double
   */
  static Dataset<Row> lineItem(SparkSession spark, double scale, int parts, boolean decimals) {
    Type amount = decimals ? TpchRows.DECIMAL : Type.DOUBLE;
    return SparkTables.of(spark, new TpchRows("lineitem", scale, amount), parts);
  }

  /**
   * @param decimals whether amounts are decimal(7,2); otherwise they are double
   */
  static Dataset<Row> storeSales(SparkSession spark, double scale, int parts, boolean decimals) {
    return SparkTables.of(spark, new TpcdsRows("store_sales", scale, Type.INT32, decimals), parts);
  }
}
