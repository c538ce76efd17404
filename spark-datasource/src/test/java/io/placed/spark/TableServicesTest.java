package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.vacuum.VacuumOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Snapshots, rewrites and vacuums. */
class TableServicesTest extends SparkTestCase {

  private String table(int appends) {
    String path = path("t");
    for (int i = 0; i < appends; i++) {
      append(path, i);
    }
    return path;
  }

  private static void append(String path, int i) {
    spark
        .range(i * 1000L, i * 1000L + 500)
        .selectExpr("id", "concat('n', id % 7) as name", "cast(id % 3 as int) as part")
        .write()
        .format("placed")
        .partitionBy("part")
        .mode(SaveMode.Append)
        .save(path);
  }

  private static long countAt(String path, String option, String value) {
    return spark.read().format("placed").option(option, value).load(path).count();
  }

  @Test
  void jobsOfTheUserKeepTheirDescription() throws Exception {
    String path = table(2);
    SparkContext context = spark.sparkContext();
    context.setJobDescription("mine");
    try {
      PlacedTables.rewrite(spark, path, "orc");
      assertEquals("mine", context.getLocalProperty("spark.job.description"));
      context.setJobDescription(null);
      PlacedTables.rewrite(spark, path, "parquet");
      assertNull(context.getLocalProperty("spark.job.description"));
    } finally {
      context.setJobDescription(null);
    }
  }

