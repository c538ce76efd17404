package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.PlacedTables;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL on tables of the session's catalog and on paths: definitions, changes, CALL. */
class ReleaseSqlTest extends ReleaseTestCase {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void definitions(boolean path) {
    String t = name(path);
    sql("create table " + t + " (a bigint, b string, p int) using placed partitioned by (p)");
    sql("insert into " + t + " select id, concat('s', id), cast(id % 3 as int) from range(30)");
    assertEquals(30, one("select count(*) from " + t));
    sql("insert overwrite " + t + " partition (p = 1) select -1L, 'x'");
    assertEquals(21, one("select count(*) from " + t));
    sql("alter table " + t + " add column c double");
    sql("insert into " + t + " (a, b, c, p) values (100, 'new', 2.5, 1)");
    sql("alter table " + t + " rename column b to name");
    assertEquals(
        List.of("{\"a\":-1,\"name\":\"x\",\"c\":null}", "{\"a\":100,\"name\":\"new\",\"c\":2.5}"),
        rows("select a, name, c from " + t + " where p = 1"));
    sql("alter table " + t + " drop column c");
    assertEquals(List.of("a", "name", "p"), List.of(spark.table(t).columns()));
    assertEquals(
        List.of("{\"partition\":\"p=0\"}", "{\"partition\":\"p=1\"}", "{\"partition\":\"p=2\"}"),
        rows("show partitions " + t));
    sql("alter table " + t + " add partition (p = 7)");
    sql("alter table " + t + " drop partition (p = 2)");
    assertEquals(
        List.of("{\"partition\":\"p=0\"}", "{\"partition\":\"p=1\"}", "{\"partition\":\"p=7\"}"),
        rows("show partitions " + t));
    String described = rows("describe extended " + t).toString();
    assertTrue(described.contains("\"col_name\":\"name\",\"data_type\":\"string\""), described);
    assertFalse(described.contains("\"col_name\":\"b\""), described);
    sql("truncate table " + t);
    assertEquals(0, one("select count(*) from " + t));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tablesFromQueries(boolean path) {
    String t = name(path);
    String query = " as select id, id % 2 as p from range(";
    sql("create table " + t + " using placed partitioned by (p)" + query + "10)");
    assertEquals(10, one("select count(*) from " + t + " where p < 2"));
    spark.range(5).selectExpr("id", "id as p").write().mode(SaveMode.Append).insertInto(t);
    assertEquals(15, one("select count(*) from " + t));
    if (path) {
      sql("replace table " + t + " using placed" + query + "3)");
      assertEquals(3, one("select count(*) from " + t));
    } else {
      spark.range(7).selectExpr("id", "id as p").write().format("placed").saveAsTable(table());
      sql("drop table " + t);
      assertFalse(spark.catalog().tableExists(t));
    }
  }

  @Test
  void tablesLikeOthers() {
    String t = table();
    sql("create table " + t + " (a int, p int) using placed partitioned by (p)");
    String like = table();
    String create = "create table " + like + " like " + t;
    if (since("4.2")) {
      assertFalse(refusal(create).isEmpty());
    } else {
      sql(create);
      sql("insert into " + like + " values (1, 2)");
      assertEquals(List.of("{\"partition\":\"p=2\"}"), rows("show partitions " + like));
      sql("drop table " + like);
    }
    sql("drop table " + t);
  }

  /** Columns that are not named get their defaults. */
  @Test
  void insertsOfSomeColumns() {
    String t = table();
    String providers = "spark.sql.defaultColumn.allowedProviders";
    spark.conf().set(providers, "placed");
    try {
      sql("create table " + t + " (a int, b string default 'x', c int) using placed");
    } finally {
      spark.conf().unset(providers);
    }
    String insert = "insert into " + t + " (c, a) values (3, 1)";
    if (since("4.1")) {
      sql(insert);
      assertEquals(List.of("{\"a\":1,\"b\":\"x\",\"c\":3}"), rows("select * from " + t));
    } else {
      assertTrue(refusal(insert).contains("CANNOT_FIND_DATA"), refusal(insert));
    }
    sql("drop table " + t);
  }

