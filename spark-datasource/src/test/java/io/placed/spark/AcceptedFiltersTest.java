package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/**
 * Filters that scans evaluate are removed from Spark's plan, and the results are equal to Spark's.
 */
class AcceptedFiltersTest extends SparkTestCase {
  /** The filters that Spark still evaluates. */
  static List<String> left(Dataset<Row> data) {
    List<String> out = new ArrayList<>();
    collect(data.queryExecution().optimizedPlan(), out);
    return out;
  }

  private static void collect(LogicalPlan plan, List<String> out) {
    if (plan instanceof Filter f) {
      out.add(f.condition().sql());
    }
    ScalaCollections.list(plan.children()).forEach(p -> collect(p, out));
  }

  /**
   * Checks that a filter that the scan evaluates selects the same rows as Spark does: twelve of the
   * conditions by chance, or all with {@code -Plong}.
   */
  private static void accepted(Dataset<Row> data, String columns, String... conditions) {
    Dataset<Row> local = spark.createDataFrame(data.collectAsList(), data.schema());
    for (String c : some(List.of(conditions), Math.min(11, conditions.length - 1))) {
      Dataset<Row> filtered = data.where(c);
      assertEquals(List.of(), left(filtered.selectExpr("1")), c);
      List<String> expected = rows(local.where(c));
      assertEquals(expected, rows(filtered), c);
      String[] some = columns.split(", ");
      assertEquals(
          rows(local.where(c).selectExpr(some)),
          rows(filtered.selectExpr(some)),
          c + " " + columns);
      assertEquals(expected.size(), filtered.count(), "count " + c);
      assertEquals(Math.min(3, expected.size()), filtered.limit(3).collectAsList().size(), c);
    }
  }

  @Test
  void everyType() {
    long seed = System.nanoTime();
    RandomRows.of(spark, 3000, seed)
        .write()
        .format("placed")
        .option("placement.row-group", "1500 rows")
        .save(path("t"));
    accepted(
        read(path("t")),
        "id, s",
        "bo",
        "not bo or bo is null",
        "by = 17 or by < -120",
        "sh in (1, 5, 9, 300)",
        "i > 50 and i < 60 or l <=> null",
        "f = float('NaN') or f = -0.0f",
        "d >= double('NaN') or d < -0.0",
        "not d > 1",
        "d not in (0.0d, double('NaN'), 2.5d)",
        "d9 between -1.5 and 1.55",
        "d38 > -0.0001",
        "s = 'ü€😀1' or s >= 'n3' and s < 'n31'",
        "s like 'n12%'",
        "s like '%€%' or s like '%t3'",
        "s not like '%1' and s not like '%\\0%'",
        "s not in ('', 'cat0', 'a', null)",
        "s in ('', 'cat0', 'a', null) or id < 3",
        "b < x'10' and b <> x''",
        "da > date'1975-01-01' and da <= date'1979-12-31'",
        "ts >= timestamp'1970-02-01 12:30:45.123456'",
        "tn < timestamp_ntz'2000-01-01 00:02:03'",
        "n is not null or id = 3",
        "n > 4",
        "st.b.c = 'cat2' and st.a > 4",
        "st.b is null and st is not null",
        "ar is null or m is not null");
  }

