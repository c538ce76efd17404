package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** Tables as sources and sinks of streams: every row exactly once, also after repeated batches. */
class StreamingTest extends SparkTestCase {

  private void append(String path, long from, long end) {
    spark
        .range(from, end, 1, 2)
        .selectExpr("id", "id % 3 as p")
        .write()
        .format("placed")
        .mode(SaveMode.Append)
        .save(path);
  }

  private Dataset<Row> source(String path, Map<String, String> options) {
    return spark.readStream().format("placed").options(options).load(path);
  }

  private void run(Dataset<Row> from, String to) throws Exception {
    run(from, to, "append");
  }

  private void run(Dataset<Row> from, String to, String mode) throws Exception {
    StreamingQuery query =
        from.writeStream()
            .format("placed")
            .outputMode(mode)
            .option("checkpointLocation", to + "-checkpoint")
            .trigger(Trigger.AvailableNow())
            .start(to);
    query.awaitTermination();
  }

  private static long snapshots(String path) throws Exception {
    return PlacedTables.snapshots(spark, path, 100).size();
  }

  @Test
  void everyRowOnce() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 100);
    append(from, 100, 150);
    Map<String, String> slowly = Map.of("maxFilesPerTrigger", "1");
    run(source(from, slowly), to);
    assertEquals(rows(read(from)), rows(read(to)));
    assertEquals(4, snapshots(to));
    // No new data.
    run(source(from, slowly), to);
    assertEquals(4, snapshots(to));
    append(from, 150, 200);
    // Neither rewrites nor new columns are new rows.
    PlacedTables.rewrite(spark, from, "orc");
    sql("alter table placed.`" + from + "` set tblproperties ('compression' = 'lz4')");
    append(from, 200, 201);
    run(source(from, Map.of()), to);
    assertEquals(rows(read(from)), rows(read(to)));
    assertEquals(5, snapshots(to));
  }

  @Test
  void batchesThatAreRepeatedAreThere() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 50);
    run(source(from, Map.of()), to);
    long before = snapshots(to);
    // Simulates a crash between the commits of the table and of the checkpoint, for the first
    // batch.
    forget(to, 0);
    append(from, 50, 80);
    run(source(from, Map.of()), to);
    assertEquals(rows(read(from)), rows(read(to)));
    assertEquals(before + 1, snapshots(to));
    // No files remain of the repeated batch.
    assertEquals(DataSet.at(FileStores.local(), to).current().files().size(), dataFiles(to));
    // The same for a later batch, with a limit that would now divide it.
    forget(to, 1);
    append(from, 80, 90);
    run(source(from, Map.of("maxBytesPerTrigger", "1")), to);
    assertEquals(rows(read(from)), rows(read(to)));
    assertEquals(before + 3, snapshots(to));
  }

  /** An overwrite of the table is not another table: a batch before it is known. */
  @Test
  void batchesThatAreRepeatedAfterAnOverwriteAreThere() throws Exception {
    String from = path("from");
    for (boolean save : new boolean[] {false, true}) {
      String to = path("to" + save);
      append(from, 0, 50);
      run(source(from, Map.of()), to);
      List<String> rows = rows(read(to));
      if (save) {
        spark
            .createDataFrame(read(to).collectAsList(), read(to).schema())
            .write()
            .format("placed")
            .mode(SaveMode.Overwrite)
            .save(to);
      } else {
        sql("insert overwrite placed.`" + to + "` select * from placed.`" + to + "`");
      }
      forget(to, 0);
      run(source(from, Map.of()), to);
      assertEquals(rows, rows(read(to)));
    }
  }

  private static void forget(String to, int batch) throws Exception {
    Path commits = Path.of(to + "-checkpoint", "commits");
    Files.delete(commits.resolve(String.valueOf(batch)));
    Files.deleteIfExists(commits.resolve("." + batch + ".crc"));
  }

  @Test
  void beginsWithAnEmptyTable() throws Exception {
    String t = table();
    sql("create table " + t + " (id bigint, p bigint) using placed location '" + path("e") + "'");
    String to = path("to");
    Dataset<Row> stream = spark.readStream().table(t);
    run(stream, to);
    append(path("e"), 0, 10);
    run(stream, to);
    assertEquals(10, read(to).count());
    forget(to, 0);
    append(path("e"), 10, 20);
    run(stream, to);
    assertEquals(rows(read(path("e"))), rows(read(to)));
    sql("drop table " + t);
  }

  /** Spark makes strings of them, and pads the values of CHAR, in batches only. */
  @Test
  void columnsOfCharAndVarcharAreStrings() throws Exception {
    String t = table();
    sql(
        "create table "
            + t
            + " (id bigint, c char(4), v varchar(4), s struct<x: varchar(2), y: array<char(3)>>,"
            + " m map<char(2), struct<z: char(5), n: int>>) using placed location '"
            + path("t")
            + "'");
    sql(
        "insert into "
            + t
            + " values (1, 'a', 'b', named_struct('x', 'y', 'y', array('z')),"
            + " map('k', named_struct('z', 'u', 'n', 1)))");
    // A write by path does not pad.
    spark
        .range(2, 4)
        .selectExpr(
            "id",
            "if(id = 2, 'a', 'ab') as c",
            "'b ' as v",
            "if(id = 2, named_struct('x', 'x', 'y', array('a', null, 'abc')), null) as s",
            "map('k', named_struct('z', 'u', 'n', 1), 'l', null) as m")
        .write()
        .format("placed")
        .mode(SaveMode.Append)
        .save(path("t"));
    run(spark.readStream().table(t), path("to"));
    assertEquals(rows(spark.table(t)), rows(read(path("to"))));
    run(spark.readStream().table(t).where("c = 'a'").select("id", "c"), path("some"));
    assertEquals(List.of("(1, a   )", "(2, a   )"), rows(read(path("some"))));
    run(
        spark.readStream().table(t).selectExpr("id", "s.y[0] as y", "map_values(m)[0].z as z"),
        path("parts"));
    assertEquals(
        List.of("(1, z  , u    )", "(2, a  , u    )", "(3, null, u    )"),
        rows(read(path("parts"))));
    if (since("4.1")) {
      run(sql("select upper(c) as u, s.x, v from stream " + t + " where c = 'a'"), path("sql"));
      assertEquals(List.of("(A   , x, b )", "(A   , y, b)"), rows(read(path("sql"))));
    }
    sql("drop table " + t);
  }

  /** A reader may take such paths for patterns; a write goes to the path itself. */
  @Test
  void pathsThatLookLikePatterns() throws Exception {
    for (String name : List.of("x[ab]", "{xa,xb}", "x*", "x?", "[^z]a", "x[a")) {
      String at = path("under" + Math.abs(name.hashCode()));
      String from = at + "/from";
      append(from, 0, 5);
      if (name.contains("a")) {
        for (String other : List.of("xa", "xb")) {
          spark
              .range(3)
              .selectExpr("id", "id as other")
              .write()
              .format("placed")
              .partitionBy("other")
              .save(at + "/" + other);
        }
      }
      run(source(from, Map.of()), at + "/" + name);
      append(from, 5, 10);
      run(source(from, Map.of()), at + "/" + name);
      assertEquals(rows(read(from)), rows(read(at + "/" + name)), name);
    }
  }

  /** Each file says which snapshot has added it. */
  @Test
  void whatWasReadMayExpire() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 10);
    run(source(from, Map.of()), to);
    append(from, 10, 20);
    PlacedTables.vacuum(spark, from, new VacuumOptions(Duration.ZERO, 1, false));
    run(source(from, Map.of()), to);
    assertEquals(rows(read(from)), rows(read(to)));
    run(source(from, Map.of("startingSnapshot", "2")), path("later"));
    assertEquals(List.of("(10, 10)"), rows(read(path("later")).selectExpr("min(id)", "count(*)")));
  }

  /** All epochs of such a stream would write the files of one commit. */
  @Test
  void continuousTriggersAreRefused() throws Exception {
    String to = path("to");
    StreamingQuery query =
        spark
            .readStream()
            .format("rate")
            .load()
            .writeStream()
            .format("placed")
            .option("checkpointLocation", path("c"))
            .trigger(Trigger.Continuous("1 second"))
            .start(to);
    assertFails("its trigger is continuous", query::awaitTermination);
    assertFalse(Files.exists(Path.of(to)));
  }

  /** The columns of a query are those of when it began, also if there was no snapshot then. */
  @Test
  void columnsAreRenamedWhileAStreamRunsThatBeganBeforeTheTable() throws Exception {
    String name = table();
    String to = path("to");
    sql("CREATE TABLE " + name + " (id INT, v STRING) USING placed");
    StreamingQuery query =
        spark
            .readStream()
            .table(name)
            .writeStream()
            .format("placed")
            .option("checkpointLocation", to + "-checkpoint")
            .start(to);
    try {
      sql("INSERT INTO " + name + " VALUES (1, 'a')");
      query.processAllAvailable();
      sql("ALTER TABLE " + name + " RENAME COLUMN v TO w");
      sql("INSERT INTO " + name + " VALUES (2, 'b')");
      sql("ALTER TABLE " + name + " ADD COLUMN v STRING");
      sql("INSERT INTO " + name + " VALUES (3, 'c', 'another')");
      query.processAllAvailable();
    } finally {
      query.stop();
    }
    assertEquals(List.of("(1, a)", "(2, b)", "(3, c)"), rows(read(to)));
    sql("DROP TABLE " + name);
  }

  @Test
  void rowsThatGoEndTheStream() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 10);
    run(source(from, Map.of()), to);
    sql("delete from placed.`" + from + "` where id = 3");
    append(from, 10, 20);
    String refused = message(assertThrows(Exception.class, () -> run(source(from, Map.of()), to)));
    assertTrue(refused.contains("skipChanges"), refused);
    run(source(from, Map.of("skipChanges", "true")), to);
    assertEquals(20, read(to).count());
  }

  @Test
  void beginsWithASnapshot() throws Exception {
    String from = path("from");
    append(from, 0, 10);
    append(from, 10, 20);
    append(from, 20, 30);
    run(source(from, Map.of("startingSnapshot", "2")), path("to"));
    assertEquals(
        List.of("(10, 29, 20)"),
        rows(read(path("to")).selectExpr("min(id)", "max(id)", "count(*)")));
    // The next one.
    run(source(from, Map.of("startingSnapshot", "4")), path("later"));
    append(from, 30, 40);
    run(source(from, Map.of("startingSnapshot", "4")), path("later"));
    assertEquals(
        List.of("(30, 39, 10)"),
        rows(read(path("later")).selectExpr("min(id)", "max(id)", "count(*)")));
    assertRefused(
        source(from, Map.of("startingSnapshot", "9")), path("x"), "snapshot 9 does not exist");
    String wrong =
        message(
            assertThrows(
                Exception.class,
                () -> run(source(from, Map.of("maxFilesPerTrigger", "none")), path("x"))));
    assertTrue(wrong.contains("must be a positive number"), wrong);
  }

  @Test
  void completeResultsReplaceEachOther() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 30);
    Dataset<Row> counts = source(from, Map.of()).groupBy("p").count();
    run(counts, to, "complete");
    assertEquals(List.of("(0, 10)", "(1, 10)", "(2, 10)"), rows(read(to)));
    append(from, 30, 33);
    run(counts, to, "complete");
    assertEquals(List.of("(0, 11)", "(1, 11)", "(2, 11)"), rows(read(to)));
  }

  /** A dynamic overwrite would leave the partitions that the result no longer has. */
  @Test
  void completeResultsAreNotDynamic() throws Exception {
    String t = table();
    sql(
        "create table "
            + t
            + " (p bigint, count bigint) using placed partitioned by (p) tblproperties"
            + " ('partitionOverwriteMode' = 'dynamic')");
    sql("insert into " + t + " values (99, 99)");
    append(path("from"), 0, 30);
    var counts =
        source(path("from"), Map.of())
            .groupBy("p")
            .count()
            .writeStream()
            .outputMode("complete")
            .option("checkpointLocation", path("c"))
            .trigger(Trigger.AvailableNow());
    String refused =
        message(assertThrows(Exception.class, () -> counts.toTable(t).awaitTermination()));
    assertTrue(refused.contains("set it to static for the stream"), refused);
    assertEquals(List.of("(99, 99)"), rows(spark.table(t)));
    counts.option("partitionOverwriteMode", "static").toTable(t).awaitTermination();
    assertEquals(List.of("(0, 10)", "(1, 10)", "(2, 10)"), rows(spark.table(t)));
    sql("drop table " + t);
  }

  @Test
  void intoPartitions() throws Exception {
    String from = path("from");
    String to = path("to");
    append(from, 0, 30);
    sql(
        "create table placed.`"
            + to
            + "` (id bigint, p bigint) using placed partitioned by (p) tblproperties"
            + " ('placement.reorder' = 'sort(id)')");
    run(source(from, Map.of()), to);
    append(from, 30, 60);
    run(source(from, Map.of()), to);
    assertEquals(20, read(to).where("p = 1").count());
    assertEquals(List.of("p"), DataSet.at(FileStores.local(), to).current().partitionColumns());
    // A stream into a catalog table.
    String t = table();
    sql("create table " + t + " (id bigint, p bigint) using placed");
    source(from, Map.of())
        .writeStream()
        .option("checkpointLocation", path("c2"))
        .trigger(Trigger.AvailableNow())
        .toTable(t)
        .awaitTermination();
    assertEquals(60, spark.table(t).count());
    sql("drop table " + t);
  }

  /** Spark compares the columns of batches with those of the catalog, and not those of streams. */
  @Test
  void aTableOfACatalogKeepsItsColumns() throws Exception {
    String from = path("from");
    append(from, 0, 30);
    String t = table();
    sql("create table " + t + " (ID int, p bigint) using placed");
    assertFails("cast it in the query", () -> intoTable(source(from, Map.of()), t));
    assertFails(
        "the catalog has no column more",
        () -> intoTable(source(from, Map.of()).selectExpr("p", "1 as more"), t));
    assertEquals(List.of(), rows(spark.table(t)));
    // Narrower values are read with the type that the catalog has.
    intoTable(source(from, Map.of()).selectExpr("cast(id as smallint) as id", "p"), t);
    assertEquals(30, spark.table(t).where("id >= 0").count());
    sql("alter table " + t + " alter column id type bigint");
    intoTable(source(from, Map.of()), t);
    assertEquals(60, spark.table(t).where("id >= 0").count());
    assertEquals(List.of("ID", "p"), List.of(spark.table(t).columns()));
    sql("drop table " + t);
  }

  private int queries;

  private void intoTable(Dataset<Row> rows, String table) throws Exception {
    rows.writeStream()
        .option("checkpointLocation", path("into-" + queries++))
        .trigger(Trigger.AvailableNow())
        .toTable(table)
        .awaitTermination();
  }

  /** A write by path does not tell the catalog. */
  @Test
  void aSaveMayWidenColumnsOfACatalog() throws Exception {
    String t = table();
    sql("create table " + t + " (n int) using placed location '" + path("t") + "'");
    sql("insert into " + t + " values (1)");
    spark.range(3, 4).toDF("n").write().format("placed").mode("append").save(path("t"));
    assertFails("ALTER TABLE … ALTER COLUMN … TYPE", () -> rows(spark.table(t)));
    sql("alter table " + t + " alter column n type bigint");
    assertEquals(List.of("(1)", "(3)"), rows(spark.table(t)));
    sql("drop table " + t);
  }

  /** They would give the table other columns than its catalog. */
  @Test
  void optionsOfStreamsByPathOnly() {
    String t = table();
    sql("create table " + t + " (n int) using placed");
    assertFails(
        "changes(name)",
        () -> run(spark.readStream().option("readChanges", true).table(t), path("to")));
    assertFails(
        "the path of the table",
        () -> run(spark.readStream().option("mergeSchema", true).table(t), path("to")));
    sql("drop table " + t);
  }

  private void assertRefused(Dataset<Row> from, String to, String... parts) {
    String message = message(assertThrows(Exception.class, () -> run(from, to)));
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  /** Its snapshots count from 1 again, so that rows up to the old position would be lost. */
  @Test
  void aTableThatIsCreatedAgainEndsTheStream() throws Exception {
    String t = table();
    sql("create table " + t + " (id bigint, p bigint) using placed");
    for (int i = 0; i < 4; i++) {
      sql("insert into " + t + " values (" + i + ", 0)");
    }
    String to = path("to");
    String begun = path("begun");
    run(spark.readStream().table(t), begun);
    run(spark.readStream().table(t), to);
    sql("insert into " + t + " values (4, 0)");
    run(spark.readStream().table(t), to);
    assertEquals(5, read(to).count());
    spark
        .range(10)
        .selectExpr("id", "id as p")
        .write()
        .format("placed")
        .mode(SaveMode.Overwrite)
        .saveAsTable(t);
    for (int i = 0; i < 6; i++) {
      assertRefused(spark.readStream().table(t), to, "the table was dropped and created again");
      assertRefused(spark.readStream().table(t), begun, "the table was dropped and created again");
      sql("insert into " + t + " values (" + i + ", 0)");
    }
    run(spark.readStream().table(t), path("again"));
    assertEquals(16, read(path("again")).count());
    sql("drop table " + t);
  }

  /** Columns are found by ids, which in the new table are those of others. */
  @Test
  void aTableThatIsCreatedAgainAfterItWasPlannedIsRefused() throws Exception {
    String from = path("from");
    sql("select 1 as a, 2 as b").write().format("placed").save(from);
    Dataset<Row> stream = source(from, Map.of());
    FileStores.local().forPath(from).delete(from, true);
    sql("select 20 as b, 10 as a").write().format("placed").save(from);
    assertRefused(stream, path("to"), "after the query was planned on snapshot 1", "plan it again");
    run(source(from, Map.of()), path("again"));
    assertEquals(List.of("(10, 20)"), rows(read(path("again")).select("a", "b")));
  }

  /** What is no whole table has no log, and gave no rows for ever. */
  @Test
  void onlyWholeTablesAreStreams() throws Exception {
    String to = path("to");
    append(path("ev-1"), 0, 10);
    run(source(path("ev-*"), Map.of()), to);
    append(path("ev-1"), 10, 20);
    run(source(path("ev-*"), Map.of()), to);
    assertEquals(20, read(to).count());
    append(path("ev-2"), 0, 10);
    assertRefused(source(path("ev-*"), Map.of()), to, "reads one table", "2 paths", path("ev-2"));

    String t = path("t");
    sql("create table placed.`" + t + "` (id bigint, p bigint) using placed partitioned by (p)");
    append(t, 0, 9);
    String owner = "is a part of the table " + t;
    for (String part : List.of("/p=1", "/p=[1]")) {
      for (boolean changes : new boolean[] {false, true}) {
        Map<String, String> options = Map.of("readChanges", "" + changes);
        assertRefused(source(t + part, options), path("x"), t + "/p=1: ", owner);
      }
    }
    assertRefused(source(t + "/p=*", Map.of()), path("x"), "3 paths");
    String file = t + "/" + PlacedTables.files(spark, t).get(0).path();
    assertRefused(source(file, Map.of()), path("x"), owner);
    Files.copy(Path.of(file), Path.of(path("alone.placed")));
    assertRefused(source(path("alone.placed"), Map.of()), path("x"), "is a file");
  }

  /** First come the options of the write, then the properties, then defaults. */
  @Test
  void propertiesOfATableWinOverDefaultsOfTheSession() throws Exception {
    String from = path("from");
    String to = path("to");
    sql(
        "create table placed.`"
            + to
            + "` (id bigint) using placed tblproperties ('maxRecordsPerFile' = '1000',"
            + " 'mergeSchema' = 'false')");
    append(from, 0, 10_000);
    Dataset<Row> rows = source(from, Map.of()).select("id");
    spark.conf().set("spark.datasource.placed.maxRecordsPerFile", "5000");
    spark.conf().set("spark.datasource.placed.mergeSchema", "true");
    try {
      run(rows, to);
      assertEquals(10, dataFiles(to));
      rows.writeStream()
          .format("placed")
          .option("maxRecordsPerFile", 2500)
          .option("checkpointLocation", path("other"))
          .trigger(Trigger.AvailableNow())
          .start(to)
          .awaitTermination();
      assertEquals(14, dataFiles(to));
      append(from, 10_000, 20_000);
      assertRefused(source(from, Map.of()), to, "mergeSchema");
      assertEquals(20_000, read(to).count());
    } finally {
      spark.conf().unset("spark.datasource.placed.maxRecordsPerFile");
      spark.conf().unset("spark.datasource.placed.mergeSchema");
    }
  }
}
