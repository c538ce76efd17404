package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.Test;

class SqlTest extends SparkTestCase {
  @Test
  void createInsertOverwriteDrop() {
    String t = table();
    sql(
        "create table "
            + t
            + " (a int, b string, p int) using placed partitioned by (p)"
            + " tblproperties ('placement.row-group' = '1024 rows') comment 'c'");
    assertEquals(List.of(), rows(sql("select * from " + t)));
    assertEquals(List.of("(0)"), rows(sql("select count(*) from " + t)));
    sql("insert into " + t + " values (1, 'a', 1), (2, 'b', 2), (3, null, null)");
    sql("insert into " + t + (since("4.1") ? " (p, a) values (1, 4)" : " values (4, null, 1)"));
    assertEquals(
        List.of("(1, a, 1)", "(2, b, 2)", "(3, null, null)", "(4, null, 1)"),
        rows(sql("select * from " + t)));
    sql("insert overwrite " + t + " partition (p = 1) select 9, 'z'");
    assertEquals(
        List.of("(2, b, 2)", "(3, null, null)", "(9, z, 1)"), rows(sql("select * from " + t)));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      sql("insert overwrite " + t + " values (5, 'd', 2)");
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    assertEquals(
        List.of("(3, null, null)", "(5, d, 2)", "(9, z, 1)"), rows(sql("select * from " + t)));
    sql("delete from " + t + " where p = 2");
    sql("delete from " + t + " where p is null");
    assertEquals(List.of("(9, z, 1)"), rows(sql("select * from " + t)));
    sql("delete from " + t + " where a = 8");
    assertEquals(List.of("(9, z, 1)"), rows(sql("select * from " + t)));
    sql("insert into " + t + " replace where p = 1 values (10, 'r', 1)");
    assertEquals(List.of("(10, r, 1)"), rows(sql("select * from " + t)));
    sql("truncate table " + t);
    assertEquals(List.of(), rows(sql("select * from " + t)));
    assertTrue(rows(sql("describe extended " + t)).toString().contains("placed"));
    assertTrue(sql("show create table " + t).first().getString(0).contains("USING placed"));
    sql("drop table " + t);
    assertThrows(AnalysisException.class, () -> sql("select * from " + t));
  }

  @Test
  void staticOverwriteReplacesAll() {
    String t = table();
    sql(
        "create table "
            + t
            + " using placed partitioned by (p) as select id, id % 2 p from range(6)");
    sql("insert overwrite " + t + " values (7, 1)");
    assertEquals(List.of("(7, 1)"), rows(sql("select * from " + t)));
    sql("drop table " + t);
  }

  @Test
  void createAsSelectAndDataFrameTables() {
    String t = table();
    sql(
        "create table "
            + t
            + " using placed options ('compression' = 'none') as select 1 a, 'x' b");
    spark.table(t).write().mode("append").insertInto(t);
    assertEquals(List.of("(1, x)", "(1, x)"), rows(spark.table(t)));
    sql("select 2 a, 'y' b").write().format("placed").mode("overwrite").saveAsTable(t);
    assertEquals(List.of("(2, y)"), rows(spark.table(t)));
    sql("select 3 a, 'z' b").write().format("placed").mode("append").saveAsTable(t);
    assertEquals(List.of("(2, y)", "(3, z)"), rows(spark.table(t)));
    assertThrows(
        AnalysisException.class, () -> sql("select 3 a").write().format("placed").saveAsTable(t));
    String p = table();
    sql("select 1 a, 2 p").write().format("placed").partitionBy("p").saveAsTable(p);
    assertEquals(List.of("(1, 2)"), rows(sql("select a, p from " + p + " where p = 2")));
    sql("drop table " + p);
    sql("drop table " + t);
  }

