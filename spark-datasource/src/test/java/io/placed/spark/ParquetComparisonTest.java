package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.OneIn;
import io.placed.datasets.SparkTables;
import io.placed.datasets.TpchRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries give the same rows as on Parquet: half of them and one placement by chance, or with
 * {@code -Plong} all.
 */
@OneIn(2)
class ParquetComparisonTest extends SparkTestCase {
  @BeforeAll
  static void compiled() {
    generateCode();
  }

  /** Placements by name; KEY is replaced by columns of the table. */
  private static final Map<String, String> PLACEMENTS = new LinkedHashMap<>();

  static {
    PLACEMENTS.put("default", "default; row-group=1500 rows");
    PLACEMENTS.put("sorted", "reorder=sort(KEY); row-group=1024 rows");
    PLACEMENTS.put("albis", "albis; row-group=1500 rows");
    PLACEMENTS.put("pax", "column-groups=all stride 1024; row-group=3000 rows");
  }

  private static final String CODEGEN = "spark.sql.codegen.wholeStage";

  @AfterEach
  void restore() {
    generateCode();
  }

  @Test
  void filtersOnEveryType() {
    long seed = System.nanoTime();
    String context = "seed " + seed;
    compare(
        context,
        RandomRows.of(spark, 4000, seed).repartition(2),
        "d nulls last, s desc",
        filters(
            "id, bo, f, d, d38, s, b, ts",
            "bo",
            "not bo or bo is null",
            "bo = (id % 2 = 0)",
            "by = 17 or by < -120",
            "by between -3 and 3",
            "sh in (1, 5, 9, 300)",
            "sh is null or sh >= 560",
            "i = -2147483648 or i = 2147483647",
            "i not in (1, 2, 3)",
            "i > 50.5 and i < 60",
            "l = -9223372036854775808",
            "l > id",
            "l is not null and not (l between 0 and 1000000)",
            "f = float('NaN')",
            "f < 0",
            "f = -0.0f",
            "f <> 0",
            "f > float('Infinity')",
            "f <= float('-Infinity')",
            "d = 0",
            "d < -0.0",
            "d >= double('NaN')",
            "not d > 1",
            "d in (0.0, double('NaN'), 2.5)",
            "d <=> double('NaN') or d <=> null",
            "d9 > 9999.99 or d9 < -9999.99",
            "d9 between -1.5 and 1.55",
            "d9 in (0.01, 17, -5000.5)",
            "d18 < 0",
            "d18 = (select max(d18) from T)",
            "d38 = (select min(d38) from T)",
            "d38 > -0.0001 and d38 is not null",
            "d38 between -1000000000000.5 and -1",
            "s = 'ü€😀1'",
            "s >= 'n3' and s < 'n31'",
            "s like 'n12%' or s like '%€%'",
            "s like 'cat_'",
            "s in ('', 'cat0', 'a')",
            "s is null and not bo",
            "s <> 'cat1'",
            "length(s) = 0",
            "b is null",
            "b = (select min(b) from T where length(b) > 3)",
            "b < x'10' and b <> x''",
            "da = date'0001-01-01'",
            "da > date'1975-01-01' and da <= date'1979-12-31'",
            "year(da) = 1972",
            "ts = timestamp'1970-01-01 00:00:00'",
            "ts >= timestamp'1970-02-01 12:30:45.123456'",
            "hour(ts) = 3 and ts < timestamp'1970-01-10 00:00:00'",
            "tn < timestamp_ntz'2000-01-01 00:02:03'",
            "tn > timestamp_ntz'2000-01-01 01:00:00.5' or tn is null",
            "n is not null or id = 3",
            "n > 4",
            "coalesce(n, i) = 7"));
  }

