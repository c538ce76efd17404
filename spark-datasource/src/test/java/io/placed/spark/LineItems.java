package io.placed.spark;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * TPC-H's lineitem with all 16 columns: the same rows for the same scale, in any number of parts.
 */
final class LineItems implements Serializable {
  private static final long serialVersionUID = 1;

  private final double scale;
  private final int parts;

  /** Whether amounts are decimal(12,2); else they are double. */
  private final boolean decimals;

  private LineItems(double scale, int parts, boolean decimals) {
    this.scale = scale;
    this.parts = parts;
    this.decimals = decimals;
  }

  static Dataset<Row> of(SparkSession spark, double scale, int parts, boolean decimals) {
    LineItems items = new LineItems(scale, parts, decimals);
    List<Integer> numbers = IntStream.rangeClosed(1, parts).boxed().toList();
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(numbers, parts)
            .flatMap(part -> Mapped.of(new LineItemGenerator(scale, part, parts), items::row)),
        items.schema());
  }

  private StructType schema() {
    String amount = decimals ? "decimal(12,2)" : "double";
    return StructType.fromDDL(
        "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int, l_quantity AMOUNT,"
                .replace("AMOUNT", amount)
            + "l_extendedprice AMOUNT, l_discount AMOUNT, l_tax AMOUNT, ".replace("AMOUNT", amount)
            + "l_returnflag string, l_linestatus string, l_shipdate date, l_commitdate date,"
            + "l_receiptdate date, l_shipinstruct string, l_shipmode string, l_comment string");
  }

  private Row row(LineItem i) {
    return RowFactory.create(
        i.getOrderKey(),
        i.getPartKey(),
        i.getSupplierKey(),
        i.getLineNumber(),
        amount(i.getQuantity() * 100),
        amount(i.getExtendedPriceInCents()),
        amount(i.getDiscountPercent()),
        amount(i.getTaxPercent()),
        i.getReturnFlag(),
        i.getStatus(),
        LocalDate.ofEpochDay(i.getShipDate()),
        LocalDate.ofEpochDay(i.getCommitDate()),
        LocalDate.ofEpochDay(i.getReceiptDate()),
        i.getShipInstructions(),
        i.getShipMode(),
        i.getComment());
  }

  private Object amount(long hundredths) {
    return decimals ? (Object) BigDecimal.valueOf(hundredths, 2) : (Object) (hundredths / 100.0);
  }
}