  /** Releases whose words would have no effect, or a wrong one, refuse them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesThatAddColumns(boolean path) {
    String t = name(path);
    sql("create table " + t + " (id int, v string) using placed");
    sql("insert into " + t + " values (1, 'a')");
    String merge =
        "merge with schema evolution into "
            + t
            + " t using (select 2 as id, 'b' as v, 5 as n) s on t.id = s.id"
            + " when matched then update set * when not matched then insert *";
    if (since("4.2")) {
      sql(merge);
      assertEquals(
          List.of("{\"id\":1,\"v\":\"a\",\"n\":null}", "{\"id\":2,\"v\":\"b\",\"n\":5}"),
          rows("select * from " + t));
    } else {
      String refusal = refusal(merge);
      assertTrue(!since("4.0") || refusal.contains("needs Spark 4.2"), refusal);
      assertEquals(1, one("select count(*) from " + t));
    }
    if (since("4.0")) {
      sql("declare or replace variable target string default '" + t + "'");
      String variable = merge.replace(t, "identifier(target)").replace("as n", "as m");
      if (since("4.2")) {
        sql(variable);
        assertEquals(
            List.of("{\"id\":1,\"m\":null}", "{\"id\":2,\"m\":5}"), rows("select id, m from " + t));
      } else {
        String refusal = refusal(variable);
        assertTrue(refusal.contains("needs Spark 4.2"), refusal);
        assertEquals(1, one("select count(*) from " + t));
      }
    }
  }

  /** The jar leaves tables of other formats as they are. */
  @Test
  void tablesOfOtherFormats() {
    String t = table();
    sql("create table " + t + " (a bigint, p int) using parquet partitioned by (p)");
    sql("insert into " + t + " select id, cast(id % 3 as int) from range(9)");
    sql("alter table " + t + " add columns (b string)");
    sql("analyze table " + t + " compute statistics");
    assertEquals(3, sql("show partitions " + t).count());
    assertTrue(rows("show create table " + t).toString().contains("USING parquet"));
    assertEquals(9, one("select count(*) from " + t));
    assertTrue(rows("show tables").toString().contains("\"" + t + "\""));
    String past = refusal("select * from " + t + " version as of 1");
    assertTrue(past.toLowerCase(Locale.ROOT).contains("time travel"), past);
    sql("create or replace view v_" + t + " as select a from " + t);
    assertEquals(9, one("select count(*) from v_" + t));
    spark.range(3).write().saveAsTable(table());
    sql("drop view v_" + t);
    sql("drop table " + t);
  }

  @Test
  void aTableAtALocation() {
    spark
        .range(12)
        .selectExpr("id", "cast(id % 3 as int) as p")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path("data"));
    String t = table();
    sql("create table " + t + " using placed location '" + path("data") + "'");
    assertEquals(4, one("select count(*) from " + t + " where p = 1"));
    sql("insert into " + t + " values (99, 1)");
    assertEquals(5, one("select count(*) from placed.`" + path("data") + "` where p = 1"));
    sql("drop table " + t);
    assertEquals(13, one("select count(*) from placed.`" + path("data") + "`"));
    String columns = table();
    sql(
        "create table "
            + columns
            + " (id bigint, P int) using placed location '"
            + path("data")
            + "'");
    assertEquals(3, sql("show partitions " + columns).count());
    assertEquals(13, one("select count(*) from " + columns));
    sql("insert into " + columns + " values (100, 1)");
    assertEquals(6, one("select count(*) from " + columns + " where p = 1"));
    if (!since("4.0")) {
      String lacking = "create table " + table() + " (id bigint) using placed location '";
      assertTrue(refusal(lacking + path("data") + "'").contains("is partitioned by p"));
    }
  }