  @Test
  void nestedColumns() {
    long seed = System.nanoTime();
    Map<String, String> queries =
        filters(
            "id, st, ar, m",
            "st is null",
            "st.b is not null and st.a > 40",
            "st.b.c = 'cat2'",
            "st.b.c is null and st.b is not null",
            "st.b.d is null",
            "size(st.b.d) > 2",
            "exists(st.b.d, x -> x > 1)",
            "get(get(get(ar, 0), 0), 0) = 5",
            "size(ar) = 0",
            "ar is null or array_contains(transform(ar, x -> size(x)), 3)",
            "m['k2'] is not null",
            "m['k1'].x < 0",
            "m['k1'].y[3] = 'v1'",
            "map_contains_key(m, 'k3') and m['k3'].y is null",
            "size(m) = 0 or m is null");
    queries.put("pruned", "select st.a, st.b.d from T");
    queries.put("pruned in map", "select id, m['k1'].x, map_keys(m) from T");
    queries.put("exploded", "select id, k, v.x, v.y from T lateral view explode(m) as k, v");
    queries.put("exploded lists", "select id, e from T lateral view outer explode(ar) as e");
    queries.put("grouped", "select st.b.c, count(*), sum(size(st.b.d)) from T group by st.b.c");
    compare("seed " + seed, RandomRows.of(spark, 2500, seed).coalesce(1), "s, id", queries);
  }

  @Test
  void aggregatesAndJoins() {
    long seed = System.nanoTime();
    Map<String, String> queries = new LinkedHashMap<>();
    for (String q :
        List.of(
            "select count(*) from T",
            "select count(*) from T where i = 7",
            "select count(*), count(n), count(bo), count(distinct s), count(st) from T",
            "select min(bo), max(by), min(sh), max(i), min(l), max(f), min(d), max(d) from T",
            "select min(d9), max(d18), min(d38), max(s), min(b), max(da), min(ts), max(tn) from T",
            "select sum(d9), sum(d18), avg(by), sum(sh), sum(i), min(n) from T",
            "select s, bo, count(*), sum(d18), max(ts) from T group by s, bo",
            "select d, count(*) from T where isnan(d) or d = 0 group by d",
            "select year(da), min(d38), max(d38) from T group by year(da)",
            "select by, count(*) from T group by by having count(*) > 12",
            "select distinct s, sh % 3 from T where s > 'c'",
            "select id, s from T where d is not null order by d desc, id limit 20",
            "select id, row_number() over (partition by bo order by l, id) from T where id < 500",
            "select a.id, b.id from T a join T b on a.id = b.i where a.bo",
            "select a.id, b.s from T a left join T b on a.i = b.id and b.s like 'n%'",
            "select a.id from T a left anti join T b on a.id = b.i",
            "select id from T where s in (select s from T where d > 100)",
            "select a.id from T a, T b where a.id = b.l and b.da > date'1970-01-01'",
            "select bo, s, sum(i) from T group by rollup(bo, s)",
            "select id from T where bo union all select i from T where not bo",
            "select 1 from T where id < 5")) {
      queries.put(q, q);
    }
    compare("seed " + seed, RandomRows.of(spark, 3000, seed).coalesce(2), "bo, by desc", queries);
  }

