package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * CREATE OR REPLACE TABLE … AS SELECT in the session's catalog of a table that the query reads. The
 * catalog drops a table before the query runs, and the files of a managed one with it.
 */
class TableFromItselfTest extends SparkTestCase {
  private static void replace(String table, Dataset<Row> rows) {
    rows.write().format("placed").mode("overwrite").saveAsTable(table);
  }

  /** A managed table of the numbers 0 … 9. */
  private static String managed() {
    String table = table();
    spark.range(10).write().format("placed").saveAsTable(table);
    return table;
  }

  private String external() {
    String table = table();
    spark.range(10).write().format("placed").option("path", path(table)).saveAsTable(table);
    return table;
  }

  private static String location(String table) {
    String name = table.toLowerCase(Locale.ROOT);
    return Path.of(URI.create(spark.conf().get("spark.sql.warehouse.dir")))
        .resolve(name.substring(name.indexOf('.') + 1))
        .toString();
  }

  private static void assertRefused(String table, Runnable replacement) {
    String location = location(table);
    Exception e = assertThrows(AnalysisException.class, replacement::run);
    assertTrue(
        e.getMessage().contains(location) && e.getMessage().contains("INSERT OVERWRITE"),
        e.getMessage());
    assertEquals(10, sql("select * from " + table).count(), e.getMessage());
  }

  @Test
  void aManagedTableIsKept() {
    String t = managed();
    assertRefused(t, () -> replace(t, spark.table(t).where("id > 3")));
    assertRefused(t, () -> replace(t.toUpperCase(Locale.ROOT), spark.table(t).where("id > 3")));
    assertRefused(t, () -> replace("default." + t, spark.table(t)));
    assertRefused(t, () -> replace(t, read(location(t))));
    assertRefused(t, () -> replace(t, read("file:" + location(t) + "/")));
    spark.range(3).write().format("placed").save(path("other"));
    Dataset<Row> several = spark.read().format("placed").load(path("other"), location(t));
    assertRefused(t, () -> replace(t, several));
    Dataset<Row> kept = spark.table(t).where("id > 3").cache();
    assertEquals(6, kept.count());
    assertRefused(t, () -> replace(t, kept));
    kept.unpersist();
  }

  @Test
  void whereverTheQueryReadsTheTable() {
    String t = managed();
    String other = external();
    sql("insert into " + t + " select 10");
    sql("delete from " + t + " where id = 10");
    sql("create view v" + t + " as select * from " + t + " where id > 3");
    spark.table(t).createOrReplaceTempView("temporary" + t);
    List<String> queries =
        List.of(
            "select * from " + t + " where id > 3",
            "select * from v" + t,
            "select * from temporary" + t,
            "with c as (select * from " + t + ") select * from c union all select * from c",
            "select * from " + other + " where id in (select id from " + t + ")",
            "select (select max(id) from " + t + ") as id",
            "select o.id from " + other + " o join " + t + " n on o.id = n.id",
            "select * from " + t + " version as of 1",
            "select * from placed.`" + location(t) + "` where id > 3",
            "select * from default." + t + ".files",
            since("4.2")
                ? "select * from " + t + " changes from version 1 to version 2"
                : "select * from " + t);
    for (String query : queries) {
      assertRefused(t, () -> sql("create or replace table " + t + " using placed as " + query));
      assertRefused(t, () -> sql("replace table " + t + " using placed as " + query));
    }
    assertRefused(t, () -> replace(t, spark.sql(queries.get(3))));
    assertThrows(
        AnalysisException.class, () -> spark.table(t).writeTo(t).using("placed").createOrReplace());
    assertEquals(10, spark.table(t).count());
    sql("drop view v" + t);
  }

  /** Spark itself refuses only what it writes itself. */
  @Test
  void aTableOfAnotherFormat() {
    String t = table();
    sql("create table " + t + " using parquet as select * from range(10)");
    String location = location(t);
    for (String from : List.of(t, "parquet.`" + location + "`")) {
      Exception e =
          assertThrows(
              Exception.class,
              () -> sql("create or replace table " + t + " using placed as select * from " + from));
      assertTrue(e.getMessage().contains(t) || e.getMessage().contains(location), e.getMessage());
      assertEquals(10, spark.table(t).count());
    }
  }

  @Test
  void whatIsElsewhereMayBeRead() throws Exception {
    String t = managed();
    String other = managed();
    replace(t, spark.table(other).where("id > 3"));
    assertEquals(6, spark.table(t).count());
    // A name that begins like the table's.
    spark.range(3).write().format("placed").saveAsTable(t + "_");
    replace(t, spark.table(t + "_"));
    assertEquals(3, spark.table(t).count());
    // INSERT OVERWRITE, and a path, are one commit.
    sql("insert overwrite " + t + " select * from " + t + " where id > 0");
    assertEquals(2, spark.table(t).count());
    String path = "placed.`" + path("at") + "`";
    sql("create table " + path + " as select * from range(10)");
    sql("create or replace table " + path + " as select * from " + path + " where id > 3");
    assertEquals(6, spark.table(path).count());
  }

  /** The catalog drops its definition only. */
  @Test
  void anExternalTable() {
    String same = external();
    spark
        .table(same)
        .where("id > 3")
        .write()
        .format("placed")
        .mode("overwrite")
        .option("path", path(same))
        .saveAsTable(same);
    assertEquals(rows(spark.range(4, 10).toDF()), rows(spark.table(same)));
    assertEquals(6, read(path(same)).count());

    String moved = external();
    replace(moved, spark.table(moved).where("id > 3"));
    assertEquals(rows(spark.range(4, 10).toDF()), rows(spark.table(moved)));
    assertEquals(10, read(path(moved)).count());

    String inSql = external();
    sql(
        "create or replace table "
            + inSql
            + " using placed location '"
            + path(inSql)
            + "' as select * from "
            + inSql
            + " where id in (select id from "
            + inSql
            + " version as of 1 where id > 3)");
    assertEquals(6, spark.table(inSql).count());
  }
}
