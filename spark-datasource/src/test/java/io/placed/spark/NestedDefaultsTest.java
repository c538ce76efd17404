package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Defaults of structs, arrays and maps in files that were written before the column was added,
 * where Spark asks for some of their fields only.
 */
class NestedDefaultsTest extends SparkTestCase {
  private static final String PROVIDERS = "spark.sql.defaultColumn.allowedProviders";

  private String t;

  /** Two rows in a file without the columns, and one whose values differ from the defaults. */
  @BeforeEach
  void newTable() {
    spark.conf().set(PROVIDERS, "placed");
    t = table();
    sql("create table " + t + " (id int) using placed");
    sql("insert into " + t + " values (1), (2)");
    add("s struct<a: int, b: int>", "named_struct('a', 7, 'b', 8)");
    add("o struct<x: string, i: struct<p: int, q: int>>", O);
    add("r array<struct<a: int, b: int>>", "array(named_struct('a', 1, 'b', 2), null)");
    add("m map<string, struct<a: int, b: int>>", "map('k', named_struct('a', 3, 'b', 4))");
    sql(
        "insert into "
            + t
            + " values (3, named_struct('a', 70, 'b', 80), null,"
            + " array(named_struct('a', 10, 'b', 20)), map())");
  }

  private static final String O = "named_struct('x', 'y', 'i', named_struct('p', 5, 'q', 6))";

  private void add(String column, String value) {
    sql("alter table " + t + " add column " + column + " default " + value);
  }

  @AfterEach
  void drop() {
    sql("drop table if exists " + t);
    spark.conf().unset(PROVIDERS);
  }

  private String select(String columns) {
    return rows(sql("select " + columns + " from " + t)).toString();
  }

  @Test
  void fieldsOfStructs() {
    assertEquals("[(7), (7), (70)]", select("s.a"));
    assertEquals("[(8), (8), (80)]", select("s.b"));
    assertEquals("[(1, 8), (2, 8), (3, 80)]", select("id, s.b"));
    assertEquals("[(5), (5), (null)]", select("o.i.p"));
    assertEquals("[(6, y), (6, y), (null, null)]", select("o.i.q, o.x"));
    assertEquals("[((5, 6)), ((5, 6)), (null)]", select("o.i"));
    assertEquals("[((7, 8)), ((7, 8)), ((70, 80))]", select("s"));
  }

  @Test
  void fieldsInArraysAndMaps() {
    assertEquals("[([1, null]), ([1, null]), ([10])]", select("r.a"));
    assertEquals("[(2), (2), (20)]", select("r[0].b"));
    assertEquals("[(4), (4), (null)]", select("m['k'].b"));
    assertEquals("[([3]), ([3]), ([])]", select("map_values(m).a"));
    assertEquals("[([]), ([k]), ([k])]", select("map_keys(m)"));
  }

  @Test
  void conditions() {
    assertEquals("[(1), (2)]", ids("s.a = 7"));
    assertEquals("[(3)]", ids("s.b = 80"));
    assertEquals("[(1), (2)]", ids("o.i.q = 6 and s.b < 10"));
    assertEquals("[(3)]", ids("o.i.p is null"));
    assertEquals("[(1), (2)]", ids("r[0].a = 1"));
    assertEquals("[(1), (2)]", ids("m['k'].a = 3"));
    assertEquals("[(1), (2)]", ids("exists(r, e -> e.b = 2)"));
  }

  private String ids(String condition) {
    return rows(sql("select id from " + t + " where " + condition)).toString();
  }

  @Test
  void aggregates() {
    assertEquals("[(3, 84, 7)]", select("count(s.a), sum(s.a), min(s.a)"));
    assertEquals("[(2, 6)]", select("count(o.i.q), max(o.i.q)"));
    assertEquals(
        "[(7, 2), (70, 1)]",
        rows(sql("select s.a, count(*) from " + t + " group by s.a")).toString());
    assertEquals(
        "[(7), (7)]", rows(sql("select s.a from " + t + " order by s.a limit 2")).toString());
  }

  @Test
  void joins() {
    sql("create or replace temporary view keys as select 8 as k, true as wanted");
    assertEquals(
        "[(1), (2)]",
        rows(sql("select id from " + t + " join keys on s.b = k where wanted")).toString());
  }

  @SinceSpark(
      value = "4.1",
      because = "Spark before 4.1 inserts some columns into its own sources only")
  @Test
  void rowLevelOperations() {
    sql("update " + t + " set id = id + 10 where s.b = 8");
    assertEquals("[(11, (7, 8)), (12, (7, 8)), (3, (70, 80))]", select("id, s"));
    sql("insert into " + t + " (id) values (4)");
    sql("update " + t + " set s.a = 9 where o.i.p = 5 and id = 4");
    assertEquals("[(11, 7), (12, 7), (3, 70), (4, 9)]", select("id, s.a"));
    sql("delete from " + t + " where s.a = 7");
    assertEquals("[(3), (4)]", select("id"));
  }

  @Test
  void deletesOfRowsInOldFiles() {
    sql("delete from " + t + " where s.a = 7");
    assertEquals("[(3)]", select("id"));
  }

  @Test
  void mergesByAField() {
    sql(
        "merge into "
            + t
            + " using (select 8 as k) on s.b = k"
            + " when matched then update set id = id + 10 when not matched then insert (id) values (0)");
    assertEquals("[(11), (12), (3)]", select("id"));
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @Test
  void replacesByACondition() throws Exception {
    spark.table(t).where("id = 3").writeTo(t).overwrite(functions.col("s.a").equalTo(7));
    assertEquals("[(3), (3)]", select("id"));
  }

  /** Spark could not load the table after that. */
  @Test
  void newFieldsOfAColumnWithADefaultAreRefused() {
    String refused =
        message(
            assertThrows(Exception.class, () -> sql("alter table " + t + " add column s.c int")));
    assertTrue(refused.contains("field s.c cannot be added: column s has a default"), refused);
    assertEquals("[(7), (7), (70)]", select("s.a"));
  }
}