  @Test
  void realTables() throws Exception {
    compare(
        "weather",
        RealTables.weather(spark, directory),
        "temp, hour desc",
        filters(
            "*",
            "temp > 90 or temp is null",
            "wind_gust is null and precip > 0.3",
            "origin = 'JFK' and month = 7 and humid < 30",
            "time_hour between timestamp'2013-03-01 00:00:00' and timestamp'2013-03-01 12:00:00'",
            "not (visib = 10 or pressure < 1010)"));
    compare(
        "birdstrikes",
        RealTables.birdStrikes(spark, directory),
        "`Origin State`, `Cost Total $` desc",
        filters(
            "*",
            "`Cost Total $` > 100000",
            "`Wildlife Species` like 'Canada%' and `Speed IAS in knots` > 200",
            "`Flight Date` >= date'2000-01-01' and `Flight Date` < date'2000-02-01'",
            "`Origin State` in ('Hawaii', 'Alaska')",
            "`Effect Amount of damage` <> 'None' and `Cost Repair` = 0"));
    Map<String, String> tpch =
        filters(
            "*",
            "l_orderkey = 4998",
            "l_shipdate = date'1995-06-17'",
            "l_comment like 'furiously%' and l_tax = 0.08");
    tpch.put(
        "Q1",
        "select l_returnflag, l_linestatus, sum(l_quantity),"
            + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_discount), count(*)"
            + " from T where l_shipdate <= date'1998-09-02' group by all");
    tpch.put(
        "Q6",
        "select sum(l_extendedprice * l_discount) from T where l_shipdate >= date'1994-01-01' and"
            + " l_shipdate < date'1995-01-01' and l_discount between 0.05 and 0.07"
            + " and l_quantity < 24");
    compare(
        "lineitem",
        SparkTables.of(spark, new TpchRows("lineitem", 0.002, TpchRows.DECIMAL), 2),
        "l_shipdate",
        tpch);
  }

  @Test
  void emptyTableAndOneRow() {
    Map<String, String> queries =
        filters("*", "id = 0", "d > 0 or d is null", "s is null", "st.b.c is not null", "n = 1");
    queries.put("all", "select * from T");
    queries.put("aggregate", "select count(*), count(i), sum(d9), min(s), max(m['k1'].x) from T");
    queries.put("grouped", "select s, count(*) from T group by s");
    Dataset<Row> one = RandomRows.of(spark, 1, 11);
    compare("one row", one, "s", queries);
    compare("empty", one.limit(0), "s", queries);
  }

  @Test
  void columnsOfNullsOnly() {
    String[] columns =
        Arrays.stream(RandomRows.SCHEMA.fields())
            .map(
                f ->
                    f.name().equals("id")
                        ? "id"
                        : "cast(null as " + f.dataType().sql() + ") as " + f.name())
            .toArray(String[]::new);
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("all", "select * from T");
    queries.put("counts", "select count(*), count(s), count(st), min(d), max(d38), sum(i) from T");
    for (var f : RandomRows.SCHEMA.fields()) {
      queries.put(f.name(), "select id from T where id < 4 and " + f.name() + " is null");
      queries.put(
          "not " + f.name(), "select id from T where id < 4 and " + f.name() + " is not null");
    }
    compare("nulls", spark.range(2500).coalesce(1).selectExpr(columns), "s, id desc", queries);
  }

  @Tag("long")
  @Test
  void twoThousandColumns() {
    String[] columns = new String[2000];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          switch (i % 5) {
            case 0 -> "id + " + i;
            case 1 -> "concat('v', id % 3, '-', " + i + ")";
            case 2 -> "if(id % 2 = 0, null, id / 3.0d)";
            case 3 -> "cast(null as decimal(20, 3))";
            default -> "named_struct('x', id % 7 = " + i % 7 + ", 'y', array(id, null))";
          };
      columns[i] += " as c" + i;
    }
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("all", "select * from T");
    queries.put("last", "select c1999, c1995 from T where c0 = 7 or c1996 = 'v1-1996'");
    queries.put("middle", "select c1004.y from T where c1004.x and c997 is not null");
    compare("columns", spark.range(20).coalesce(1).selectExpr(columns), "c1, c0 desc", queries);
  }

  @Test
  void stringsOfTenMegabytes() {
    Dataset<Row> source =
        spark
            .range(4)
            .coalesce(1)
            .selectExpr(
                "id",
                "repeat(cast(id as string), 10 * 1024 * 1024) as s",
                "if(id = 2, null, cast(repeat('ab', 5 * 1024 * 1024 + int(id)) as binary)) as b");
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("hashes", "select id, length(s), md5(s), length(b), md5(b) from T");
    queries.put("equal", "select id from T where s = repeat('1', 10 * 1024 * 1024)");
    queries.put("prefix", "select id from T where s like '3333%' or s > '22'");
    compare("strings", source, "s desc", queries);
  }

  @Test
  void partitions() {
    Dataset<Row> source =
        spark
            .range(2000)
            .selectExpr(
                "id",
                "element_at(array('a=b/c', 'd e%20', 'x:y*?[z]{w}', 'ü€', '1', '01', ' ', null,"
                    + " '__HIVE', '#\\'\"'), cast(id % 10 + 1 as int)) as p",
                "if(id % 3 = 0, null, date_add(date'2024-02-28', cast(id % 3 as int))) as q",
                "if(id % 4 = 0, null, cast(id % 4 - 2 as int)) as r",
                "concat('s', id % 50) as s");
    // Not *, because Parquet's reader moves the partition columns to the end.
    Map<String, String> queries =
        filters(
            "id, p, q, r, s",
            "p = 'a=b/c'",
            "p is null",
            "p in ('1', 'ü€') and id < 100",
            "p like 'x:%' or p > 'd'",
            "q = date'2024-02-29'",
            "q is null and r is not null",
            "r < 0 or r is null",
            "r + 1 = 2 and s = 's7'",
            "not (p = '1') and q > date'2024-02-29'");
    queries.put("all", "select id, p, q, r, s from T");
    queries.put("count", "select p, q, r, count(*) from T group by p, q, r");
    queries.put("values", "select distinct p from T");
    queries.put("join", "select count(*) from T a join T b on a.p = b.p and b.id = 4");
    compare("partitions", source.repartition(2), "s, id desc", queries, "p", "q", "r");
  }

  /** Parquet's directories cannot distinguish an empty string from null. */
  @Test
  void partitionOfTheEmptyString() {
    Dataset<Row> source = sql("select * from values (1, ''), (2, null), (3, 'a') as t(id, p)");
    source.write().format("placed").partitionBy("p").save(path("t"));
    for (String filter : List.of("true", "p = ''", "p is null", "p < 'b'")) {
      assertEquals(rows(source.where(filter)), rows(read(path("t")).where(filter)), filter);
    }
  }

  /** Null and the empty string have one directory and are two partitions. */
  @ParameterizedTest
  @ValueSource(strings = {"''", "cast(null as string)"})
  void partitionsOfTheEmptyStringAndOfNullAreReplacedAlone(String p) {
    String t = table();
    sql("create table " + t + " (id int, p string) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, ''), (2, null), (3, 'a')");
    String kept = p.equals("''") ? "(2, null), (3, 'a')" : "(1, ''), (3, 'a')";
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      sql("insert overwrite " + t + " values (4, " + p + ")");
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    String all = "select * from values " + kept + ", (4, " + p + ")";
    assertEquals(rows(sql(all)), rows(spark.table(t)));
    assertEquals(3, sql("show partitions " + t).count());
    sql("alter table " + t + " drop partition (p = " + (p.equals("''") ? p : "null") + ")");
    assertEquals(rows(sql("select * from values " + kept)), rows(spark.table(t)));
    // Added without rows they are two, too.
    sql("alter table " + t + " drop if exists partition (p = '')");
    sql("alter table " + t + " add partition (p = '')");
    sql("alter table " + t + " add if not exists partition (p = null)");
    assertEquals(3, sql("show partitions " + t).count());
    sql("alter table " + t + " drop partition (p = '')");
    assertEquals(2, sql("show partitions " + t).count());
    assertThrows(Exception.class, () -> sql("alter table " + t + " drop partition (p = '')"));
    sql("drop table " + t);
  }

  private static Map<String, String> filters(String columns, String... conditions) {
    Map<String, String> out = new LinkedHashMap<>();
    for (String c : conditions) {
      out.put(c, "select " + columns + " from T where " + c);
    }
    return out;
  }

  /**
   * @param keys sort columns for placements that sort
   * @param queries by name, with T for the table
   */
  private void compare(
      String context,
      Dataset<Row> source,
      String keys,
      Map<String, String> queries,
      String... partitions) {
    String name = context.replaceAll("\\W.*", "");
    source.write().partitionBy(partitions).parquet(path(name + "-parquet"));
    // With an explicit schema, because Parquet's reader infers the types of partition columns.
    view(spark.read().schema(source.schema()).parquet(path(name + "-parquet")), "parquet_t");
    spark.conf().set(CODEGEN, false);
    List<String> chosen = some(List.copyOf(queries.keySet()), (queries.size() - 1) / 2);
    Map<String, List<String>> expected = new LinkedHashMap<>();
    chosen.forEach(query -> expected.put(query, rows(on("parquet_t", queries.get(query)))));
    oneOf(List.copyOf(PLACEMENTS.keySet()))
        .forEach(
            placement -> {
              String text = PLACEMENTS.get(placement);
              // Half of the reads use Spark's generated code, the others its interpreter.
              spark.conf().set(CODEGEN, placement.equals("default") || placement.equals("albis"));
              source
                  .write()
                  .format("placed")
                  .option("placement", text.replace("KEY", keys))
                  .partitionBy(partitions)
                  .save(path(name + "-" + placement));
              view(read(path(name + "-" + placement)), "placed_t");
              chosen.forEach(
                  query ->
                      assertEquals(
                          expected.get(query),
                          rows(on("placed_t", queries.get(query))),
                          context + ", " + placement + ", " + query));
            });
  }

  private static void view(Dataset<Row> data, String name) {
    data.createOrReplaceTempView(name);
  }

  private static Dataset<Row> on(String table, String query) {
    return sql(query.replaceAll("\\bT\\b", table));
  }
}