  @Test
  void readsThePast() throws Exception {
    String path = table(3);
    assertEquals(500, countAt(path, "snapshot", "1"));
    assertEquals(1000, countAt(path, "snapshot", "2"));
    assertEquals(1500, countAt(path, "SNAPSHOT", "3"));
    List<SnapshotInfo> history = PlacedTables.snapshots(spark, path, 10);
    assertEquals(3, history.size());
    Instant second = Instant.ofEpochMilli(history.get(1).timestampMillis());
    assertEquals(1000, countAt(path, "timestampAsOf", second.toString()));
    // In the session's time zone.
    LocalDateTime local = LocalDateTime.ofInstant(second, ZoneId.of("America/Los_Angeles"));
    assertEquals(1000, countAt(path, "timestampAsOf", local.toString()));
    assertEquals(1500, countAt(path, "timestampAsOf", "2999-01-01"));
    assertEquals(
        1000,
        spark.read().format("placed").option("snapshot", 2).load(path).filter("id >= 0").count());
    String missing = message(assertThrows(Exception.class, () -> countAt(path, "snapshot", "9")));
    assertTrue(missing.contains("snapshot 9 does not exist; the table has 1 to 3"), missing);
    String early =
        message(assertThrows(Exception.class, () -> countAt(path, "timestampAsOf", "1999-01-01")));
    assertTrue(early.contains("the oldest is 1 at"), early);
    String wrong =
        message(assertThrows(Exception.class, () -> countAt(path, "timestampAsOf", "yesterday")));
    assertTrue(wrong.contains("'yesterday' is not a time such as"), wrong);
    String both =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .format("placed")
                        .option("snapshot", 1)
                        .option("timestampAsOf", "2999-01-01")
                        .load(path)));
    assertTrue(both.contains("one of them is allowed"), both);
    String write =
        message(
            assertThrows(
                Exception.class,
                () ->
                    read(path)
                        .write()
                        .format("placed")
                        .option("snapshot", 1)
                        .mode(SaveMode.Append)
                        .save(path)));
    assertTrue(write.contains("supported only for reads"), write);
    assertEquals(1500, read(path).count());
  }

  @Test
  void readsThePastOfTables() throws Exception {
    String name = table();
    sql("CREATE TABLE " + name + " (id bigint) USING placed LOCATION '" + path("past") + "'");
    sql("INSERT INTO " + name + " VALUES (1), (2)");
    sql("INSERT INTO " + name + " VALUES (3)");
    assertEquals(3, spark.table(name).count());
    for (String option : List.of("snapshot", "versionAsOf")) {
      if (!since("4.0")) { // which has no options of tables in a catalog
        for (String table : List.of(name, "placed.`" + path("past") + "`")) {
          assertFails(
              "use VERSION AS OF", () -> spark.read().option(option, 1).table(table).count());
        }
        continue;
      }
      assertEquals(2, spark.read().option(option, 1).table(name).count());
      String missing =
          message(
              assertThrows(
                  Exception.class, () -> spark.read().option(option, 5).table(name).count()));
      assertTrue(missing.contains("the table has 1 to 2"), missing);
    }
  }

  @Test
  void optimizesWhatWasAdded() throws Exception {
    String path = path("optimized");
    for (int i = 0; i < 6; i++) {
      spark
          .range(0, 3000)
          .selectExpr("id * 7919 % 3001 AS k", "uuid() AS text", "id % 2 AS part")
          .coalesce(1)
          .write()
          .format("placed")
          .partitionBy("part")
          .option("placement", "reorder=sort(k)")
          .mode(SaveMode.Append)
          .save(path);
    }
    List<String> rows = rows(read(path));
    String call = "CALL placed.system.optimize(table => '" + path + "', file_size => '100KiB'";
    Row done = sql(call + ", overlap => '0')").collectAsList().get(0);
    assertEquals(12, done.<Integer>getAs("files_before"));
    assertTrue(done.<Integer>getAs("files_after") > 2, done.toString());
    assertEquals(7L, done.<Long>getAs("snapshot"));
    assertEquals(rows, rows(read(path)));
    Row idle = sql(call + ")").collectAsList().get(0);
    assertEquals(0, idle.<Integer>getAs("files_before"));
    assertEquals(7L, idle.<Long>getAs("snapshot"));
    assertEquals(
        0,
        PlacedTables.optimize(spark, path, OptimizeOptions.defaults().withFileBytes(100 << 10))
            .filesAfter());
    for (String wrong : List.of("0.7", "much")) {
      String error =
          message(
              assertThrows(
                  Exception.class, () -> sql(call + ", overlap => '" + wrong + "')").collect()));
      assertTrue(error.contains("overlap must be"), error);
    }
  }

  @Test
  void rewritesInTasks() throws Exception {
    String path = table(3);
    List<String> rows = rows(read(path));
    var pinned = read(path);
    RewriteResult done = PlacedTables.rewrite(spark, path, "orc");
    assertEquals(1500, done.rows());
    assertEquals(3, done.filesAfter());
    assertTrue(done.filesBefore() > 3, done.toString());
    assertEquals(rows, rows(read(path)));
    assertEquals(rows, rows(pinned));
    assertPlacement(path, "orc", f -> true);
    RewriteResult one =
        PlacedTables.rewrite(
            spark,
            path,
            RewriteOptions.of(Map.of("placement", "albis")).withWhere(Predicate.parse("part = 2")));
    assertEquals(1, one.filesBefore());
    assertPlacement(path, "albis", f -> "2".equals(f.partition().get("part")));
    assertEquals(rows, rows(read(path)));
    assertEquals(
        0,
        PlacedTables.rewrite(
                spark,
                path,
                RewriteOptions.of(Map.of("placement", "orc"))
                    .withWhere(Predicate.parse("part = 77")))
            .filesBefore());
  }

  @Test
  void aRewriteKeepsWhatItIsNotTold() throws Exception {
    String path = path("kept");
    spark
        .range(500)
        .coalesce(1)
        .write()
        .format("placed")
        .option("profile", "compact")
        .option("compression", "zstd(19)")
        .option("page-rows", "2048")
        .save(path);
    sql(
        "CALL placed.system.rewrite(table => '"
            + path
            + "', placement => 'reorder=sort(id desc)')");
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    DataFile only = dataSet.current().files().get(0);
    try (FileReader file = FileReader.open(dataSet.input(only), new IoCounters())) {
      assertEquals("sort(id desc)", file.placement().reorder().toString());
      assertEquals("compact", file.metadata().get("placed.profile"));
      assertEquals("zstd(19)", file.metadata().get("placed.compression"));
      assertEquals(2048, file.rowGroups().get(0).pageRows());
    }
  }

  private static void assertPlacement(
      String path, String placement, java.util.function.Predicate<DataFile> which)
      throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    for (DataFile f : dataSet.current().files()) {
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters())) {
        assertEquals(
            which.test(f),
            file.placement().toString().equals(Placement.parse(placement).toString()),
            f.path());
      }
    }
  }

  @Test
  void procedures() throws Exception {
    String path = table(3);
    List<String> rows = rows(read(path));
    Row done =
        sql("CALL placed.system.rewrite(table => '"
                + path
                + "', placement => 'trevni', where => 'part = 1')")
            .collectAsList()
            .get(0);
    assertEquals(4L, (Long) done.getAs("snapshot"));
    assertEquals(1, (Integer) done.getAs("files_after"));
    assertEquals(rows, rows(read(path)));
    List<Row> history =
        sql("SELECT * FROM placed.`" + path + "`.snapshots LIMIT 2").collectAsList();
    assertEquals(2, history.size());
    assertEquals("rewrite", history.get(0).getAs("operation"));
    List<Row> files = sql("SELECT * FROM placed.`" + path + "`.files").collectAsList();
    assertEquals(1500, files.stream().mapToLong(f -> f.getAs("record_count")).sum());
    List<Row> columns = sql("CALL placed.system.inspect('" + path + "')").collectAsList();
    assertEquals(
        List.of("id", "name"), columns.stream().map(c -> (String) c.getAs("column")).toList());
    assertTrue((Long) columns.get(0).getAs("stored_bytes") > 0);
    Row vacuum =
        sql("CALL placed.system.vacuum(table => '"
                + path
                + "', older_than_hours => 0, dry_run => true)")
            .collectAsList()
            .get(0);
    assertEquals(3L, (Long) vacuum.getAs("snapshots_expired"));
    assertEquals(4, PlacedTables.snapshots(spark, path, 10).size());
    // NULL is not a number of hours, in particular not 0.
    String missing =
        message(
            assertThrows(
                Exception.class,
                () ->
                    sql(
                        "CALL placed.system.vacuum(table => '"
                            + path
                            + "', older_than_hours => NULL)")));
    assertTrue(missing.contains("older_than_hours"), missing);
    assertEquals(4, PlacedTables.snapshots(spark, path, 10).size());
    if (since("4.0")) {
      assertFails(
          "there are placed_paths.system.rewrite", () -> sql("CALL placed.system.nosuch('x')"));
    }
    Row nothing = sql("CALL placed.system.rewrite('" + path + "')").head();
    assertEquals(0, nothing.<Integer>getAs("files_before"), "" + nothing);
    assertEquals(4, nothing.<Long>getAs("snapshot"), "" + nothing);
  }

  /** A file of another table, copied into a directory of this one. */
  private String copied(String path, String name) throws Exception {
    String other = path("other-" + name);
    sql("select 7777L as id, 'copied' as name").coalesce(1).write().format("placed").save(other);
    DataSet from = DataSet.at(FileStores.local(), other);
    Path to = Path.of(path, name);
    Files.createDirectories(to.getParent());
    return Files.copy(Path.of(from.pathOf(from.current().files().get(0))), to).toString();
  }

  @Test
  void aTableWithoutRowsGetsThePlacementOfARewrite() throws Exception {
    String name = table();
    for (String table : List.of(name, "placed.`" + path("empty") + "`")) {
      sql(
          "CREATE TABLE "
              + table
              + " (id BIGINT) USING placed TBLPROPERTIES ('placement' = 'albis')"
              + (table.equals(name) ? " LOCATION '" + path("named") + "'" : ""));
      sql("INSERT INTO " + table + " VALUES (1)");
      sql("DELETE FROM " + table);
      String of = table.replace("placed.`", "").replace("`", "");
      sql("CALL placed.system.rewrite(table => '" + of + "', placement => 'orc')");
      sql("INSERT INTO " + table + " VALUES (2)");
      assertEquals(List.of("(2)"), rows(sql("SELECT * FROM " + table)));
      assertPlacement(path(table.equals(name) ? "named" : "empty"), "orc", f -> true);
    }
    sql("DROP TABLE " + name);
  }

  @Test
  void filesAreAdded() throws Exception {
    String path = table(3);
    long rows = read(path).count();
    String file = copied(path, "part=1/copied.placed");
    assertEquals(rows, read(path).count());
    Row added =
        sql("CALL placed.system.add_files(table => '" + path + "', source => '" + file + "')")
            .collectAsList()
            .get(0);
    assertEquals(1, (Integer) added.getAs("files_added"));
    assertEquals(1L, (Long) added.getAs("rows"));
    assertEquals(
        List.of("(copied)"), rows(read(path).where("part = 1 and id = 7777").select("name")));
    assertEquals(rows + 1, read(path).count());
    Row again =
        sql("CALL placed.system.add_files('" + path + "', '" + path + "')").collectAsList().get(0);
    assertEquals(0, (Integer) again.getAs("files_added"));
    assertEquals(1, (Integer) again.getAs("files_listed_before"));
    String refused =
        message(
            assertThrows(
                Exception.class,
                () ->
                    sql(
                        "CALL placed.system.add_files(table => '"
                            + path
                            + "', source => '"
                            + path("other-part=1/copied.placed")
                            + "')")));
    assertTrue(refused.contains("is not in the table's directory"), refused);
  }

  @Test
  void aPropertyShowsForeignFiles() throws Exception {
    String path = table(1);
    long rows = read(path).count();
    copied(path, "part=1/copied.placed");
    assertEquals(rows, read(path).count());
    sql("alter table placed.`" + path + "` set tblproperties ('placed.foreign-files' = 'true')");
    assertEquals(rows + 1, read(path).count());
    assertEquals(
        List.of("(placed.foreign-files, true)"),
        rows(sql("show tblproperties placed.`" + path + "` ('placed.foreign-files')")));
    sql("create table shown using placed location '" + path + "'");
    try {
      sql("alter table shown set tblproperties ('placed.foreign-files' = 'false')");
      copied(path, "part=0/later.placed");
      assertEquals(rows + 1, sql("select * from shown").count());
      assertEquals(rows + 1, read(path).count());
    } finally {
      sql("drop table shown");
    }
    // Properties of a catalog take effect with the next write.
    sql(
        "create table shown using placed location '"
            + path
            + "' tblproperties ('placed.foreign-files' = 'true')");
    try {
      sql("insert into shown select 8888L, 'inserted', 1");
      assertEquals(rows + 3, sql("select * from shown").count());
      sql("delete from shown where id = 8888");
      assertEquals(rows + 2, read(path).count());
    } finally {
      sql("drop table shown");
    }
    String wrong =
        message(
            assertThrows(
                Exception.class,
                () ->
                    sql(
                        "alter table placed.`"
                            + path
                            + "` set tblproperties ('placed.foreign-files' = 'maybe')")));
    assertTrue(wrong.contains("must be true or false, found 'maybe'"), wrong);
  }

  /** What a statement removes does not appear with it, in files that were not visible before. */
  @Test
  void foreignFilesThatAppearWithAnOverwriteAreReplaced() throws Exception {
    int number = 0;
    for (String statement :
        List.of(
            "truncate table shown",
            "insert overwrite shown select 7L, 'new', 1",
            "insert overwrite shown partition (part = 1) select 7L, 'new'",
            "delete from shown where part = 1",
            "delete from shown where id < 1000000",
            "merge into shown t using (select 7777L id, 'new' name, 1 part) s on t.id = s.id"
                + " when not matched then insert *",
            "update shown set name = 'changed'")) {
      String path = path("shown" + number);
      append(path, 0);
      copied(path, "part=1/copied" + number++ + ".placed");
      sql(
          "create table shown using placed location '"
              + path
              + "' tblproperties ('placed.foreign-files' = 'true')");
      try {
        List<String> before = rows(sql("select * from shown where part <> 1"));
        sql(statement);
        List<String> after = rows(sql("select * from shown"));
        List<String> expected = new ArrayList<>();
        if (statement.contains("merge")) {
          assertEquals(1, sql("select * from shown where id = 7777").count());
          continue;
        }
        if (statement.contains("part = 1")) {
          expected.addAll(before);
        }
        if (statement.contains("insert")) {
          expected.add("(7, new, 1)");
        }
        expected.sort(null);
        if (statement.contains("update")) {
          assertTrue(after.stream().allMatch(r -> r.contains("changed")), after.toString());
        } else {
          assertEquals(expected, after, statement);
        }
      } finally {
        sql("drop table shown");
      }
    }
  }

  /** Its directory does not say in which partition the rows are. */
  @SinceSpark(
      value = "4.0",
      because = "Spark 3.5 cannot overwrite a partition if files are outside of it")
  @Test
  void rowsBesideThePartitionsDoNotAppearWithARemoval() throws Exception {
    String path = path("beside");
    append(path, 0);
    String other = path("other");
    sql("select 7777L as id, 'copied' as name, 1 as part")
        .coalesce(1)
        .write()
        .format("placed")
        .save(other);
    DataSet from = DataSet.at(FileStores.local(), other);
    Files.copy(Path.of(from.pathOf(from.current().files().get(0))), Path.of(path, "copied.placed"));
    sql(
        "create table shown using placed location '"
            + path
            + "' tblproperties ('placed.foreign-files' = 'true')");
    try {
      sql("delete from shown where part = 1");
      assertEquals(0, sql("select * from shown where part = 1").count());
      sql("insert overwrite shown partition (part = 1) select 7L, 'new'");
      assertEquals(List.of("(7, new, 1)"), rows(sql("select * from shown where part = 1")));
    } finally {
      sql("drop table shown");
    }
  }

  @Test
  void vacuums() throws Exception {
    String path = table(2);
    PlacedTables.rewrite(spark, path, "orc");
    long before = dataFiles(path);
    PlacedTables.vacuum(spark, path, VacuumOptions.defaults());
    assertEquals(before, dataFiles(path));
    PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(3, dataFiles(path));
    assertEquals(1000, read(path).count());
    assertEquals(
        List.of("vacuum", "rewrite"),
        PlacedTables.snapshots(spark, path, 9).stream().map(SnapshotInfo::operation).toList());
  }

  @Test
  void cachedTablesHaveTheRowsOfAfterTheProcedure() throws Exception {
    String t = table();
    sql("create table " + t + " using placed location '" + path("t") + "' as select 1 as a");
    sql("insert into " + t + " values (2)");
    sql("cache table " + t);
    try {
      assertEquals(List.of("(1)", "(2)"), rows(sql("select * from " + t)));
      sql("call placed.system.rollback(table => '" + t + "', snapshot => 1)");
      assertEquals(List.of("(1)"), rows(sql("select * from " + t)));
      if (since("4.1")) { // older ones do not take the table of another snapshot for the same
        assertTrue(spark.catalog().isCached(t));
      }
      // A file that another writer put into the directory.
      sql("select 3 as a").coalesce(1).write().format("placed").save(path("other"));
      Path file;
      try (var files = Files.walk(Path.of(path("other")))) {
        file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      }
      Path added = Files.copy(file, Path.of(path("t"), "added.placed"));
      sql("call placed.system.add_files(table => '" + t + "', source => '" + added + "')");
      assertEquals(List.of("(1)", "(3)"), rows(sql("select * from " + t)));
    } finally {
      sql("drop table " + t);
    }
  }

  /** Of calls that change no rows, but replace files or remove some that were replaced. */
  @Test
  void cachedTablesHaveTheFilesOfAfterTheProcedure() throws Exception {
    String t = table();
    sql("create table " + t + " using placed location '" + path("t") + "' as select 1 as a");
    try {
      sql("cache lazy table " + t);
      // As by another session: the cached table is of the snapshot before.
      PlacedTables.rewrite(spark, path("t"), "orc");
      String call = "call placed.system.%s(table => '" + t + "'%s)";
      sql(call.formatted("vacuum", ", older_than_hours => 0"));
      assertEquals(List.of("(1)"), rows(sql("select * from " + t)));
      sql("insert into " + t + " values (2)");
      sql(call.formatted("optimize", ""));
      sql("insert overwrite " + t + " select a + 10 from " + t);
      assertEquals(List.of("(11)", "(12)"), rows(sql("select * from " + t)));
      sql(call.formatted("rewrite", ", placement => 'albis'"));
      sql("insert overwrite " + t + " select a + 10 from " + t);
      assertEquals(List.of("(21)", "(22)"), rows(sql("select * from " + t)));
    } finally {
      sql("drop table " + t);
    }
  }

  /** A nightly job over all tables meets those that nobody has written to. */
  @Test
  void tablesThatNobodyHasWrittenTo() {
    String t = table();
    sql("create table " + t + " (id int, p int) using placed partitioned by (p)");
    try {
      String name = "table => '" + t + "'";
      Row optimized = sql("call placed.system.optimize(" + name + ")").head();
      assertEquals(0L, optimized.getLong(1));
      assertEquals(0, optimized.getInt(2));
      assertEquals(
          List.of("(0, 0, 0, 0, 0)"), rows(sql("call placed.system.vacuum(" + name + ")")));
      for (String metadata : List.of("snapshots", "history", "tags")) {
        assertEquals(List.of(), rows(sql("select * from " + t + "." + metadata)), metadata);
      }
      sql("insert into " + t + " values (1, 2)");
      assertEquals(List.of("(1, 2)"), rows(sql("select * from " + t)));
    } finally {
      sql("drop table " + t);
    }
  }
}
