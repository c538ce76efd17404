package io.placed.cli.demo;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/** TPC-H's lineitem, generated in parallel; the same rows for the same scale. */
final class LineItems implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double scale;
  private final int parts;

  LineItems(double scale, int parts) {
    this.scale = scale;
    this.parts = parts;
  }

  static StructType schema() {
    DecimalType money = DataTypes.createDecimalType(12, 2);
    return new StructType()
        .add("l_orderkey", DataTypes.LongType, false)
        .add("l_partkey", DataTypes.LongType, false)
        .add("l_suppkey", DataTypes.LongType, false)
        .add("l_linenumber", DataTypes.IntegerType, false)
        .add("l_quantity", money, false)
        .add("l_extendedprice", money, false)
        .add("l_discount", money, false)
        .add("l_tax", money, false)
        .add("l_returnflag", DataTypes.StringType, false)
        .add("l_linestatus", DataTypes.StringType, false)
        .add("l_shipdate", DataTypes.DateType, false)
        .add("l_commitdate", DataTypes.DateType, false)
        .add("l_receiptdate", DataTypes.DateType, false)
        .add("l_shipinstruct", DataTypes.StringType, false)
        .add("l_shipmode", DataTypes.StringType, false)
        .add("l_comment", DataTypes.StringType, false);
  }

  Dataset<Row> table(SparkSession spark) {
    List<Integer> numbers = IntStream.rangeClosed(1, parts).boxed().toList();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    return spark.createDataFrame(context.parallelize(numbers, parts).flatMap(this::rows), schema());
  }

  private Iterator<Row> rows(int part) {
    Iterator<LineItem> items = new LineItemGenerator(scale, part, parts).iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public Row next() {
        return row(items.next());
      }
    };
  }

  private static Row row(LineItem i) {
    return RowFactory.create(
        i.getOrderKey(),
        i.getPartKey(),
        i.getSupplierKey(),
        i.getLineNumber(),
        BigDecimal.valueOf(i.getQuantity() * 100, 2),
        BigDecimal.valueOf(i.getExtendedPriceInCents(), 2),
        BigDecimal.valueOf(i.getDiscountPercent(), 2),
        BigDecimal.valueOf(i.getTaxPercent(), 2),
        i.getReturnFlag(),
        i.getStatus(),
        LocalDate.ofEpochDay(i.getShipDate()),
        LocalDate.ofEpochDay(i.getCommitDate()),
        LocalDate.ofEpochDay(i.getReceiptDate()),
        i.getShipInstructions(),
        i.getShipMode(),
        i.getComment());
  }
}