  @Test
  void locationIsInferred() {
    String path = path("t");
    sql("select id, id % 2 as p from range(10)")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path);
    String t = table();
    sql("create table " + t + " using placed location '" + path + "'");
    assertEquals(5, sql("select * from " + t + " where p = 1").count());
    sql("insert into " + t + " values (100, 1)");
    assertEquals(11, read(path).count());
    sql("drop table " + t);
    assertEquals(11, read(path).count());
  }

  @Test
  void pathsInQueries() {
    String path = path("t");
    spark.range(5).write().format("placed").save(path);
    assertEquals(List.of("(5)"), rows(sql("select count(*) from placed.`" + path + "`")));
    assertEquals(
        List.of("(10)"),
        rows(
            sql(
                "with c as (select * from placed.`"
                    + path
                    + "`) select sum(id) from c where id in"
                    + " (select id from PLACED.`"
                    + path
                    + "`)")));
    AnalysisException e =
        assertThrows(
            AnalysisException.class, () -> sql("select * from placed.`" + path + "/none`"));
    assertEquals("PATH_NOT_FOUND", condition(e));
    // In Spark 3.5 placed alone is the catalog of paths.
    String database = since("4.0") ? "placed" : "spark_catalog.placed";
    sql("create database " + database);
    try {
      sql("create table " + database + ".t using placed as select 42 as x");
      assertEquals(List.of("(42)"), rows(sql("select * from " + database + ".t")));
    } finally {
      sql("drop database " + database + " cascade");
    }
  }

  @Test
  void addedColumnsHaveTheirDefaults() {
    String t = table();
    sql("create table " + t + " (a int) using placed");
    sql("insert into " + t + " values (1), (2)");
    sql("alter table " + t + " add columns (b string, c bigint)");
    sql("insert into " + t + " values (3, 'x', 4)");
    assertEquals(List.of("(1, null, null)", "(2, null, null)", "(3, x, 4)"), rows(spark.table(t)));
    assertEquals(2, sql("select * from " + t + " where b is null").count());
    assertEquals(1, sql("select * from " + t + " where c = 4").count());
    sql("alter table " + t + " alter column a type bigint");
    sql("insert into " + t + " values (5000000000, 'y', 5)");
    assertEquals(1, sql("select * from " + t + " where a > 4000000000").count());
    assertEquals(2, sql("select * from " + t + " where a < 3").count());
    sql("drop table " + t);
  }

  @Test
  void existenceDefaults() {
    String path = path("t");
    sql("select 1 as a").write().format("placed").save(path);
    String json =
        "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"integer\",\"nullable\":true,"
            + "\"metadata\":{}},{\"name\":\"b\",\"type\":\"string\",\"nullable\":true,\"metadata\":"
            + "{\"EXISTS_DEFAULT\":\"'d'\"}},{\"name\":\"c\",\"type\":{\"type\":\"array\","
            + "\"elementType\":\"integer\",\"containsNull\":true},\"nullable\":true,\"metadata\":"
            + "{\"EXISTS_DEFAULT\":\"array(1,2)\"}}]}";
    var schema =
        (org.apache.spark.sql.types.StructType) org.apache.spark.sql.types.DataType.fromJson(json);
    var data = spark.read().format("placed").schema(schema).load(path);
    assertEquals(List.of("(1, d, [1, 2])"), rows(data));
    assertEquals(List.of("(1)"), rows(data.where("b = 'd'").select("a")));
    assertEquals(List.of("(d)"), rows(data.select("b")));
  }

  @Test
  void charAndVarchar() {
    String t = table();
    sql("create table " + t + " (c char(5), v varchar(3)) using placed");
    sql("insert into " + t + " values ('ab', 'xyz')");
    assertEquals(List.of("(ab   , xyz)"), rows(spark.table(t)));
    assertEquals(1, sql("select * from " + t + " where c = 'ab'").count());
    assertThrows(Exception.class, () -> sql("insert into " + t + " values ('abcdef', 'x')"));
    sql("drop table " + t);
  }

  @Test
  void cachedTablesAreRefreshed() {
    String t = table();
    sql("create table " + t + " using placed as select 1 a");
    sql("cache table " + t);
    sql("insert into " + t + " values (2)");
    assertEquals(List.of("(1)", "(2)"), rows(spark.table(t)));
    sql("uncache table " + t);
    sql("drop table " + t);
  }

  @Test
  void wrongTableProperties() {
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "create table "
                        + table()
                        + " (a int) using placed"
                        + " tblproperties ('placement.reordr' = 'none')"));
    assertTrue(message(e).contains("placement.reordr"), message(e));
    String t = table();
    sql("create table " + t + " (a int) using placed tblproperties ('owner.team' = 'x')");
    sql("drop table " + t);
    Exception transform =
        assertThrows(
            Exception.class,
            () ->
                sql("create table " + table() + " (a int) using placed partitioned by (days(a))"));
    assertTrue(message(transform).contains("allowed are date and timestamps"));
  }
}