  @Test
  void conjunctsThatAreNotUnderstoodStay() {
    spark
        .range(1000)
        .selectExpr("id", "cast(id as string) s")
        .write()
        .format("placed")
        .save(path("t"));
    Dataset<Row> data = read(path("t")).where("id < 100 and reverse(s) like '%7_' and s > '5'");
    List<String> left = left(data);
    assertEquals(1, left.size(), "" + left);
    assertTrue(!left.get(0).contains("id") && !left.get(0).contains("> '5'"), "" + left);
    String plan = data.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("PushedFilters: [id is not null, "), plan);
    assertTrue(plan.contains("id < 100, s > '5'"), plan);
    assertEquals(0, data.where("id = 600").count());
    assertEquals(5, data.count());
  }

  /** Spark prints pushed filters, which fails for a null literal of this type. */
  @Test
  void aMissingBinaryInAListStaysWithSpark() {
    sql("select id, cast(cast(id as string) as binary) as b from range(20)")
        .write()
        .format("placed")
        .save(path("t"));
    for (String list : List.of("(X'37', null)", "(null, X'37', X'38', X'31')")) {
      Dataset<Row> data = read(path("t")).where("b in " + list + " and id < 8");
      assertEquals(1, left(data).size(), "" + left(data));
      assertEquals(list.length() > 15 ? 2 : 1, data.count());
      assertEquals(0, read(path("t")).where("not b in " + list).count());
    }
  }

  @Test
  void filtersBelowJoinsStayForPruningAtRunTime() {
    spark.range(100).selectExpr("id", "id % 4 as k").write().format("placed").save(path("t"));
    Dataset<Row> t = read(path("t"));
    Dataset<Row> joined = t.where("id < 10").join(t.where("k = 1").selectExpr("id as i"));
    String plan = joined.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("id < 10]") && plan.contains("k = 1]"), plan);
    assertEquals(2, left(joined).size(), plan);
    assertEquals(250, joined.count());
    assertEquals(List.of(), left(t.where("id < 10")));
  }

  @Test
  void limitsAreKnownToTheScan() {
    spark
        .range(0, 50_000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.row-group", "1024 rows")
        .save(path("t"));
    Dataset<Row> few = read(path("t")).where("id >= 30000").limit(7);
    String plan = few.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("Limit: 7"), plan);
    assertEquals(7, few.count());
    assertTrue(PlanMetrics.run(few).get("rowsDecoded") <= 1024);
    assertTrue(
        !read(path("t"))
            .where("id % 3 = 1 and reverse(cast(id as string)) > '2'")
            .limit(7)
            .queryExecution()
            .executedPlan()
            .toString()
            .contains("Limit: 7"));
  }

  @OneIn(2)
  @Test
  void columnsWiderThanInFiles() {
    sql("select cast(id % 100 as tinyint) as by, cast(id as smallint) as sh, cast(id as int) as i,"
            + " cast(id / 4 as float) as f, date_add(date'2024-01-01', cast(id as int)) as da,"
            + " cast(id / 100 as decimal(7, 2)) as dc, id as l,"
            + " named_struct('x', cast(id as int), 'y', 'a') as st from range(0, 1500)")
        .write()
        .format("placed")
        .save(path("t"));
    Dataset<Row> data =
        spark
            .read()
            .format("placed")
            .schema(
                "by double, sh float, i bigint, f double, da timestamp_ntz, dc decimal(38, 10),"
                    + " l decimal(30, 3), st struct<x: bigint, z: int, y: string>, more string")
            .load(path("t"));
    accepted(
        data,
        "l, more",
        "by = 17.5d or by >= 98.0d",
        "by = double('NaN') or by <= 3.0d",
        "sh < 10.5f and sh <> 3.0f",
        "i > 5000000000L or i = 7",
        "i in (1L, 9000000000L, 1499L)",
        "f = 0.1d or f = 0.25d",
        "da < timestamp_ntz'2024-01-01 00:00:01'",
        "da = timestamp_ntz'2024-02-01 12:00:00' or da >= timestamp_ntz'2028-01-01 00:00:00'",
        "da in (timestamp_ntz'2024-02-01 00:00:00', timestamp_ntz'2024-02-02 00:00:00')",
        "dc < 0.0500000001 or dc = 14.99",
        "l = 3.000 or l > 1498.999",
        "st.x = 7 and st.y = 'a'",
        "st.z is null and st.x < 3",
        "st.z = 1 or st.x < 3",
        "more is null and l < 5",
        "more = 'a' or l < 5",
        "not (more = 'a') or l < 5",
        "more <=> 'a' or more <=> null and l < 5");
  }

  @OneIn(2)
  @Test
  void columnsThatFilesLack() {
    sql("select id as a, id % 3 as p from range(0, 3000)")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path("t"));
    StructType schema = new StructType();
    String[][] defaults = {
      {"b", "string", "'d'"},
      {"c", "decimal(5,2)", "1.5"},
      {"e", "decimal(30,2)", "2.25"},
      {"f", "float", "cast(0.5 as float)"},
      {"g", "date", "date'2024-01-01'"},
      {"h", "boolean", "true"},
      {"i", "binary", "x'CAFE'"},
      {"k", "tinyint", "cast(7 as tinyint)"},
      {"m", "timestamp", "timestamp'2024-01-01 00:00:00 UTC'"}
    };
    schema = schema.add("a", "bigint").add("p", "bigint");
    for (String[] d : defaults) {
      var metadata =
          new org.apache.spark.sql.types.MetadataBuilder()
              .putString("EXISTS_DEFAULT", d[2])
              .build();
      schema = schema.add(d[0], DataType.fromDDL(d[1]), true, metadata);
    }
    Dataset<Row> data = spark.read().format("placed").schema(schema).load(path("t"));
    accepted(
        data,
        "a, b",
        "b = 'd' and a < 5",
        "b > 'd' or a < 5",
        "c = 1.50 and e = 2.25 and a in (1, 2)",
        "f = 0.5f and a < 4",
        "g >= date'2024-01-01' and not h is null and h and a < 4",
        "i = x'CAFE' and k < 8 and a < 4",
        "m = timestamp'2024-01-01 00:00:00 UTC' and a < 4",
        "p = 1 and a < 10",
        "p = 1 or a < 10",
        "p in (0, 2) and b = 'd' or a = 4",
        "not (p = 1 or a > 20)",
        "b = 'd'",
        "b <> 'd'",
        "p > 5 or b = 'x'");
  }

  @Test
  void namesInAnotherCase() {
    sql("select id as Abc, named_struct('Xy', id) as St from range(0, 100)")
        .write()
        .format("placed")
        .save(path("t"));
    accepted(
        spark.read().format("placed").schema("aBC bigint, sT struct<xY: bigint>").load(path("t")),
        "1",
        "abc < 5",
        "st.xy between 7 and 9 and ABC > 7");
  }
}
