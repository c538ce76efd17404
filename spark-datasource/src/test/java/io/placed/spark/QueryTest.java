package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same results as on Parquet, with every placement. */
class QueryTest extends SparkTestCase {
  @BeforeAll
  static void compiled() {
    generateCode();
  }

  private static final List<String> FILTERS =
      List.of(
          "bo",
          "not bo",
          "by > 100",
          "sh between 20 and 40",
          "i = 7",
          "i in (1, 2, 3, 2147483647)",
          "i <> 5 and i is not null",
          "l < 0 or l = 9223372036854775807",
          "f = 0",
          "f > 0.5",
          "isnan(f)",
          "d >= 1.0",
          "d = double('NaN')",
          "d < 0 or d is null",
          "d9 = 1234.56 or d9 < -9000",
          "d18 > 0.5",
          "d38 < -1",
          "s = 'cat3'",
          "s like 'cat%'",
          "s > 'n500' and s <> 'cat1'",
          "s in ('', 'n17', 'nowhere')",
          "s <=> null",
          "b = x'00'",
          "b > x'80'",
          "da = date'1970-02-01'",
          "da >= date'2000-01-01' or da < date'1000-01-01'",
          "ts < timestamp'1970-01-03 00:00:00'",
          "tn between timestamp_ntz'2000-01-01 00:10:00' and timestamp_ntz'2000-01-01 00:20:00'",
          "n is null",
          "n = 1",
          "st.a = 17",
          "st.b.c like 'n1%'",
          "st is null or st.b is null",
          "size(ar) = 2 and get(ar, 0) is not null",
          "m['k1'].x > 0",
          "not (i > 10 or s is null)",
          "id % 100 = 3 and d > -1",
          "id < 10",
          "id = 2499",
          "id > 100000");

  private static List<String> placements() {
    return some(
        List.of(
            "",
            "reorder=sort(s, id desc)",
            "row-group=1024 rows",
            "column-groups=all stride 1",
            "column-groups=(id,s,d),(st,i) stride 1024; row-group=2048 rows",
            "parquet",
            "orc",
            "albis",
            "rcfile"),
        1);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void filtersAnswerAsParquetDoes(String placement) {
    long seed = System.nanoTime();
    String context = "seed " + seed + " placement " + placement;
    Dataset<Row> source = RandomRows.of(spark, 2500, seed).coalesce(2).cache();
    source.write().parquet(path("parquet"));
    var writer = source.write().format("placed");
    if (!placement.isEmpty()) {
      writer.option("placement", placement);
    }
    writer.save(path("placed"));
    Dataset<Row> expected = spark.read().parquet(path("parquet"));
    Dataset<Row> found = read(path("placed"));
    assertEquals(expected.schema(), found.schema());
    assertEquals(rows(source), rows(found), context);
    boolean all = placement.isEmpty() || placement.startsWith("column-groups=(");
    List<String> some =
        FILTERS.stream().filter(f -> f.startsWith("s ") || f.contains("id")).toList();
    for (String filter : all ? FILTERS : some) {
      assertEquals(
          rows(expected.where(filter).select("id", "s", "st", "d38", "m")),
          rows(found.where(filter).select("id", "s", "st", "d38", "m")),
          context + " filter " + filter);
    }
    for (String query :
        List.of(
            "select s, count(*), sum(d18), min(da), max(ts), avg(l % 1000) from T group by s",
            "select st.b.d, st.a from T where st.a > 10",
            "select m, get(get(ar, 0), 0) from T",
            "select count(*), count(n), count(distinct by) from T",
            "select a.id from T a join T b on a.id = b.i where b.bo")) {
      expected.createOrReplaceTempView("expected");
      found.createOrReplaceTempView("found");
      assertEquals(
          rows(sql(query.replace("T", "expected"))),
          rows(sql(query.replace("T", "found"))),
          context + " query " + query);
    }
    source.unpersist();
  }

  @Test
  void emptyAndOneRow() {
    Dataset<Row> source = RandomRows.of(spark, 1, 5);
    source.write().format("placed").save(path("one"));
    assertEquals(rows(source), rows(read(path("one"))));
    source.limit(0).write().format("placed").save(path("empty"));
    assertEquals(List.of(), rows(read(path("empty"))));
    assertEquals(source.schema(), read(path("empty")).schema());
    assertEquals(0, read(path("empty")).where("i = 1").count());
    spark.emptyDataFrame().write().format("placed").mode("overwrite").save(path("nothing"));
    assertEquals(0, read(path("nothing")).count());
  }

  @Test
  void manyColumns() {
    String[] columns = new String[few(600, 2000)];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          switch (i % 4) {
            case 0 -> "id + " + i + " as c" + i;
            case 1 -> "cast(id as string) as c" + i;
            case 2 -> "if(id % 2 = 0, null, id / 3.0d) as c" + i;
            default -> "cast(null as int) as c" + i;
          };
    }
    Dataset<Row> source = spark.range(50).coalesce(1).selectExpr(columns);
    source.write().format("placed").save(path("t"));
    assertEquals(rows(source), rows(read(path("t"))));
    String last = "c" + (columns.length - 4);
    assertEquals(
        rows(source.select(last, "c1").where("c0 = 7")),
        rows(read(path("t")).where("c0 = 7").select(last, "c1")));
  }

  @Test
  void largeStrings() {
    Dataset<Row> source =
        spark
            .range(4)
            .coalesce(1)
            .selectExpr("id", "repeat(cast(id as string), 10 * 1024 * 1024) as s");
    source.write().format("placed").save(path("t"));
    assertEquals(
        rows(source.selectExpr("id", "length(s)", "md5(s)")),
        rows(read(path("t")).selectExpr("id", "length(s)", "md5(s)")));
  }

  @Test
  void namesWithSpecialCharacters() {
    Dataset<Row> source =
        sql("select 1 as `a.b`, named_struct('x y', 2, 'z.z', 3) as `c ``d`, 4 as `p=q`");
    source.write().format("placed").partitionBy("`p=q`").save(path("with space=1, {x}"));
    String quoted = path("with space=1, {x}").replace("{", "\\{").replace("}", "\\}");
    Dataset<Row> found = read(quoted);
    assertEquals(rows(source), rows(found.select("`a.b`", "`c ``d`", "`p=q`")));
    source.write().format("placed").mode("append").save(path("with space=1, {x}"));
    found = read(quoted);
    assertEquals(2, found.where("`a.b` = 1 and `c ``d`.`z.z` = 3 and `p=q` = 4").count());
  }

  @Test
  void caseOfNames() {
    sql("select 1 as Id, named_struct('Ab', 2) as St").write().format("placed").save(path("t"));
    assertEquals(List.of("(1, 2)"), rows(read(path("t")).where("ID = 1").select("iD", "sT.aB")));
    spark.conf().set("spark.sql.caseSensitive", "true");
    try {
      Dataset<Row> both = sql("select 1 as a, 2 as A");
      both.write().format("placed").save(path("both"));
      assertEquals(List.of("(2, 1)"), rows(read(path("both")).select("A", "a")));
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
    org.junit.jupiter.api.Assertions.assertThrows(
        Exception.class,
        () -> sql("select 1 as a, 2 as A").write().format("placed").save(path("x")));
  }
}
