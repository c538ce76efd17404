package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * DELETE, UPDATE and MERGE of tables that are partitioned by transforms, with columns in mixed
 * case.
 */
@OneIn(2)
class RowLevelTransformsTest extends SparkTestCase {
  private static final String ROWS =
      "select if(id % 13 = 0, null, id) as Id, if(id % 11 = 0, null, timestamp_seconds((id % 5 - 2)"
          + " * 86400 + id)) as TS, concat('n', id) as Name from range(0, 400)";

  private String table;
  private String location;

  @BeforeEach
  void source() {
    sql(ROWS).createOrReplaceTempView("source");
  }

  private void create(String kind) {
    location = path("t");
    table = kind.equals("path") ? "placed.`" + location + "`" : table();
    sql(
        "create table "
            + table
            + " (`Id` bigint, `TS` timestamp, `Name` string) using placed partitioned by (days(ts),"
            + " bucket(4, id))"
            + (kind.equals("path") ? "" : " location '" + location + "'"));
    sql("insert into " + table + " select * from source");
  }

  private void same(String expected) {
    assertEquals(rows(sql(expected)), rows(sql("select * from " + table)));
    // The path says the same, and each partition has the rows of its values.
    assertEquals(rows(sql(expected)), rows(read(location)));
    for (String where :
        List.of("id = 17", "ts is null", "ID is null", "ts < timestamp'1970-01-01'")) {
      assertEquals(
          rows(sql("select * from (" + expected + ") where " + where)),
          rows(sql("select * from " + table + " where " + where)),
          where);
    }
  }

  private Snapshot snapshot() throws Exception {
    return DataSet.at(FileStores.local(), location).current();
  }

  static List<Arguments> kindsAndShares() {
    return oneOf(
        List.of(
            Arguments.of("path", "0.2"), Arguments.of("path", "0"), Arguments.of("catalog", "1")));
  }

  @ParameterizedTest
  @MethodSource("kindsAndShares")
  void mergeWithAllClauses(String kind, String share) throws Exception {
    create(kind);
    sql(
        "alter table "
            + table
            + " set tblproperties ('placed.deletes.max-share' = '"
            + share
            + "')");
    sql(
        "merge into "
            + table
            + " t using (select id as k from range(0, 500, 7) union all select null) s on t.id ="
            + " s.k when matched and s.k % 3 = 0 then delete when matched then update set ts = ts +"
            + " interval 1 day, name = 'u' when not matched and (k is null or k > 390) then insert"
            + " (ID, name) values (k, 'new') when not matched by source and name like '%9' then"
            + " delete when not matched by source and ts is null then update set TS ="
            + " timestamp'2020-01-01', iD = id + 1000");
    String matched = "(id % 7 = 0 and id is not null)";
    same(
        "select case when "
            + matched
            + " then id when ts is null then id + 1000 else id end Id,"
            + " case when "
            + matched
            + " then ts + interval 1 day when ts is null then"
            + " timestamp'2020-01-01' else ts end TS, case when "
            + matched
            + " then 'u' else name end Name from source where not (("
            + matched
            + " and id % 3 = 0) or"
            + " (not "
            + matched
            + " and name like '%9')) union all select k, null, 'new' from (select id as k from"
            + " range(0, 500, 7) union all select null) where k is null or k >= 400");
    boolean vectors = snapshot().files().stream().anyMatch(f -> f.deletes() != null);
    assertEquals(!share.equals("0"), vectors);
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void updatedRowsMove(String kind) throws Exception {
    create(kind);
    sql(
        "update "
            + table
            + " set ts = timestamp'2001-02-03 04:05:06', ID = null where id % 10 = 3");
    same(
        "select if(id % 10 = 3, null, id) as Id, if(id % 10 = 3, timestamp'2001-02-03 04:05:06',"
            + " ts) as TS, Name from source");
    assertTrue(
        snapshot().files().stream()
            .anyMatch(f -> f.path().contains("TS_day=2001-02-03/Id_bucket=__HIVE")));
    sql("update " + table + " set ts = null where id is null");
    same(
        "select if(id % 10 = 3, null, id) as Id, if(id % 10 = 3 or id is null, null, ts) as TS,"
            + " Name from source");
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void deletesWithSubqueries(String kind) {
    create(kind);
    sql("select id as k from range(0, 400, 9)").createOrReplaceTempView("keys");
    sql("delete from " + table + " where iD in (select k from keys)");
    same("select * from source where id is null or id % 9 <> 0");
    sql(
        "delete from "
            + table
            + " where not exists (select 1 from keys where k + 1 = Id) and ts is null");
    same(
        "select * from source where (id is null or id % 9 <> 0) and not (ts is null and"
            + " (id is null or id % 9 <> 1))");
    sql("delete from " + table + " t where ts > (select max(ts) from source) - interval 1 day");
    same(
        "select * from source where (id is null or id % 9 <> 0) and not (ts is null and (id is null"
            + " or id % 9 <> 1)) and (ts is null or ts <= (select max(ts) from source) - interval 1"
            + " day)");
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void aRowThatMatchesTwiceIsAnErrorOfSpark(String kind) {
    create(kind);
    Exception twice =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "merge into "
                        + table
                        + " t using (select 5 as k, 'a' as v union all select 5, 'b') s on t.id ="
                        + " s.k when matched then update set name = v"));
    assertTrue(message(twice).contains("MERGE_CARDINALITY_VIOLATION"), message(twice));
    same("select * from source");
    Exception random =
        assertThrows(Exception.class, () -> sql("delete from " + table + " where rand() < 0.5"));
    assertTrue(message(random).contains("deterministic"), message(random));
    same("select * from source");
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void overwritesAfterDeletes(String kind) {
    create(kind);
    sql("delete from " + table + " where id % 4 = 1");
    sql(
        "insert into "
            + table
            + " replace where id between 100 and 200 select id, ts, 'r' from source"
            + " where id between 150 and 200");
    String now =
        "select Id, TS, if(id between 150 and 200, 'r', name) Name from source where (id is null or"
            + " id % 4 <> 1 or id between 150 and 200) and (id is null or id not between 100 and"
            + " 149)";
    same(now);
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      sql(
          "insert overwrite "
              + table
              + " select 17L, timestamp'1970-01-01 12:00:00 UTC', 'dynamic'");
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    same(
        now
            + " and not (ts is not null and placed.days(ts) = date'1970-01-01' and id is not null"
            + " and placed.bucket(4, id) = placed.bucket(4, 17L)) union all select 17L,"
            + " timestamp'1970-01-01 12:00:00 UTC', 'dynamic'");
  }
}
