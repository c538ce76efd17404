package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Partitions whose values are equal for Spark, which sorts rows by them, and which have directories
 * of their own: 0.0 and -0.0, or strings that a collation takes for the same.
 */
class EqualPartitionValuesTest extends SparkTestCase {
  private static final int ROWS = 300;

  /** Values that alternate from row to row. */
  private static Dataset<Row> alternating(String even, String odd) {
    return spark
        .range(0, ROWS, 1, 1)
        .selectExpr("id", "if(id % 2 = 0, " + even + ", " + odd + ") as p");
  }

  private void assertFilePerPartition(String name, Dataset<Row> data, Map<String, String> options)
      throws Exception {
    data.write().format("placed").partitionBy("p").options(options).save(path(name));
    assertEquals(2, dataFiles(path(name)), name);
    assertEquals(rows(data), rows(read(path(name)).select("id", "p")), name);
  }

  @Test
  void zeros() throws Exception {
    for (String type : new String[] {"double", "float"}) {
      // Computed: Spark's optimizer takes the two literals for the same.
      String zero = "cast(0 as " + type + ") * cast(1 - 2 * (id % 2) as " + type + ") as p";
      Dataset<Row> zeros = spark.range(0, ROWS, 1, 1).selectExpr("id", zero);
      assertFilePerPartition(type, zeros, Map.of());
      for (String mode : new String[] {"none", "hash", "range"}) {
        Map<String, String> options = Map.of("write.distribution-mode", mode);
        assertFilePerPartition(type + mode, zeros, options);
      }
      Map<String, String> sorted = Map.of("placement.reorder", "sort(id desc)");
      assertFilePerPartition(type + "sorted", zeros, sorted);
    }
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void stringsOfACollation() throws Exception {
    Dataset<Row> letters = alternating("'a'", "'A'");
    assertFilePerPartition("binary", letters, Map.of());
    Dataset<Row> collated = letters.selectExpr("id", "p collate utf8_lcase as p");
    assertFilePerPartition("collated", collated, Map.of());
    String table = table();
    sql(
        "create table "
            + table
            + " (id bigint, p string collate utf8_lcase) using placed partitioned by (p)"
            + " location '"
            + path("table")
            + "'");
    collated.writeTo(table).append();
    assertEquals(2, dataFiles(path("table")));
    String cut = "placed.`" + path("cut") + "`";
    sql(
        "create table "
            + cut
            + " (id bigint, p string) using placed partitioned by (truncate(1, p))");
    collated.createOrReplaceTempView("collated");
    sql("insert into " + cut + " select id, p || id from collated");
    assertEquals(2, dataFiles(path("cut")));
  }

  /** Rows of other partitions are sorted, and one file is open at a time. */
  @Test
  void othersStayGrouped() throws Exception {
    Dataset<Row> data =
        spark.range(0, 2000, 1, 1).selectExpr("id", "cast(id % 50 as decimal(5, 2)) as p");
    data.write().format("placed").partitionBy("p").save(path("t"));
    assertEquals(50, dataFiles(path("t")));
    Dataset<Row> many = spark.range(0, 2000, 1, 1).selectExpr("id", "double(id % 50) as p");
    many.write().format("placed").partitionBy("p").save(path("doubles"));
    assertEquals(50, dataFiles(path("doubles")));
    assertTrue(read(path("doubles")).where("p = 49").count() == 40);
  }
}
