package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.PlacedTables;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Earlier snapshots in SQL: VERSION and TIMESTAMP AS OF, tags, metadata tables, rollback. */
class ReleaseSnapshotsTest extends ReleaseTestCase {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void snapshots(boolean path) throws Exception {
    String t = name(path);
    sql("create table " + t + " (a bigint) using placed");
    sql("insert into " + t + " values (1), (2)");
    sql("insert into " + t + " values (3)");
    long last = one("select max(snapshot_id) from " + t + ".snapshots");
    assertEquals(2, one("select count(*) from " + t + " version as of " + (last - 1)));
    assertEquals(3, one("select count(*) from " + t + " timestamp as of '2999-01-01'"));
    String before =
        sql("select cast(committed_at as string) from "
                + t
                + ".snapshots where snapshot_id = "
                + (last - 1))
            .collectAsList()
            .get(0)
            .getString(0);
    assertEquals(2, one("select count(*) from " + t + " timestamp as of '" + before + "'"));
    String missing = refusal("select * from " + t + " version as of 99");
    assertTrue(missing.contains("snapshot 99 does not exist"), missing);
    assertTrue(
        one("select count(*) from " + t + ".files version as of " + last)
            > one("select count(*) from " + t + ".files version as of " + (last - 1)));
    if (path) {
      String place = t.substring(t.indexOf('`') + 1, t.length() - 1);
      assertEquals(
          2, spark.read().format("placed").option("snapshot", last - 1).load(place).count());
      PlacedTables.createTag(spark, place, "v1", Long.toString(last - 1), false);
      assertEquals(2, one("select count(*) from " + t + " version as of 'v1'"));
    } else if (since("4.0")) {
      assertEquals(2, spark.read().option("snapshot", Long.toString(last - 1)).table(t).count());
    } else {
      String refused =
          message(
              assertThrows(
                  Exception.class, () -> spark.read().option("snapshot", "1").table(t).count()));
      assertTrue(refused.contains("use VERSION AS OF"), refused);
    }
  }

  /** In a view, whatever the current database is, and with what only the catalog knows. */
  @Test
  void namesAtATime() {
    String here = table();
    String there = table();
    sql("create database " + here);
    sql("create database " + there);
    try {
      for (String database : List.of(here, there)) {
        sql("create table " + database + ".t (a bigint, c char(5)) using placed");
      }
      sql("insert into " + here + ".t values (1, 'ab')");
      sql("insert into " + there + ".t values (2, 'ab'), (3, 'ab')");
      sql("use " + here);
      sql("create view v as select t.a from t version as of 1 where c = 'ab' and length(c) = 5");
      sql("create view f as select record_count from t.files");
      sql("use " + there);
      assertEquals(List.of("{\"a\":1}"), rows("select * from " + here + ".v"));
      assertEquals(1, one("select sum(record_count) from " + here + ".f"));
      assertEquals(1, one("select count(*) from spark_catalog." + here + ".t version as of 1"));
      assertEquals(1, one("select count(*) from spark_catalog." + here + ".t.files"));
    } finally {
      sql("use default");
      sql("drop database " + here + " cascade");
      sql("drop database " + there + " cascade");
    }
  }

  /** What the catalog says about columns follows them. */
  @Test
  void defaultsInEarlierSnapshots() {
    String t = name(false);
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    try {
      sql("create table " + t + " (a int) using placed");
      sql("insert into " + t + " values (1)");
      sql("alter table " + t + " add column c int default 5");
      sql("alter table " + t + " add column d decimal(4, 1) default 1.5");
      long before = one("select max(snapshot_id) from " + t + ".snapshots");
      sql("alter table " + t + " alter column c type bigint");
      sql("alter table " + t + " alter column c set default 5000000000");
      sql("alter table " + t + " alter column d type decimal(12, 2)");
      sql("alter table " + t + " rename column d to e");
      String past = "select a, c, d from " + t;
      List<String> row = List.of("{\"a\":1,\"c\":5,\"d\":1.5}");
      assertEquals(row, rows(past + " version as of " + before));
      if (since("4.0")) {
        sql("call placed.system.rollback(table => '" + t + "', snapshot => " + before + ")");
        assertEquals(row, rows(past));
      }
    } finally {
      spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
    }
  }

  /** A query by position means the same in the past, and after a rollback. */
  @Test
  void theOrderOfColumnsInEarlierSnapshots() {
    String t = name(false);
    sql("create table " + t + " (a bigint, p int) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 7)");
    sql("alter table " + t + " add column n int");
    sql("alter table " + t + " alter column n first");
    sql("insert into " + t + " values (20, 2, 8)");
    long before = one("select max(snapshot_id) from " + t + ".snapshots");
    List<String> expected = rows("select * from " + t);
    assertEquals(expected, rows("select * from " + t + " version as of " + before));
    sql("insert into " + t + " values (30, 3, 9)");
    if (since("4.0")) {
      sql("call placed.system.rollback(table => '" + t + "', snapshot => " + before + ")");
      assertEquals(expected, rows("select * from " + t));
    }
    sql("insert into " + t + " values (40, 4, 8)");
    assertEquals(4, one("select a from " + t + " where n = 40"));
  }
}
