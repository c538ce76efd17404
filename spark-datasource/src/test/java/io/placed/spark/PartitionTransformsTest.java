package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.predicate.Predicate;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are partitioned by transforms, by path and in the session's catalog. */
class PartitionTransformsTest extends TransformTableTestCase {
  private static final String BY = "days(ts), bucket(4, id), region";

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void rowsAreWrittenByTransformsAndFound(String kind) throws Exception {
    create(kind, BY);
    sql("insert into " + table + " select id, name, ts, region from source");
    same("select * from source", "select id, name, ts, region from " + table);
    assertEquals(BY, snapshot().partitioning().spec(snapshot().schema()).toString());
    assertTrue(
        directories().contains("ts_day=1969-12-31/id_bucket=0/region=r0"), directories() + "");
    for (String where :
        List.of(
            "id = 17",
            "id in (3, 99, 1000)",
            "ts < timestamp'1969-12-31 10:00:00'",
            "ts is null and id > 300",
            "region = 'r1' and id = 40",
            "ts >= timestamp'1970-01-01 00:00:00' and name like 'name 1%'",
            "not (id = 5)",
            "to_date(ts) = date'1970-01-01'")) {
      same(
          "select * from source where " + where,
          "select id, name, ts, region from " + table + " where " + where);
    }
    DataFilePruning pruning =
        new DataFilePruning(
            Predicate.eq("id", 17L), snapshot().schema(), snapshot().partitioning(), true);
    long left =
        snapshot().files().stream()
            .map(f -> f.with(f.partition(), Map.of(), f.names()))
            .filter(f -> pruning.mayMatch(f, f.partition()))
            .count();
    assertTrue(left <= snapshot().fileCount() / 2, left + " of " + snapshot().fileCount());
  }

  @Test
  @SuppressWarnings("deprecation") // The other name of days is new in Spark 4.0.
  void tasksWriteOneFilePerPartition() throws Exception {
    create("path", BY);
    data(0, 600).repartition(1).writeTo(table).append();
    assertEquals(directories().size(), snapshot().fileCount());
    named("path2");
    location = path("t2");
    table = "placed.`" + location + "`";
    data(0, 600)
        .repartition(1)
        .writeTo(table)
        .partitionedBy(functions.col("region"), functions.days(functions.col("ts")))
        .using("placed")
        .create();
    assertEquals(
        "region, days(ts)", snapshot().partitioning().spec(snapshot().schema()).toString());
    assertEquals(directories().size(), snapshot().fileCount());
    // Without functions of a catalog rows need not be together.
    data(600, 1200).repartition(1).write().format("placed").mode("append").save(location);
    assertEquals(2 * directories().size(), snapshot().fileCount());
    assertEquals(
        rows(data(0, 1200).select("id", "name", "ts", "region")),
        rows(read(location).select("id", "name", "ts", "region")));
  }

  @Test
  void dynamicOverwriteReplacesPartitionsOfResults() throws Exception {
    create("path", "days(ts), bucket(2, id)");
    sql("insert into " + table + " select * from source");
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      sql(
          "insert overwrite "
              + table
              + " select id, 'new', ts, region from source where date_trunc('day', ts) ="
              + " '1970-01-01' and id % 4 = 0");
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    String commit = snapshot().commitId();
    Set<String> written =
        snapshot().files().stream()
            .filter(f -> f.path().contains(commit))
            .map(f -> f.partition().toString())
            .collect(Collectors.toSet());
    assertTrue(!written.isEmpty() && written.size() < 8, written + "");
    long replaced =
        sql("select * from source where concat(date_format(to_utc_timestamp(ts,"
                + " current_timezone()), 'yyyy-MM-dd'), placed.bucket(2, id)) in (select"
                + " concat(date_format(to_utc_timestamp(ts, current_timezone()), 'yyyy-MM-dd'),"
                + " placed.bucket(2, id)) from source where date_trunc('day', ts) = '1970-01-01'"
                + " and id % 4 = 0)")
            .count();
    long added =
        sql("select * from source where date_trunc('day', ts) = '1970-01-01' and id % 4 = 0")
            .count();
    assertEquals(600 - replaced + added, sql("select * from " + table).count());
  }

  /** Spark plans a scan of a table that it does not read, and asks its catalog for functions. */
  @ParameterizedTest
  @ValueSource(strings = {"delete from %s", "truncate table %s", "delete from %s where p = 1"})
  void rowsOfATableOfTheCatalogAreRemoved(String statement) throws Exception {
    named("catalog");
    sql(
        "create table "
            + table
            + " (k bigint, p int) using placed partitioned by (bucket(2, k), p)");
    sql("insert into " + table + " select id, id % 2 from range(8)");
    sql("cache table " + table);
    assertEquals(8, spark.table(table).count());
    sql(String.format(Locale.ROOT, statement, table));
    int left = statement.contains("where") ? 4 : 0;
    assertEquals(left, spark.table(table).count());
    sql("uncache table " + table);
    assertEquals(left, spark.table(table).count());
    sql("insert into " + table + " values (1, 1)");
    sql(String.format(Locale.ROOT, statement, table));
    assertEquals(left, spark.table(table).count());
  }

