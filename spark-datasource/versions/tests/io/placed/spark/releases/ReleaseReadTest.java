package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading what was written: every type, filters, aggregates, limits, samples, names of paths. */
class ReleaseReadTest extends ReleaseTestCase {
  private static final String[] COLUMNS = {
    "id",
    "if(id % 7 = 0, null, id % 3 = 0) as bo",
    "cast(id % 100 - 50 as tinyint) as by",
    "if(id % 11 = 0, null, cast(id * 3 % 2000 as smallint)) as sh",
    "cast(id * 7 % 1000 as int) as i",
    "if(id % 5 = 0, float('NaN'), cast(id / 3 as float)) as f",
    "if(id % 9 = 0, null, id / 7d) as d",
    "cast(id * 1.25 as decimal(9,2)) as d9",
    "cast(id * id as decimal(30,4)) as d38",
    "if(id % 13 = 0, null, concat('n', id % 40, 'ü€')) as s",
    "cast(concat('b', id % 20) as binary) as b",
    "date_add(date'1970-01-01', cast(id * 3 as int)) as da",
    "timestamp_micros(id * 3600123456) as ts",
    "cast(timestamp_micros(id * 7200123456) as timestamp_ntz) as tn",
    "if(id % 6 = 0, null, named_struct('a', cast(id as int), 'c', concat('x', id % 4))) as st",
    "if(id % 8 = 0, null, array(cast(id as int), null, 3)) as ar",
    "map(concat('k', id % 3), id) as m",
    "cast(id % 4 as int) as p"
  };

  private static final String[] CONDITIONS = {
    "bo",
    "not bo or bo is null",
    "by = 17 or by < -40",
    "sh in (1, 5, 9, 300)",
    "i > 50 and i < 60",
    "f = float('NaN')",
    "not d > 100",
    "d9 between 100.5 and 400.55",
    "d38 > 500000.0001",
    "s = 'n3ü€' or s >= 'n38'",
    "s like 'n12%'",
    "s like '%ü€' and s like '%n1%'",
    "s not in ('n1ü€', null) or id < 3",
    "b < cast('b15' as binary)",
    "da > date'1975-01-01' and da <= date'1979-12-31'",
    "ts >= timestamp'1970-02-01 12:30:45.123456'",
    "tn < timestamp_ntz'1970-03-01 00:02:03'",
    "st.c = 'x2' and st.a > 4",
    "ar is null or m is not null",
    "p = 1 and id % 2 = 0",
    "year(da) = 1972 or s is null"
  };

  private static final String[] AGGREGATES = {
    "count(*), count(s), min(da), max(ts)",
    "sum(by), sum(sh), sum(i), sum(d9), sum(id)",
    "avg(id), avg(d9), min(s), max(s)",
    "sum(d9 * (1 - d9)), sum(sh + 1)",
    "min(d38), max(d38), min(b), max(tn), min(bo)",
    "round(sum(d), 6), max(d)"
  };

  private static final String[] TAILS = {
    "", " where sh > 100", " group by p", " group by bo, i % 3"
  };

  private static final int ROWS = 1200;

  @TempDir private static Path shared;

  private static Dataset<Row> stored;
  private static Dataset<Row> parquet;

  /** Written once: no test changes it. */
  @BeforeAll
  static void write() {
    Dataset<Row> data = spark.range(0, ROWS, 1, 2).selectExpr(COLUMNS);
    data.coalesce(1).write().parquet(shared.resolve("parquet").toString());
    data.write()
        .format("placed")
        .option("placement.row-group", "200 rows")
        .partitionBy("p")
        .save(placed());
    parquet = spark.read().parquet(shared.resolve("parquet").toString());
    parquet.createOrReplaceTempView("parquet_rows");
    stored = spark.read().format("placed").load(placed());
    stored.createOrReplaceTempView("stored_rows");
  }

  private static String placed() {
    return shared.resolve("placed").toString();
  }

