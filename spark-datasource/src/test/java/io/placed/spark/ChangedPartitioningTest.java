package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.file.DataFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose partitioning changes after they have rows: who follows, and who refuses. */
class ChangedPartitioningTest extends TransformTableTestCase {
  private void call(String by) {
    call(name(), by);
  }

  /** As procedures know the table. */
  private String name() {
    return table.startsWith("placed.") ? location : table;
  }

  /**
   * @param name of the table, or its path
   */
  private static void call(String name, String by) {
    sql(
        "call placed.system.set_partitioning(table => '%s', partitioning => '%s')"
            .formatted(name, by));
  }

  /** Only the catalog has the table yet, and nothing is at its place. */
  @ParameterizedTest
  @CsvSource({
    "'', 'days(ts), region'",
    "region, 'bucket(4, ID)'",
    "region, ''",
    "'days(ts), region', 'region, truncate(6, name)'",
  })
  void thePartitioningOfATableWithoutRowsChanges(String declared, String changed) throws Exception {
    named("catalog");
    String by = declared.isEmpty() ? "" : " partitioned by (" + declared + ")";
    sql("create table " + table + " (" + COLUMNS + ") using placed" + by);
    assertFails("none", () -> call("days(none)"));
    assertFails("name", () -> call("days(name)"));
    assertTrue(!Files.exists(Path.of(location, "_placed")));
    call(changed);
    String spec = changed.replace("ID", "id");
    assertEquals(spec, snapshot().partitioning().spec(snapshot().schema()).toString());
    assertEquals(0, sql("select * from " + table).count());
    sql("insert into " + table + " select id, name, ts, region from source where id < 300");
    sql("insert into " + table + " select id, name, ts, region from source where id >= 300");
    assertEquals(spec, snapshot().partitioning().spec(snapshot().schema()).toString());
    same("select * from source", "select id, name, ts, region from " + table);
    same(
        "select * from source where region = 'r1' and id > 150",
        "select id, name, ts, region from " + table + " where region = 'r1' and id > 150");
  }