  /** The table does not have the columns, so they are null in all rows. */
  @Test
  void columnsOfAReaderMayHaveTheNamesOfPartitionFields() throws Exception {
    create("path", "days(ts), bucket(4, id)");
    sql("insert into " + table + " select id, name, ts, region from source");
    for (String condition :
        List.of("id_bucket is null", "ID_BUCKET is null", "ts_day is null and id_bucket is null")) {
      long rows =
          spark
              .read()
              .schema("id bigint, id_bucket int, ts_day date")
              .format("placed")
              .load(location)
              .where(condition)
              .count();
      assertEquals(600, rows, condition);
    }
  }

  /** The metadata table has a row for each value, whatever files have it, also bytes and NaN. */
  @Test
  void partitionsOfBytesAndNaN() {
    named("path");
    sql(
        "create table "
            + table
            + " (id int, b binary, d double) using placed partitioned by (truncate(1, b), d)");
    for (int i = 0; i < 2; i++) {
      sql(
          "insert into "
              + table
              + " values (1, X'0102', double('NaN')), (2, X'01', double('NaN')), (3, null, null),"
              + " (4, X'0203', 0.0), (5, X'', -0.0), (6, null, 1.5)");
    }
    assertEquals(
        List.of(
            "(null, 1.5, 2)", "(null, null, 2)", "(x, 0.0, 2)", "(x01, NaN, 4)", "(x02, 0.0, 2)"),
        rows(
            sql(
                "select partition.b_trunc, partition.d + 0.0D, record_count from "
                    + table
                    + ".partitions")));
    assertEquals(
        List.of("(4)"),
        rows(sql("select sum(record_count) from " + table + ".files where isnan(partition.d)")));
  }

  @Test
  void functionsGiveTheResults() {
    assertEquals(
        List.of("(3, -10, ice, -1, -1, -1, 1969-12-31)"),
        rows(
            sql(
                "select placed.bucket(16, 34), placed.truncate(10, -1), placed.truncate(3,"
                    + " 'iceberg'), placed.years(date'1969-12-31'),"
                    + " placed.months(date'1969-12-31'), placed.hours(timestamp'1969-12-31"
                    + " 23:59:59.999999 UTC'), placed.days(timestamp'1969-12-31 23:59:59.999999"
                    + " UTC')")));
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void partitionsAreListedAndDropped(String kind) throws Exception {
    create(kind, BY);
    sql("insert into " + table + " select * from source");
    assertTrue(
        rows(sql("show partitions " + table)).contains("(ts_day=1969-12-31/id_bucket=0/region=r0)"),
        rows(sql("show partitions " + table)) + "");
    String described = rows(sql("describe table " + table)) + "";
    assertTrue(described.contains("days(ts)") && described.contains("bucket(4, id)"), described);
    String gone = "ts_day=1969-12-31/id_bucket=0/region=r0";
    assertTrue(directories().contains(gone), directories() + "");
    int before = directories().size();
    sql(
        "alter table "
            + table
            + " drop partition (ts_day = date'1969-12-31', id_bucket = 0, region = 'r0')");
    assertEquals(before - 1, directories().size());
    assertTrue(!directories().contains(gone));
    List<String> types =
        spark
            .read()
            .format("placed")
            .option("metadataTable", "files")
            .load(location)
            .select("partition.*")
            .schema()
            .treeString()
            .lines()
            .toList();
    assertTrue(
        types.toString().contains("ts_day: date")
            && types.toString().contains("id_bucket: integer"),
        types + "");
    Exception wrong =
        assertThrows(Exception.class, () -> sql("alter table " + table + " drop column ts"));
    assertTrue(message(wrong).contains("partitioned by days(ts)"), message(wrong));
    wrong =
        assertThrows(Exception.class, () -> sql("alter table " + table + " add column TS_DAY int"));
    assertTrue(message(wrong).contains("a field of that name"), message(wrong));
  }

  @Test
  void aStreamWritesByTransforms() throws Exception {
    create("path", BY);
    String from = path("from");
    data(0, 300).write().format("placed").save(from);
    var query =
        spark
            .readStream()
            .format("placed")
            .load(from)
            .writeStream()
            .format("placed")
            .option("checkpointLocation", path("checkpoint"))
            .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow())
            .start(location);
    query.awaitTermination();
    for (DataFile f : snapshot().files()) {
      assertEquals(Set.of("ts_day", "id_bucket", "region"), f.partition().keySet());
    }
    same("select * from source where id < 300", "select id, name, ts, region from " + table);
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void createdFromAQuery(String kind) throws Exception {
    named(kind);
    sql(
        "create table "
            + table
            + " using placed partitioned by (truncate(6, NAME), years(TS)) as select * from"
            + " source");
    assertEquals(
        "truncate(6, name), years(ts)",
        snapshot().partitioning().spec(snapshot().schema()).toString());
    same("select * from source", "select id, name, ts, region from " + table);
    same(
        "select * from source where name = 'name 3'",
        "select id, name, ts, region from " + table + " where name = 'name 3'");
    long first = snapshot().id();
    sql(
        "create or replace table "
            + table
            + " using placed partitioned by (bucket(3, id)) as select id, region from source");
    assertEquals("bucket(3, id)", snapshot().partitioning().spec(snapshot().schema()).toString());
    same(
        "select id, region from source where id = 33", "select * from " + table + " where id = 33");
    if (kind.equals("path")) {
      same(
          "select * from source where name = 'name 3'",
          "select * from " + table + " version as of " + first + " where name = 'name 3'");
    }
  }
}