  /** Options of a table at a location count for the columns that it gets. */
  @Test
  void aTableAtALocationWithOptions() throws IOException {
    Path all = Files.createDirectory(directory.resolve("all"));
    for (String column : List.of("a", "b")) {
      String one = path("only_" + column);
      spark
          .range(3)
          .selectExpr("id", "id as " + column)
          .coalesce(1)
          .write()
          .format("placed")
          .save(one);
      try (Stream<Path> files = Files.list(Path.of(one))) {
        for (Path f : files.filter(f -> f.toString().endsWith(".placed")).toList()) {
          Files.copy(f, all.resolve(column + ".placed"));
        }
      }
    }
    String t = table();
    sql(
        "create table "
            + t
            + " using placed options ('mergeSchema' = 'true') location '"
            + all
            + "'");
    assertEquals(Set.of("id", "a", "b"), Set.of(spark.table(t).columns()));
    assertEquals(3, one("select count(*) from " + t + " where a is null and b = id"));
    assertEquals(3, one("select count(*) from " + t + " where b is null and a = id"));
  }

  /** Only another format's catalog needs one in front of it that loads tables of this source. */
  @Test
  void tablesFromQueriesAreCreatedInTheSessionsCatalog() {
    String plan =
        rows("explain extended create table " + table() + " using placed as select 1 as a")
            .toString();
    assertTrue(plan.contains("CreateTableAsSelect"), plan);
    assertTrue(plan.contains(since("4.0") ? "V2SessionCatalog" : "SessionTableCatalog"), plan);
    assertFalse(plan.contains("ForeignCatalogRule"), plan);
  }