  /** Both find nothing at its place, one of them makes it, and the other one changes it. */
  @Test
  void twoSessionsChangeThePartitioningOfATableWithoutRows() throws Exception {
    for (int round = 0; round < 8; round++) {
      named("catalog");
      sql("create table " + table + " (" + COLUMNS + ") using placed");
      CyclicBarrier start = new CyclicBarrier(2);
      Callable<Object> change =
          () -> {
            start.await();
            call("region");
            return null;
          };
      ExecutorService both = Executors.newFixedThreadPool(2);
      try {
        for (Future<Object> f : both.invokeAll(List.of(change, change))) {
          f.get();
        }
      } finally {
        both.shutdown();
      }
      sql("insert into " + table + " select id, name, ts, region from source");
      same("select * from source", "select id, name, ts, region from " + table);
      assertTrue(directories().contains("region=r0"), directories() + "");
    }
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void thePartitioningChangesWithoutARewrite(String kind) throws Exception {
    create(kind, "days(ts), region");
    sql("insert into " + table + " select id, name, ts, region from source where id < 200");
    call("bucket(4, id), truncate(6, name)");
    sql(
        "insert into "
            + table
            + " select id, name, ts, region from source where id between 200 and 399");
    sql("alter table " + table + " rename column id to number");
    call("months(ts), region");
    sql("insert into " + table + " select id, name, ts, region from source where id >= 400");
    same("select * from source", "select number, name, ts, region from " + table);
    for (String where :
        List.of(
            "number = 250",
            "region = 'r1'",
            "region is null",
            "ts < timestamp'1969-12-31 10:00:00'",
            "name = 'name 12'",
            "number in (20, 220, 420)")) {
      same(
          "select * from source where " + where.replace("number", "id"),
          "select number, name, ts, region from " + table + " where " + where);
    }
    same(
        "select region, count(*) from source group by 1",
        "select region, count(*) from " + table + " group by 1");
    same(
        "select min(region), max(region), count(region) from source",
        "select min(region), max(region), count(region) from " + table);
    sql("delete from " + table + " where region = 'r2'");
    sql("update " + table + " set region = 'r9' where number % 2 = 0");
    sql(
        "merge into "
            + table
            + " t using (select 7 as k union all select 5000) s on t.number = s.k when matched then"
            + " update set name = 'merged' when not matched then insert (number, region) values"
            + " (s.k, 'new')");
    String expected =
        "select id, if(id = 7, 'merged', name) name, ts, if(id % 2 = 0, 'r9', region) region from"
            + " source where region <> 'r2' or region is null union all select 5000, null, null,"
            + " 'new'";
    same(expected, "select number, name, ts, region from " + table);
    sql("call placed.system.rewrite(table => '" + location + "', placement => 'orc')");
    same(expected, "select number, name, ts, region from " + table);
    assertTrue(directories().stream().anyMatch(d -> d.startsWith("ts_month=")), directories() + "");
  }

  /** Rows that are in no partition of the present partitioning would stay, and be there twice. */
  @ParameterizedTest
  @ValueSource(strings = {"session", "table", "default"})
  void aTableIsNotOverwrittenByItsOwnRowsWhereFormerOnesStay(String where) throws Exception {
    create("path", "region");
    sql("insert into " + table + " select id, name, ts, region from source");
    long before = snapshot().id();
    call("bucket(4, id)");
    String setting =
        where.equals("session")
            ? "spark.sql.sources.partitionOverwriteMode"
            : "spark.datasource.placed.partitionOverwriteMode";
    if (where.equals("table")) {
      sql("alter table " + table + " set tblproperties ('partitionOverwriteMode' = 'dynamic')");
    } else {
      spark.conf().set(setting, "dynamic");
    }
    String own = "insert overwrite " + table + " select * from " + table;
    String past = own + " version as of " + before;
    try {
      for (String query : List.of(own, past)) {
        Exception refused = assertThrows(Exception.class, () -> sql(query));
        assertTrue(message(refused).contains("its rows would stay"), message(refused));
      }
      same("select id, name, ts, region from source", "select id, name, ts, region from " + table);
      spark.conf().unset(setting);
      sql("alter table " + table + " set tblproperties ('partitionOverwriteMode' = 'static')");
      sql(own);
      same("select id, name, ts, region from source", "select id, name, ts, region from " + table);
      sql("alter table " + table + " set tblproperties ('partitionOverwriteMode' = 'dynamic')");
      sql(own); // All rows are in partitions of the present partitioning now.
      same("select id, name, ts, region from source", "select id, name, ts, region from " + table);
      sql(past);
      same("select id, name, ts, region from source", "select id, name, ts, region from " + table);
    } finally {
      spark.conf().unset(setting);
    }
  }

  /** What a change of the partitioning has left is moved, and nothing else. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void aRewriteMovesRowsIntoThePartitionsOfNow(String kind) throws Exception {
    create(kind, "days(ts), region");
    sql("insert into " + table + " select id, name, ts, region from source where id < 200");
    sql("alter table " + table + " rename column name to title");
    sql("delete from " + table + " where id % 7 = 0");
    call("bucket(4, id)");
    sql("insert into " + table + " select id, name, ts, region from source where id >= 200");
    String rows = "select id, name, ts, region from source where id % 7 <> 0 or id >= 200";
    same(rows, "select id, title, ts, region from " + table);
    long present =
        snapshot().files().stream().filter(f -> f.partition().containsKey("id_bucket")).count();
    Row moved = sql("call placed.system.rewrite(table => '" + name() + "')").head();
    assertEquals(moved.<Integer>getAs("files_after") + present, snapshot().fileCount());
    for (DataFile f : snapshot().files()) {
      assertEquals(Set.of("id_bucket"), f.partition().keySet());
    }
    same(rows, "select id, title, ts, region from " + table);
    for (String filter :
        List.of("id = 5", "region = 'r1'", "region is null", "ts < '1970-02-01'")) {
      same(
          rows.replace("where ", "where " + filter + " and (") + ")",
          "select id, title, ts, region from " + table + " where " + filter);
    }
    Row again = sql("call placed.system.rewrite(table => '" + name() + "')").head();
    assertEquals(0, again.<Integer>getAs("files_before"));
    sql("set spark.datasource.placed.partitionOverwriteMode=dynamic");
    try {
      sql("insert overwrite " + table + " select * from " + table + " where id % 4 = 0");
    } finally {
      spark.conf().unset("spark.datasource.placed.partitionOverwriteMode");
    }
    Set<String> buckets = new HashSet<>();
    sql("select distinct placed.bucket(4, id) from source where id % 4 = 0 and (id % 7 <> 0 or id"
            + " >= 200)")
        .collectAsList()
        .forEach(r -> buckets.add(r.get(0).toString()));
    same(
        "select id, name, ts, region from ("
            + rows
            + ") where id % 4 = 0 or placed.bucket(4, id) not in ("
            + String.join(", ", buckets)
            + ")",
        "select id, title, ts, region from " + table);
  }

  /** The oldest snapshot that the query reads has no such rows, the table has. */
  @Test
  void norIfTheQueryReadsSeveralSnapshots() throws Exception {
    create("path", "region");
    sql("insert into " + table + " select id, name, ts, region from source where id < 100");
    Dataset<Row> first = read(location);
    call("");
    sql("insert into " + table + " select id, name, ts, region from source where id >= 100");
    call("region");
    Dataset<Row> both = first.union(read(location)).distinct();
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                both.write()
                    .format("placed")
                    .mode("overwrite")
                    .partitionBy("region")
                    .option("partitionOverwriteMode", "dynamic")
                    .save(location));
    assertTrue(message(refused).contains("its rows would stay"), message(refused));
    same("select id, name, ts, region from source", "select id, name, ts, region from " + table);
  }

