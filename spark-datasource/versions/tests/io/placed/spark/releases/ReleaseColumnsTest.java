package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the session's catalog says about columns, and the files do not: defaults and NOT NULL. */
class ReleaseColumnsTest extends ReleaseTestCase {
  @Test
  void fieldsOfDefaults() {
    String t = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    try {
      sql("create table " + t + " (id int) using placed");
      sql("insert into " + t + " values (1), (2)");
      String struct = "named_struct('a', 7, 'b', 8)";
      sql("alter table " + t + " add column s struct<a: int, b: int> default " + struct);
      sql(
          "alter table "
              + t
              + " add column r array<struct<a: int, b: int>> default array("
              + struct
              + ")");
      List<String> rows = List.of("{\"a\":7,\"b\":[8]}", "{\"a\":7,\"b\":[8]}");
      assertEquals(rows, rows("select s.a, r.b from " + t));
      assertEquals(2, sql("select id from " + t + " where s.b = 8 and r[0].a = 7").count());
      sql("update " + t + " set id = 3 where s.b = 8 and id = 2");
      assertEquals(List.of("{\"id\":1}", "{\"id\":3}"), rows("select id from " + t));
      sql("delete from " + t + " where s.a = 7");
      assertEquals(0, spark.table(t).count());
    } finally {
      spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
      sql("drop table if exists " + t);
    }
  }

  @Test
  void nullsInColumnsThatAreNotNull() {
    String t = table();
    String path = path("t");
    String nulls = "select cast(null as int) a, 1 b union all select 5, 2";
    sql(nulls).write().format("placed").save(path);
    sql("create table " + t + " (a int not null, b int) using placed location '" + path + "'");
    assertEquals(
        List.of("{\"a\":5,\"n\":false}", "{\"a\":null,\"n\":true}"),
        rows("select a, a is null n from " + t));
    assertEquals(List.of("{\"n\":1}"), rows("select count(a) n from " + t));
    expectRefused(() -> sql("insert into " + t + " " + nulls));
    expectRefused(() -> sql("update " + t + " set a = null where b = 2"));
    sql("delete from " + t + " where a is null");
    assertEquals(List.of("{\"a\":5,\"b\":2}"), rows("select * from " + t));
    String shown = sql("show create table " + t).first().getString(0);
    assertTrue(shown.contains("a INT NOT NULL"), shown);
    sql("drop table " + t);
  }

  @Test
  void stringsOfAColumnThatWasOneOfLimitedLength() {
    String t = table();
    sql("create table " + t + " (v varchar(3), n int) using placed");
    String insert = "insert into " + t + " values ('%s', 1)";
    sql(insert.formatted("abc"));
    assertThrows(Exception.class, () -> sql(insert.formatted("abcd")));
    sql("alter table " + t + " alter column v type string");
    sql(insert.formatted("abcd"));
    assertEquals(List.of("{\"v\":\"abc\"}", "{\"v\":\"abcd\"}"), rows("select v from " + t));
    sql("drop table " + t);
  }

  private static void expectRefused(Runnable write) {
    StringBuilder found = new StringBuilder();
    for (Throwable e = assertThrows(Exception.class, write::run); e != null; e = e.getCause()) {
      found.append(e.getMessage()).append('\n');
    }
    assertTrue(found.toString().contains("column a is NOT NULL"), found.toString());
  }
}