  @Test
  void pathsAreNoTablesIfTheSettingSaysSo() {
    String t = name(true);
    sql("create table " + t + " (a bigint) using placed");
    sql("insert into " + t + " values (1)");
    spark.conf().set("spark.sql.runSQLOnFiles", "false");
    try {
      for (String statement :
          List.of(
              "select * from " + t,
              "select * from " + t + ".files",
              "select * from " + t + " version as of 1",
              "insert into " + t + " values (2)",
              "delete from " + t,
              "alter table " + t + " add column b int",
              "create table " + name(true) + " (a bigint) using placed")) {
        refusal(statement);
      }
    } finally {
      spark.conf().unset("spark.sql.runSQLOnFiles");
    }
    assertEquals(List.of("{\"a\":1}"), rows("select * from " + t));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changesOfRows(boolean path) {
    String t = name(path);
    sql(
        "create table "
            + t
            + " (k bigint, v int, s string, p int) using placed partitioned by (p)"
            + " tblproperties ('placement.row-group' = '64 rows')");
    String rows =
        "select id as k, cast(id % 50 as int) as v, concat('s', id % 11) as s,"
            + " cast(id % 4 as int) as p from range(0, 500)";
    sql("insert into " + t + " " + rows);

    sql("delete from " + t + " where v between 10 and 20 and p <> 2");
    String expected = "(select * from (" + rows + ") where not (v between 10 and 20 and p <> 2))";
    assertEquals(rows("select * from " + expected), rows("select * from " + t));

    sql("update " + t + " set v = v + 1000, p = 3 where s = 's4'");
    expected =
        "(select k, if(s = 's4', v + 1000, v) as v, s, if(s = 's4', 3, p) as p from "
            + expected
            + ")";
    assertEquals(rows("select * from " + expected), rows("select * from " + t));

    String source =
        "(select id * 3 as k, cast(id as int) as n from range(0, 200) where id % 2 = 0)";
    sql(
        "merge into "
            + t
            + " t using "
            + source
            + " u on t.k = u.k when matched and t.p = 3 then delete"
            + " when matched then update set v = -u.n, s = 'merged'"
            + " when not matched then insert (k, v, s, p) values (u.k, u.n, 'added', 9)");
    expected =
        "(select t.k, if(u.k is null, v, -u.n) as v, if(u.k is null, s, 'merged') as s, p from "
            + expected
            + " t left join "
            + source
            + " u on t.k = u.k where u.k is null or p <> 3 union all select u.k, u.n, 'added', 9"
            + " from "
            + source
            + " u left anti join "
            + expected
            + " t on t.k = u.k)";
    assertEquals(rows("select * from " + expected), rows("select * from " + t));
    sql("delete from " + t + " where p = 9");
    assertEquals(0, one("select count(*) from " + t + " where p = 9"));
  }

  /** Spark calls procedures while it analyzes a statement. */
  @Test
  void adviceExecutesNoStatement() throws Exception {
    if (!since("4.0")) {
      return;
    }
    String t = name(false);
    sql("create table " + t + " (a int) using placed");
    sql("insert into " + t + " values (1)");
    sql("insert into " + t + " values (2)");
    Path queries =
        Files.writeString(
            directory.resolve("queries.sql"),
            "select a from " + t + ";\ncall placed.system.rollback('" + t + "', 1)");
    sql("call placed.system.advise(table => '" + t + "', workload => '" + queries + "')").collect();
    assertEquals(2, one("select count(*) from " + t));
  }

  @Test
  void services() throws Exception {
    String path = path("services");
    for (int i = 0; i < 4; i++) {
      spark
          .range(i * 10, i * 10 + 10)
          .coalesce(1)
          .write()
          .format("placed")
          .mode(SaveMode.Append)
          .save(path);
    }
    if (since("4.0")) {
      assertEquals(
          4,
          sql("call placed.system.optimize(table => '" + path + "')")
              .collectAsList()
              .get(0)
              .<Integer>getAs("files_before"));
      sql("call placed.system.rewrite('" + path + "', placement => 'orc')");
      spark.sql(
          "call placed.system.create_tag(table => :t, tag => :n)", Map.of("t", path, "n", "now"));
      spark.sql("call placed.system.delete_tag(?, ?)", new Object[] {path, "now"});
      sql("call placed.system.create_tag(table => '" + path + "', tag => 'now')");
      sql("call placed.system.vacuum(table => '" + path + "', older_than_hours => 0)");
      assertTrue(sql("call placed.system.inspect('" + path + "')").count() > 0);
      assertTrue(refusal("call placed.system.nosuch('x')").contains("system.optimize"));
    } else {
      assertTrue(
          refusal("call placed.system.optimize('" + path + "')").contains("CALL needs Spark 4.0"));
      PlacedTables.optimize(spark, path, OptimizeOptions.defaults());
      PlacedTables.rewrite(spark, path, "orc");
      PlacedTables.createTag(spark, path, "now", null, false);
      PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 1, false));
    }
    assertEquals(1, PlacedTables.files(spark, path).size());
    assertEquals(40, one("select count(*) from placed.`" + path + "`"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void transforms(boolean path) {
    String t = name(path);
    sql(
        "create table "
            + t
            + " (id bigint, ts timestamp, s string) using placed"
            + " partitioned by (bucket(4, id), months(ts), truncate(2, s))");
    String rows =
        "select id, timestamp_seconds(id * 86400) as ts, concat('s', id % 30) as s from range(90)";
    sql("insert into " + t + " " + rows);
    assertEquals(rows(rows), rows("select * from " + t));
    assertEquals(
        rows("select * from (" + rows + ") where id = 17 or s = 's5'"),
        rows("select * from " + t + " where id = 17 or s = 's5'"));
    sql("insert into " + t + " " + rows.replace("range(90)", "range(90, 100)"));
    sql("delete from " + t + " where id < 50");
    assertEquals(50, one("select count(*) from " + t));
    assertEquals(
        List.of("{\"b\":0}", "{\"b\":1}", "{\"b\":2}", "{\"b\":3}"),
        rows("select distinct placed.bucket(4, id) as b from " + t));
    sql("cache table " + t);
    assertEquals(50, one("select count(*) from " + t));
    sql("delete from " + t);
    assertEquals(0, one("select count(*) from " + t));
  }

  @Test
  void joinsAndGroupsOfBuckets() {
    String bucketing = "spark.sql.sources.v2.bucketing.";
    Map<String, String> settings =
        Map.of(
            bucketing + "enabled",
            "true",
            "spark.sql.autoBroadcastJoinThreshold",
            "-1",
            "spark.sql.adaptive.enabled",
            "false");
    settings.forEach(spark.conf()::set);
    List<String> ways =
        List.of(
            bucketing + "partiallyClusteredDistribution.enabled",
            bucketing + "allowJoinKeysSubsetOfPartitionKeys.enabled");
    try {
      String a = name(true);
      String b = name(false);
      for (String t : List.of(a, b)) {
        sql("create table " + t + " (k bigint, v int) using placed partitioned by (bucket(4, k))");
        for (int from = 0; from < 200; from += 100) {
          sql(
              "insert into "
                  + t
                  + " select id, id % 7 from range("
                  + from
                  + ", "
                  + (from + 100)
                  + ")");
        }
      }
      String join = "select a.k, b.v from " + a + " a join " + b + " b on a.k = b.k";
      assertEquals(rows("select id as k, id % 7 as v from range(200)"), rows(join));
      String plan = plan(sql(join));
      assertFalse(plan.contains("Exchange"), plan);
      List<String> twoKeys = List.of(name(false), name(false));
      for (String two : twoKeys) {
        String by = two.equals(twoKeys.get(0)) ? "k, bucket(4, k2)" : "k, k2";
        sql(
            "create table "
                + two
                + " (k int, k2 int, v int) using placed partitioned by ("
                + by
                + ")");
        sql("insert into " + two + " select id % 7, id % 5, id from range(200)");
      }
      String sorted = name(false);
      sql(
          "create table "
              + sorted
              + " (k bigint, v int) using placed partitioned by (bucket(4, k)) tblproperties"
              + " ('placement.reorder' = 'sort(k)')");
      sql("insert into " + sorted + " select id % 50, id from range(400)");
      String groups = "select k, count(*) c, sum(v) s from " + sorted + " group by k";
      plan = plan(sql(groups));
      assertFalse(plan.contains("Exchange"), plan);
      assertTrue(plan.contains("Groups: complete"), plan);
      assertFalse(plan.contains("HashAggregate"), plan);
      assertEquals(
          rows("select id % 50 as k, count(*) c, sum(id) s from range(400) group by id % 50"),
          rows(groups));
      spark.conf().set("spark.sql.files.openCostInBytes", "0");
      spark.conf().set("spark.sql.files.maxPartitionBytes", "1k");
      for (String way : ways) {
        spark.conf().set(way, "true");
        for (String function : List.of("sum", "bit_xor")) {
          assertEquals(
              rows("select count(*) c, sum(id % 7) s from range(200)"),
              rows(
                  "select count(*) c, sum(s) s from (select k, "
                      + function
                      + "(v) s from "
                      + a
                      + " group by k) l join "
                      + b
                      + " r on l.k = r.k"),
              way);
        }
        for (String two : twoKeys) {
          String ranked = "(select *, row_number() over (partition by k2 order by v) n from " + two;
          assertEquals(5, sql("select * from " + ranked + ") where n = 1").count(), way);
          for (String function : List.of("count(v)", "bit_or(v)")) {
            String pairs = "(select k, k2, " + function + " c from " + two + " group by k, k2)";
            assertEquals(
                5,
                sql("select k2, max(k), sum(c) from " + pairs + " group by k2").count(),
                way + " " + function);
          }
        }
        spark.conf().unset(way);
      }
    } finally {
      settings.keySet().forEach(spark.conf()::unset);
      ways.forEach(spark.conf()::unset);
      spark.conf().unset("spark.sql.files.openCostInBytes");
      spark.conf().unset("spark.sql.files.maxPartitionBytes");
    }
  }
}