  /** The catalog cannot change its partition columns; the log says what they are. */
  @Test
  void thePartitioningOfATableWithPartitionColumnsChangesByName() throws Exception {
    create("catalog", "region");
    sql("insert into " + table + " select id, name, ts, region from source where id < 200");
    call(table, "days(TS), bucket(4, ID)");
    sql("insert into " + table + " select id, name, ts, region from source where id >= 200");
    same("select * from source", "select id, name, ts, region from " + table);
    same(
        "select * from source where region = 'r1' and id > 150",
        "select id, name, ts, region from " + table + " where region = 'r1' and id > 150");
    assertTrue(directories().contains("region=r0"), directories() + "");
    assertTrue(directories().contains("ts_day=1970-01-01/id_bucket=0"), directories() + "");
    sql("update " + table + " set region = 'r9' where id % 2 = 0");
    sql("alter table " + table + " add column more int");
    Exception refused =
        assertThrows(
            Exception.class,
            () -> sql("alter table " + table + " rename column region to Region2"));
    assertTrue(message(refused).contains("region"), message(refused));
    sql("alter table " + table + " rename column name to other");
    same(
        "select id, name, ts, if(id % 2 = 0, 'r9', region), null from source",
        "select id, other, ts, region, more from " + table);
    call(table, "region");
    if (since("4.0")) {
      sql("insert overwrite " + table + " partition (region = 'r9') select 1, 'n', null, 2");
    } else { // Some rows only of files outside of the directories of partitions are replaced.
      assertFails(
          "does not support overwrite by expression",
          () ->
              sql(
                  "insert overwrite "
                      + table
                      + " partition (region = 'r9') select 1, 'n', null, 2"));
      sql("delete from " + table + " where region = 'r9'");
      sql("insert into " + table + " partition (region = 'r9') select 1, 'n', null, 2");
    }
    same(
        "select id, name, ts, region, null from source where id % 2 <> 0 union all select 1, 'n',"
            + " null, 'r9', 2",
        "select id, other, ts, region, more from " + table);
  }

