package io.placed.spark;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** TPC-DS's store_sales with all 23 columns; every column but two has nulls. */
final class StoreSales implements Serializable {
  private static final long serialVersionUID = 1;

  /** Keys and the quantity come first, then the amounts. */
  private static final int INTEGERS = 11;

  private static final int TICKET_NUMBER = 9;

  private final boolean decimals;

  private StoreSales(boolean decimals) {
    this.decimals = decimals;
  }

  /**
   * @param decimals whether amounts are decimal(7,2); else they are double
   */
  static Dataset<Row> of(SparkSession spark, double scale, int parts, boolean decimals) {
    StoreSales sales = new StoreSales(decimals);
    List<Integer> numbers = IntStream.rangeClosed(1, parts).boxed().toList();
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(numbers, parts)
            .flatMap(part -> Mapped.of(results(scale, part, parts), sales::row)),
        sales.schema());
  }

  private static Results results(double scale, int part, int parts) {
    Session session =
        Session.getDefaultSession()
            .withTable(Table.STORE_SALES)
            .withScale(scale)
            .withParallelism(parts)
            .withChunkNumber(part);
    return Results.constructResults(Table.STORE_SALES, session);
  }

  private StructType schema() {
    String amount = decimals ? " decimal(7,2)" : " double";
    return StructType.fromDDL(
        "ss_sold_date_sk int, ss_sold_time_sk int, ss_item_sk int, ss_customer_sk int,"
            + "ss_cdemo_sk int, ss_hdemo_sk int, ss_addr_sk int, ss_store_sk int, ss_promo_sk int,"
            + "ss_ticket_number bigint, ss_quantity int, "
            + String.join(
                ", ",
                List.of(
                    "ss_wholesale_cost" + amount,
                    "ss_list_price" + amount,
                    "ss_sales_price" + amount,
                    "ss_ext_discount_amt" + amount,
                    "ss_ext_sales_price" + amount,
                    "ss_ext_wholesale_cost" + amount,
                    "ss_ext_list_price" + amount,
                    "ss_ext_tax" + amount,
                    "ss_coupon_amt" + amount,
                    "ss_net_paid" + amount,
                    "ss_net_paid_inc_tax" + amount,
                    "ss_net_profit" + amount)));
  }

  /** The generator gives a row and the rows of other tables that belong to it, all as text. */
  private Row row(List<List<String>> texts) {
    List<String> values = texts.get(0);
    Object[] out = new Object[values.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values.get(i) == null ? null : value(i, values.get(i));
    }
    return RowFactory.create(out);
  }

  private Object value(int column, String text) {
    if (column == TICKET_NUMBER) {
      return Long.valueOf(text);
    }
    if (column < INTEGERS) {
      return Integer.valueOf(text);
    }
    return decimals ? (Object) new BigDecimal(text) : (Object) Double.valueOf(text);
  }
}
