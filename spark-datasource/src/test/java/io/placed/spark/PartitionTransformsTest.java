package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are partitioned by transforms, by path and in the session's catalog. */
class PartitionTransformsTest extends SparkTestCase {
  private static final String COLUMNS = "id bigint, name string, ts timestamp, region string";
  private static final String BY = "days(ts), bucket(4, id), region";

  private String table;
  private String location;

  /** 600 rows of 1969 and 1970, some of which are null. */
  private static Dataset<Row> data(int from, int to) {
    return spark
        .range(from, to)
        .selectExpr(
            "id",
            "if(id % 7 = 0, null, concat('name ', id % 30)) as name",
            "if(id % 11 = 0, null, timestamp_seconds((id % 9 - 4) * 43200 + id)) as ts",
            "if(id % 5 = 0, null, concat('r', id % 3)) as region");
  }

  @BeforeEach
  void names() {
    data(0, 600).createOrReplaceTempView("source");
  }

  private void named(String kind) {
    location = path("t");
    table = kind.equals("path") ? "placed.`" + location + "`" : table();
    location = kind.equals("path") ? location : location(table);
  }

  private static String location(String table) {
    return spark.conf().get("spark.sql.warehouse.dir").replaceFirst("^file:/*", "/") + "/" + table;
  }

  private Snapshot snapshot() throws Exception {
    return DataSet.at(FileStores.local(), location).current();
  }

  private static void same(String expected, String found) {
    assertEquals(rows(sql(expected)), rows(sql(found)));
  }

  private void create(String kind, String by) {
    named(kind);
    sql("create table " + table + " (" + COLUMNS + ") using placed partitioned by (" + by + ")");
  }

  private Set<String> directories() throws Exception {
    return snapshot().files().stream()
        .map(f -> Path.of(f.path()).getParent() + "")
        .collect(Collectors.toCollection(TreeSet::new));
  }

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
            .map(f -> f.with(f.partition(), java.util.Map.of(), f.names()))
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

  private void call(String by) {
    String name = table.startsWith("placed.") ? location : table;
    sql(
        "call placed.system.set_partitioning(table => '"
            + name
            + "', partitioning => '"
            + by
            + "')");
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
    Set<String> written =
        snapshot().files().stream()
            .filter(f -> f.path().contains(snapshot0().commitId()))
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

  private Snapshot snapshot0() {
    try {
      return snapshot();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The catalog cannot change its partition columns; the log says what they are. */
  @Test
  void thePartitioningOfATableWithPartitionColumnsChangesByName() throws Exception {
    create("catalog", "region");
    sql("insert into " + table + " select id, name, ts, region from source where id < 200");
    sql(
        "call placed.system.set_partitioning(table => '"
            + table
            + "', partitioning => 'days(TS), bucket(4, ID)')");
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
    sql("call placed.system.set_partitioning(table => '" + table + "', partitioning => 'region')");
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
    sql(
        "call placed.system.set_partitioning(table => '"
            + location
            + "', partitioning => 'p, bucket(2, k)')");
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
    sql(
        "call placed.system.set_partitioning(table => '%s', partitioning => '%s')"
            .formatted(location, changed));
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
    sql(
        "call placed.system.set_partitioning(table => '%s', partitioning => 'region, bucket(4, id)')"
            .formatted(location));
    sql("refresh table " + table);
    sql(statement.replace("%s", table));
    assertEquals(
        "region, bucket(4, id)", snapshot().partitioning().spec(snapshot().schema()).toString());
    long changed = sql("select * from " + table + " where name = 'changed'").count();
    long expected = statement.startsWith("update") ? 60 : statement.startsWith("merge") ? 20 : 0;
    assertEquals(expected, changed);
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