  /** The catalog has the partition columns, and the log transforms besides. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from %s",
        "truncate table %s",
        "delete from %s where p = 1",
        "truncate table %s partition (p = 1)",
        "alter table %s drop partition (p = 1)"
      })
  void rowsGoByNameIfThePathHasTransformsBesides(String statement) throws Exception {
    named("catalog");
    sql("create table " + table + " (k bigint, p int) using placed partitioned by (p)");
    sql("insert into " + table + " select id, id % 2 from range(4)");
    call(location, "p, bucket(2, k)");
    sql("insert into " + table + " select id, id % 2 from range(4, 8)");
    sql(String.format(Locale.ROOT, statement, table));
    assertEquals(statement.contains("p = 1") ? 4 : 0, spark.table(table).count());
    assertEquals("p, bucket(2, k)", snapshot().partitioning().spec(snapshot().schema()).toString());
    sql("insert into " + table + " values (9, 1)");
    assertEquals(1, spark.table(table).where("p = 1").count());
  }

  /** By its path the partitioning changes, too; only a write by path takes it back. */
  @ParameterizedTest
  @CsvSource({"region, days(ts)", "region, ''", "'', region", "region, 'name, region'"})
  void aWriteByNameKeepsThePartitioningOfThePath(String declared, String changed) throws Exception {
    named("catalog");
    String by = declared.isEmpty() ? "" : " partitioned by (" + declared + ")";
    sql("create table " + table + " (" + COLUMNS + ") using placed" + by);
    String source = " select id, name, ts, region from source";
    sql("insert into " + table + source);
    call(location, changed);
    sql("refresh table " + table);
    long before = snapshot().id();
    for (String statement :
        List.of(
            "insert into " + table + source,
            "insert overwrite " + table + source,
            "insert overwrite " + table + " select * from " + table)) {
      assertFails("is partitioned by [" + changed + "]", () -> sql(statement));
    }
    assertEquals(before, snapshot().id());
    call(changed);
    sql("insert overwrite " + table + source);
    assertEquals(changed, snapshot().partitioning().spec(snapshot().schema()).toString());
    data(0, 600)
        .select("id", "name", "ts", "region")
        .write()
        .format("placed")
        .mode("overwrite")
        .save(location);
    assertTrue(snapshot().partitioning().spec(snapshot().schema()).isEmpty());
    sql("refresh table " + table);
    same("select * from source", "select id, name, ts, region from " + table);
  }

  /** The log says how rows are partitioned; another declaration would mean nothing. */
  @Test
  void transformsAreDeclaredAsTheDataSetHasThem() throws Exception {
    named("path");
    spark.table("source").write().format("placed").save(location);
    String other = table();
    String create = "create table " + other + " (" + COLUMNS + ") using placed";
    String days = " partitioned by (days(TS)) location '" + location + "'";
    for (String statement :
        List.of(
            create + days,
            create.replace("create table", "create table if not exists") + days,
            create.replace("create table", "create or replace table") + days)) {
      String refused = message(assertThrows(Exception.class, () -> sql(statement), statement));
      assertTrue(
          refused.contains(other + ": PARTITIONED BY (days(ts)) is declared")
              && refused.contains(location + " is partitioned by []")
              && refused.contains("set_partitioning"),
          refused);
      assertTrue(!spark.catalog().tableExists(other));
    }
    call("days(ts)");
    sql(create + days);
    sql(
        create.replace("create table", "create table if not exists")
            + days.replace("days", "years"));
    sql("insert into " + other + " select * from source");
    assertTrue(directories().contains("ts_day=1970-01-01"), directories() + "");
    sql("drop table " + other);
    sql(create + " location '" + location + "'");
    sql("insert into " + other + " select * from source");
    assertEquals(1800, sql("select * from " + other).count());
    sql("drop table " + other);
    // Nothing is there yet.
    sql(create + days.replace(location, path("new")));
    sql("insert into " + other + " select * from source");
    assertEquals(600, sql("select * from " + other).count());
    sql("drop table " + other);
  }

  /** The catalog knows the partition columns only. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "update %s set name = 'changed' where id % 10 = 3",
        "merge into %s t using source s on t.id = s.id and s.id < 20"
            + " when matched then update set name = 'changed' when not matched then insert *",
        "delete from %s where name = 'name 7'",
        "insert into %s select * from source",
        "insert overwrite %s select * from source where id > 100",
      })
  void statementsFollowTransformsThatOnlyTheLogKnows(String statement) throws Exception {
    create("catalog", "region");
    sql("insert into " + table + " select * from source");
    call(location, "region, bucket(4, id)");
    sql("refresh table " + table);
    sql(statement.replace("%s", table));
    assertEquals(
        "region, bucket(4, id)", snapshot().partitioning().spec(snapshot().schema()).toString());
    long changed = sql("select * from " + table + " where name = 'changed'").count();
    long expected = statement.startsWith("update") ? 60 : statement.startsWith("merge") ? 20 : 0;
    assertEquals(expected, changed);
  }
}
