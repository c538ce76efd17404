package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Columns that the session's catalog declares NOT NULL: writes by the name of the table keep to it,
 * and files that were written otherwise are read with their nulls.
 */
class NotNullTest extends SparkTestCase {
  private static final String NULLS = "select cast(null as int) a, 1 b union all select 5, 2";

  private String t;

  @BeforeEach
  void newTable() {
    t = table();
  }

  @AfterEach
  void drop() {
    sql("drop table if exists " + t);
    spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
  }

  private void create(String columns, String more) {
    sql("create table " + t + " (" + columns + ") using placed " + more);
  }

  /** Over the files of a path, of which some have nulls. */
  private void createOverNulls() {
    sql(NULLS).write().format("placed").save(path("t"));
    create("a int not null, b int", "location '" + path("t") + "'");
  }

  private String select(String rest) {
    return rows(sql("select " + rest)).toString();
  }

  private static void expectRefused(String column, Executable write) {
    String found = message(assertThrows(Exception.class, write));
    assertTrue(found.contains("column " + column + " is NOT NULL"), found);
  }

  @Test
  void nullsOfFilesAreRead() {
    createOverNulls();
    assertEquals("[(5, false), (null, true)]", select("a, a is null from " + t));
    assertEquals("[(1, 2)]", select("count(a), count(*) from " + t));
    assertEquals("[(1)]", select("b from " + t + " where a is null"));
    assertEquals("[(2)]", select("b from " + t + " where a is not null"));
    assertEquals("[(5, 1), (null, 1)]", select("a, count(*) from " + t + " group by a"));
    assertEquals("[(5, 6), (null, null)]", select("a, x from (select a, a + 1 x from " + t + ")"));
    assertEquals("[(0), (5)]", select("coalesce(a, 0) from " + t));
    String past = t + " version as of 1";
    assertEquals("[(5, false), (null, true)]", select("a, a is null from " + past));
  }

  @Test
  void nullsOfALaterSaveAreRead() {
    create("a int not null, b int", "location '" + path("t") + "'");
    sql("insert into " + t + " values (7, 0)");
    assertEquals("[(7, false)]", select("a, a is null from " + t));
    sql(NULLS).write().format("placed").mode("append").save(path("t"));
    assertEquals("[(5, false), (7, false), (null, true)]", select("a, a is null from " + t));
    assertEquals("[(2)]", select("count(a) from " + t));
  }

  @Test
  void fieldsAndElements() {
    String s = "named_struct('x', cast(null as int)) s, array(1, null) r";
    sql("select " + s).write().format("placed").save(path("t"));
    create("s struct<x: int not null> not null, r array<int>", "location '" + path("t") + "'");
    assertEquals("[(null, true)]", select("s.x, s.x is null from " + t));
    expectRefused("s", () -> sql("insert into " + t + " values (null, null)"));
    expectRefused(
        "s.x",
        () ->
            sql("insert into " + t + " select named_struct('x', cast(null as int)), r from " + t));
    sql("insert into " + t + " values (named_struct('x', 1), array(null))");
    assertEquals("[(1), (null)]", select("s.x from " + t));
  }

  @Test
  void rowsWithNullsAreChanged() {
    createOverNulls();
    expectRefused("a", () -> sql("update " + t + " set b = 3 where a is null"));
    sql("update " + t + " set a = 4 where a is null");
    assertEquals("[(4, 1), (5, 2)]", select("* from " + t));
  }

  @Test
  void rowsWithNullsAreDeleted() {
    createOverNulls();
    sql("delete from " + t + " where a is null");
    assertEquals("[(5, 2)]", select("* from " + t));
  }

  @Test
  void nullsAreRefused() throws Exception {
    create("a int not null, b int", "");
    sql("insert into " + t + " values (1, null)");
    expectRefused("a", () -> sql("insert into " + t + " values (null, 1)"));
    if (since("4.1")) {
      expectRefused("a", () -> sql("insert into " + t + " (b) values (1)"));
    }
    expectRefused("a", () -> sql("insert into " + t + " " + NULLS));
    expectRefused("a", () -> sql("insert overwrite " + t + " " + NULLS));
    expectRefused("a", () -> sql(NULLS).writeTo(t).append());
    expectRefused("a", () -> sql(NULLS).write().mode("append").format("placed").saveAsTable(t));
    expectRefused("a", () -> sql("update " + t + " set a = null"));
    expectRefused("a", () -> sql("update " + t + " set a = b"));
    String source = " using (" + NULLS + ") n on n.b = 100 when not matched then insert ";
    expectRefused("a", () -> sql("merge into " + t + source + "(a, b) values (n.a, n.b)"));
    assertEquals("[(1, null)]", select("* from " + t));
    sql("alter table " + t + " alter column a drop not null");
    sql("insert into " + t + " " + NULLS);
    assertEquals("[(1, null), (5, 2), (null, 1)]", select("* from " + t));
  }

  @Test
  void nullsOfPartitionsAndOrderedRowsAreRefused() {
    create(
        "b int, c int, a int not null",
        "partitioned by (a) tblproperties ('placement.reorder' = 'hilbert(b, c)')");
    expectRefused("a", () -> sql("insert into " + t + " select b, b, a from (" + NULLS + ")"));
    sql("insert into " + t + " values (null, 1, 3)");
    assertEquals("[(null, 1, 3)]", select("* from " + t));
  }

  @Test
  void streamsAreChecked() throws Exception {
    sql(NULLS).write().format("placed").save(path("source"));
    sql("select 3 b").write().format("placed").save(path("less"));
    create("a int not null, b int", "");
    expectRefused("a", () -> stream("source"));
    expectRefused("a", () -> stream("less"));
    assertEquals("[]", select("* from " + t));
    sql("alter table " + t + " alter column a drop not null");
    stream("source");
    assertEquals("[(5, 2), (null, 1)]", select("* from " + t));
  }

  private void stream(String source) throws Exception {
    spark
        .readStream()
        .format("placed")
        .load(path(source))
        .writeStream()
        .option("checkpointLocation", path("checkpoint-" + source))
        .trigger(Trigger.AvailableNow())
        .toTable(t)
        .awaitTermination();
  }

  @Test
  void newColumnsNeedADefaultIfThereAreRows() {
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    create("a int", "");
    sql("alter table " + t + " add column b int not null");
    sql("insert into " + t + " values (1, 2)");
    expectRefused("c", () -> sql("alter table " + t + " add column c int not null"));
    sql("alter table " + t + " add column s struct<x: int>");
    expectRefused("s.y", () -> sql("alter table " + t + " add column s.y int not null"));
    sql("alter table " + t + " add column d int not null default 6");
    assertEquals("[(1, 2, null, 6)]", select("* from " + t));
    expectRefused("d", () -> sql("insert into " + t + " values (1, 2, null, null)"));
    if (since("4.1")) {
      sql("insert into " + t + " (b) values (3)");
      assertEquals("[(1, 2, null, 6), (null, 3, null, 6)]", select("* from " + t));
    }
  }

  @Test
  void showCreateTableShowsIt() {
    create("a int not null, b int", "");
    String shown = sql("show create table " + t).first().getString(0);
    assertTrue(shown.contains("a INT NOT NULL,"), shown);
    sql("drop table " + t);
    sql(shown);
    expectRefused("a", () -> sql("insert into " + t + " values (null, 1)"));
  }
}