  @Test
  void everyTypeAndFilter() {
    String[] names = parquet.columns();
    assertEquals(rows(parquet), rows(stored.selectExpr(names)));
    for (String c : CONDITIONS) {
      Dataset<Row> found = stored.where(c).selectExpr("id", "s", "p");
      assertEquals(rows(parquet.where(c).selectExpr("id", "s", "p")), rows(found), c);
      // Arithmetic is passed on in ANSI mode only, which is not the default of 3.5.
      boolean accepted = since("4.0") || !c.contains("id % 2");
      assertEquals(!accepted, plan(found).contains("Filter ("), () -> c + plan(found));
    }
  }

  @Test
  void aggregates() {
    for (int i = 0; i < 2 * AGGREGATES.length; i++) {
      String a = AGGREGATES[i % AGGREGATES.length];
      String tail = TAILS[(i + i / AGGREGATES.length) % TAILS.length];
      String query = "select " + a + " from T" + tail;
      Dataset<Row> found = sql(query.replace(" T", " stored_rows"));
      assertEquals(rows(query.replace(" T", " parquet_rows")), rows(found), query);
      // Without ANSI mode, the default of 3.5, Spark does not pass on arithmetic.
      if (since("4.0") || !a.contains("(d9 *") && !tail.contains("%")) {
        boolean pushed =
            plan(found).contains("Aggregates: [") || plan(found).contains("LocalTableScan");
        assertTrue(pushed, () -> query + plan(found));
      }
    }
  }

  @Test
  void firstRowsAndSamples() {
    assertEquals(
        rows("select id, d from parquet_rows order by d desc nulls last, id limit 5"),
        rows("select id, d from stored_rows order by d desc nulls last, id limit 5"));
    assertEquals(10, sql("select * from stored_rows limit 10").collectAsList().size());
    assertEquals(3, sql("select * from stored_rows limit 3 offset 2").collectAsList().size());
    long some = sql("select * from stored_rows tablesample (20 percent) repeatable (3)").count();
    assertTrue(some > ROWS / 10 && some < ROWS / 3, "" + some);
  }

  @Test
  void pathsAsTables() {
    String t = "placed.`" + placed() + "`";
    assertEquals(
        rows("select id, s from parquet_rows where i < 30"),
        rows("select id, s from " + t + " where i < 30"));
  }

  @Test
  void saveModes() {
    Dataset<Row> two = spark.range(2).selectExpr("id", "id as p");
    two.write().format("placed").save(path("t"));
    Exception e = assertThrows(Exception.class, () -> two.write().format("placed").save(path("t")));
    assertTrue(message(e).contains("already exists"), message(e));
    for (SaveMode mode : new SaveMode[] {SaveMode.Ignore, SaveMode.Append, SaveMode.Append}) {
      two.write().format("placed").mode(mode).save(path("t"));
    }
    assertEquals(6, spark.read().format("placed").load(path("t")).count());
    two.write().format("placed").mode(SaveMode.Overwrite).save(path("t"));
    assertEquals(2, spark.read().format("placed").load(path("t")).count());
  }

  @Test
  void columnsWithTheOriginOfRows() {
    assertEquals(
        ROWS,
        sql("select distinct _metadata.file_path, _metadata.row_index from placed.`"
                + placed()
                + "`")
            .count());
    assertEquals(0, stored.selectExpr("input_file_name() as f").where("f = ''").count());
  }

  /** A default of the session that chooses files chooses among those of the snapshot. */
  @Test
  void aDataFrameKeepsItsSnapshot() {
    assumeFalse(since("4.1"), "each action reads the newest snapshot (SPARK-54157)");
    String t = "placed.`" + path("kept") + "`";
    sql("create table " + t + " using placed as select 1 as a");
    spark.conf().set("spark.datasource.placed.pathGlobFilter", "*.placed");
    try {
      Dataset<Row> data = spark.table(t);
      assertEquals(1, data.count());
      sql("alter table " + t + " rename column a to b");
      sql("insert into " + t + " values (2)");
      assertEquals(List.of("{\"a\":1}"), rows(data));
    } finally {
      spark.conf().unset("spark.datasource.placed.pathGlobFilter");
    }
  }
}
