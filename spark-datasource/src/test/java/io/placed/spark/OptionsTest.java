package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every option in every place where options are allowed: it has its effect or is refused. */
@OneIn(2)
class OptionsTest extends SparkTestCase {
  private String t;
  private String other;

  /** An allowed value for each option. */
  private final Map<String, String> values = new HashMap<>();

  /** Hive knows them by the core, and passes over them. */
  @Test
  void allEnginesKnowThePropertiesOfTables() {
    for (String name : PlacedOptions.GENERAL) {
      assertEquals(PlacedOptions.isOfTables(name), TableProperties.OF_ENGINES.contains(name), name);
    }
  }

  @BeforeEach
  void write() throws Exception {
    t = table();
    sql(
        "create table "
            + t
            + " (a int, p int) using placed partitioned by (p) location '"
            + path("t")
            + "'");
    sql("insert into " + t + " values (1, 1)");
    sql("insert into " + t + " values (2, 2)");
    other = path("other");
    spark.range(1).selectExpr("cast(id as int) a", "5 p").write().format("placed").save(other);
    values.put(PlacedOptions.PATH, path("t"));
    values.put(PlacedOptions.PATHS, "[\"" + path("t") + "\"]");
    values.put(PlacedOptions.BASE_PATH, path("t"));
    values.put(PlacedOptions.RECURSIVE, "true");
    values.put(PlacedOptions.MERGE_SCHEMA, "true");
    values.put(PlacedOptions.IGNORE_CORRUPT, "true");
    values.put(PlacedOptions.IGNORE_MISSING, "true");
    values.put(PlacedOptions.NAME_GLOB, "*.placed");
    values.put(PlacedOptions.MODIFIED_BEFORE, "2999-01-01T00:00:00");
    values.put(PlacedOptions.MODIFIED_AFTER, "1999-01-01T00:00:00");
    values.put(PlacedOptions.TIME_ZONE, "UTC");
    values.put(PlacedOptions.MAX_RECORDS, "1000");
    values.put(PlacedOptions.TARGET_FILE_SIZE, "1MiB");
    values.put(PlacedOptions.SNAPSHOT, "2");
    values.put(PlacedOptions.AS_OF, "2999-01-01T00:00:00Z");
    values.put(PlacedOptions.METADATA_TABLE, "files");
    values.put(PlacedOptions.OVERWRITE_MODE, "static");
    values.put(PlacedOptions.REORDER_TASKS, "2");
    values.put(PlacedOptions.DISTRIBUTION, "hash");
    values.put(PlacedOptions.ISOLATION, "snapshot");
    values.put(PlacedOptions.CHECKPOINT, path("unused"));
    values.put(PlacedOptions.MAX_FILES, "10");
    values.put(PlacedOptions.MAX_BYTES, "1000000");
    values.put(PlacedOptions.STARTING_SNAPSHOT, "1");
    values.put(PlacedOptions.SKIP_CHANGES, "true");
    values.put(PlacedOptions.READ_CHANGES, "false");
    values.put(TableProperties.DELETES_MAX_SHARE, "0.5");
    values.put(PlacedOptions.ENDING_SNAPSHOT, "2");
    assertEquals(new TreeSet<>(PlacedOptions.GENERAL), new TreeSet<>(values.keySet()));
    values.put("compression", "zstd");
    values.put("placement", "orc");
  }

  @AfterEach
  void drop() {
    sql("drop table " + t);
    spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
    spark.conf().unset("spark.datasource.placed.compression");
    spark.conf().unset("spark.datasource.placed.pathGlobFilter");
  }

  private interface Action {
    void run(String option, String value) throws Exception;
  }

  /** An option that is not supported in one place is refused with an error that names it. */
  private void everyOption(OptionUse use, Action action) {
    values.forEach(
        (option, value) -> {
          boolean means =
              use.supports(option)
                  && !(use != OptionUse.STREAM_READ
                      && use != OptionUse.WRITE
                      && PlacedOptions.isOfStreams(option, CaseInsensitiveStringMap.empty()))
                  && !option.equals(PlacedOptions.ENDING_SNAPSHOT); // It needs readChanges.
          try {
            action.run(option, value);
            assertTrue(means, use + ": " + option + " was ignored");
          } catch (AssertionError e) {
            throw e;
          } catch (Exception e) {
            String said = message(e);
            assertTrue(!means && said.contains(option), use + ": " + option + ": " + said);
          }
        });
  }

  @Test
  void ofReads() {
    List<String> expected = List.of("(1, 1)", "(2, 2)");
    everyOption(
        OptionUse.PATH_READ,
        (option, value) -> {
          requireRows(option);
          DataFrameReader reader = spark.read().format("placed").option(option, value);
          boolean place = option.equals(PlacedOptions.PATH) || option.equals(PlacedOptions.PATHS);
          var rows = place ? reader.load() : reader.load(path("t"));
          assertEquals(option.equals(PlacedOptions.RECURSIVE) ? 1 : 2, rows.columns().length);
          assertEquals(2, rows.count(), option);
          assertEquals(2, rows.collectAsList().size(), option);
        });
    if (since("4.0")) {
      ofTables(expected);
    }
    everyOption(
        OptionUse.STREAM_READ,
        (option, value) -> {
          requireRows(option);
          if (option.equals(PlacedOptions.TIME_ZONE)) {
            throw new Exception(option + " is for times");
          }
          var reader = spark.readStream().format("placed").option(option, value);
          var rows = option.equals(PlacedOptions.PATH) ? reader.load() : reader.load(path("t"));
          stream(rows, "stream_" + option.replaceAll("\\W", ""), option);
        });
  }

  private void ofTables(List<String> expected) {
    everyOption(
        OptionUse.TABLE_READ,
        (option, value) -> {
          if (option.equals(PlacedOptions.PATH)) {
            value = other; // for the table itself this is no other location
          }
          assertEquals(expected, rows(spark.read().option(option, value).table(t)), option);
        });
    everyOption(
        OptionUse.TABLE_READ,
        (option, value) -> {
          if (option.equals(PlacedOptions.PATH)) {
            value = other;
          }
          assertEquals(
              expected,
              rows(sql("select * from " + t + " with (`" + option + "` = '" + value + "')")),
              option);
        });
  }

  private static void requireRows(String option) throws Exception {
    if (option.equals(PlacedOptions.METADATA_TABLE)) {
      throw new Exception(option + " is for other rows: see HistoryTest");
    }
  }

  private void stream(
      org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> rows, String name, String option)
      throws Exception {
    rows.writeStream()
        .format("memory")
        .queryName(name)
        .option("checkpointLocation", path("checkpoint-" + name))
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    assertEquals(List.of("(1, 1)", "(2, 2)"), rows(sql("select * from " + name)), option);
  }

  @Test
  void ofWrites() {
    everyOption(
        OptionUse.WRITE,
        (option, value) -> {
          if (option.equals(PlacedOptions.REORDER_TASKS)) {
            return; // allowed only with reorderings of the whole table; so is the error
          }
          String to = path("w-" + option);
          var writer = spark.range(3).write().format("placed").option(option, value);
          if (option.equals(PlacedOptions.PATH)) {
            spark.range(3).write().format("placed").option(option, to).save();
          } else {
            writer.save(to);
          }
          assertEquals(3, read(to).count());
        });
    everyOption(
        OptionUse.WRITE,
        (option, value) -> {
          if (option.equals(PlacedOptions.PATH) || option.equals(PlacedOptions.REORDER_TASKS)) {
            return;
          }
          spark.range(1).selectExpr("7 a", "7 p").writeTo(t).option(option, value).append();
        });
    String elsewhere =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .range(1)
                        .selectExpr("7 a", "7 p")
                        .writeTo(t)
                        .option("path", other)
                        .append()));
    assertTrue(elsewhere.contains("path"), elsewhere);
    assertEquals(1, read(other).count());
  }

  @Test
  void filesOfACatalogTableAreChosen() throws Exception {
    try (var files = Files.walk(Path.of(path("t")))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".placed")).toList()) {
        boolean first = file.toString().contains("p=1");
        Files.setLastModifiedTime(
            file,
            FileTime.from(Instant.parse(first ? "2001-01-01T00:00:00Z" : "2011-01-01T00:00:00Z")));
      }
    }
    if (since("4.0")) {
      assertEquals(
          List.of("(1, 1)"),
          rows(spark.read().option("modifiedBefore", "2005-01-01T00:00:00").table(t)));
      assertEquals(
          List.of("(2, 2)"),
          rows(sql("select * from " + t + " with ('modifiedAfter' = '2005-01-01T00:00:00')")));
      assertEquals(
          List.of("(0)"),
          rows(sql("select count(*) from " + t + " with ('pathGlobFilter' = 'none*')")));
    }
    spark.conf().set("spark.datasource.placed.pathGlobFilter", "none*");
    assertEquals(List.of(), rows(spark.table(t)));
    spark.conf().unset("spark.datasource.placed.pathGlobFilter");
    // A default of the session applies to writes, and is ignored by reads.
    spark.conf().set("spark.datasource.placed.compression", "zstd");
    assertEquals(2, spark.table(t).count());
    assertEquals(2, read(path("t")).count());
  }

  /** Defaults of the session and properties of a table are for those writes that can use them. */
  @SinceSpark(
      value = "4.0",
      because = "Spark 3.5 has no options in SQL, and replaces rows by partition columns only")
  @Test
  void defaultsAndPropertiesWithoutAUse() throws Exception {
    String n = table();
    sql("create table " + n + " (a int, b int) using placed location '" + path("n") + "'");
    Path workload = Files.writeString(directory.resolve("queries.txt"), "read a where b\n");
    Map<String, String> unused =
        Map.of(
            PlacedOptions.REORDER_TASKS,
            "8",
            "placement.workload",
            workload.toString(),
            "placement.device",
            "nvme");
    unused.forEach((name, value) -> spark.conf().set("spark.datasource.placed." + name, value));
    try {
      everyWrite(n, path("n"), path("new"));
    } finally {
      unused.keySet().forEach(name -> spark.conf().unset("spark.datasource.placed." + name));
    }
    String properties =
        "alter table %s set tblproperties ('reorderTasks' = '8', 'placement.device' = 'nvme')";
    sql(String.format(properties, n));
    everyWrite(n, path("n"), path("new"));
    sql("alter table " + n + " set tblproperties ('placement.workload' = '" + workload + "')");
    everyWrite(n, path("n"), path("new"));
    // Of a table at a path the log has the properties.
    String byPath = "placed.`" + path("new") + "`";
    sql(String.format(properties, byPath));
    everyWrite(byPath, path("new"), path("another"));
    for (String option : List.of(PlacedOptions.REORDER_TASKS, "placement.workload")) {
      String value = option.equals(PlacedOptions.REORDER_TASKS) ? "7" : path("other.txt");
      for (String statement :
          List.of(
              "insert into " + n + " with ('" + option + "' = '" + value + "') values (1, 1)",
              "insert into "
                  + byPath
                  + " with ('"
                  + option
                  + "' = '"
                  + value
                  + "') values (1, 1)")) {
        String said = message(assertThrows(Exception.class, () -> sql(statement), statement));
        assertTrue(said.contains(option), said);
      }
      String saved =
          message(
              assertThrows(
                  Exception.class,
                  () ->
                      spark
                          .range(3)
                          .write()
                          .format("placed")
                          .option(option, value)
                          .save(path("refused"))));
      assertTrue(saved.contains(option), saved);
    }
    // Those of a search are for the write that asks for it.
    sql("insert into " + n + " with ('placement.column-groups' = 'hillclimb') values (1, 1)");
    sql("alter table " + n + " set tblproperties ('placement.column-groups' = 'hillclimb')");
    everyWrite(n, path("n"), path("new"));
    sql("insert into " + n + " with ('placement.column-groups' = 'none') values (1, 1)");
    sql("insert into " + n + " with ('placement' = 'orc') values (1, 1)");
    sql("drop table " + n);
  }

  private static void everyWrite(String name, String path, String other) {
    sql("truncate table " + name);
    sql("insert into " + name + " values (1, 1), (2, 2)");
    sql("insert into " + name + " replace where a = 2 values (3, 3)");
    sql("update " + name + " set b = 4 where a = 3");
    sql(
        "merge into "
            + name
            + " t using (select 5 a, 5 b) s on t.a = s.a"
            + " when matched then update set * when not matched then insert *");
    sql("delete from " + name + " where a = 5");
    var row = sql("select 6 a, 6 b");
    row.write().format("placed").mode("append").save(path);
    row.write().format("placed").mode("overwrite").save(other);
    assertEquals(List.of("(1, 1)", "(3, 4)", "(6, 6)"), rows(spark.table(name)));
    sql("insert overwrite " + name + " select * from " + name + " where a = 1");
    assertEquals(List.of("(1, 1)"), rows(spark.table(name)));
  }

  /**
   * Columns renamed, dropped, dropped and added again with another type, and widened, and another
   * partition.
   */
  @SinceSpark(
      value = "4.0",
      because = "Spark 3.5 has no options in SQL, and none of tables in a catalog")
  @Test
  void thePastHasItsOwnColumns() throws Exception {
    String past = path("past");
    String n = table();
    sql(
        "create table "
            + n
            + " (a int, b int, c int, p int) using placed partitioned by (p) location '"
            + past
            + "'");
    sql("insert into " + n + " values (1, 10, 100, 1), (2, 20, 200, 2)");
    Instant after = Instant.now().plusMillis(5);
    String between = after.toString();
    while (Instant.now().isBefore(after.plusMillis(5))) {
      Thread.onSpinWait(); // Timestamps of snapshots have milliseconds: the next one is later.
    }
    sql("alter table " + n + " rename column a to x");
    sql("alter table " + n + " drop column b");
    sql("alter table " + n + " add column b string");
    sql("alter table " + n + " alter column c type bigint");
    sql("insert into " + n + " (x, c, p, b) values (3, 5000000000, 3, 'three')");
    sql("delete from " + n + " where x = 1");
    List<String> now = List.of("(2, 200, null, 2)", "(3, 5000000000, three, 3)");
    assertEquals(now, rows(sql("select x, c, b, p from " + n)));
    List<String> then = List.of("(1, 10, 100, 1)", "(2, 20, 200, 2)");
    String sum = "select sum(a), max(b), min(c), count(p) from ";
    for (String name : List.of(n, "default." + n, "placed.`" + past + "`")) {
      for (Map.Entry<String, String> o :
          Map.of("snapshot", "1", "SNAPSHOT", "1", "timestampAsOf", between).entrySet()) {
        String with = name + " with ('" + o.getKey() + "' = '" + o.getValue() + "')";
        assertEquals(then, rows(sql("select a, b, c, p from " + with)), with);
        assertEquals(List.of("(20)"), rows(sql("select b from " + with + " where a = 2")), with);
        assertEquals(List.of("(3, 20, 100, 2)"), rows(sql(sum + with)), with);
        assertEquals(
            then,
            rows(
                spark
                    .read()
                    .option(o.getKey(), o.getValue())
                    .table(name)
                    .select("a", "b", "c", "p")),
            with);
      }
      assertEquals(then, rows(sql("select a, b, c, p from " + name + " version as of 1")));
      assertEquals(
          then, rows(sql("select a, b, c, p from " + name + " timestamp as of '" + between + "'")));
    }
    assertEquals(
        then, rows(spark.read().option("versionAsOf", 1).table(n).select("a", "b", "c", "p")));
    assertEquals(
        List.of("(1, 10, 100, 1)"),
        rows(
            spark
                .read()
                .format("placed")
                .option("snapshot", 1)
                .load(past)
                .where("p = 1")
                .select("a", "b", "c", "p")));
    sql("create or replace temp view old as select * from " + n + " with ('snapshot' = 1)");
    assertEquals(List.of("(1)", "(2)"), rows(sql("select a from old")));
    // Both at once, and a table joined with its earlier snapshot.
    assertThrows(
        Exception.class,
        () -> spark.read().option("snapshot", 1).option("timestampAsOf", between).table(n).count());
    assertEquals(
        List.of("(2, 2)"),
        rows(
            sql(
                "select t.x, o.a from "
                    + n
                    + " t join "
                    + n
                    + " with ('snapshot' = 1) o on t.x = o.a")));
    String write =
        message(
            assertThrows(
                Exception.class, () -> spark.table(n).writeTo(n).option("snapshot", "1").append()));
    assertTrue(write.contains("snapshot"), write);
    sql("drop table " + n);
  }

  /** What reads may leave out must not stay, or be inserted again. */
  @Test
  void changesOfRowsReadAllFiles() throws Exception {
    String n = table();
    sql("create table " + n + " (id bigint, v int) using placed location '" + path("c") + "'");
    for (int k = 0; k < 2; k++) {
      sql(
          "insert into "
              + n
              + " select id, 1 from range("
              + k * 10
              + ","
              + (k * 10 + 10)
              + ", 1, 1)");
    }
    spark.conf().set("spark.datasource.placed.pathGlobFilter", "nothing*");
    try {
      sql("update " + n + " set v = 2 where id in (3, 13)");
      sql("delete from " + n + " where id in (4, 14)");
      // Spark plans it as a read of the table and an append.
      sql(
          "merge into "
              + n
              + " t using (select id, 9 v from range(20) where id not in (4, 14)) s on t.id = s.id"
              + " when not matched then insert *");
    } finally {
      spark.conf().unset("spark.datasource.placed.pathGlobFilter");
    }
    assertEquals(18, spark.table(n).count());
    assertEquals(List.of("(13, 2)", "(3, 2)"), rows(sql("select * from " + n + " where v = 2")));
    Path damaged;
    try (var files = Files.list(Path.of(path("c")))) {
      damaged = files.filter(f -> f.toString().endsWith(".placed")).sorted().findFirst().get();
    }
    byte[] bytes = Files.readAllBytes(damaged);
    byte[] wrong = bytes.clone();
    for (int i = 8; i < wrong.length; i++) {
      wrong[i] ^= 0x55;
    }
    Files.write(damaged, wrong);
    spark.conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    try {
      for (String statement :
          List.of(
              "update %s set v = 3 where v > 0",
              "delete from %s where v > 0",
              "merge into %s t using (select id, 9 v from range(20)) s on t.id = s.id"
                  + " when matched then update set * when not matched then insert *",
              "merge into %s t using (select id, 9 v from range(20)) s on t.id = s.id"
                  + " when not matched then insert *",
              "merge into %s t using (select id, 9 v from range(20)) s on t.id = s.id"
                  + " when not matched and s.id < 5 then insert *"
                  + " when not matched then insert (id) values (s.id)")) {
        String said =
            message(
                assertThrows(Exception.class, () -> sql(String.format(statement, n)), statement));
        assertTrue(said.contains(damaged.getFileName().toString()), said);
      }
    } finally {
      spark.conf().unset("spark.sql.files.ignoreCorruptFiles");
    }
    Files.write(damaged, bytes);
    assertEquals(18, spark.table(n).count());
    sql("drop table " + n);
  }

  /** Defaults of added columns are in the catalog only; rewritten rows store them. */
  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @Test
  void defaultsOfAddedColumns() throws Exception {
    String n = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    sql(
        "create table "
            + n
            + " (a int, p int) using placed partitioned by (p) location '"
            + path("d")
            + "'");
    sql("insert into " + n + " values (1, 1), (2, 1), (3, 2)");
    sql("alter table " + n + " add column c int default 5");
    List<String> all = List.of("(1, 5, 1)", "(2, 5, 1)", "(3, 5, 2)");
    assertEquals(all, rows(sql("select a, c, p from " + n)));
    assertEquals(3, sql("select * from " + n + " where c = 5").count());
    // The data set does not know the default.
    assertEquals(3, read(path("d")).where("c is null").count());
    PlacedTables.rewrite(spark, path("d"), "orc");
    assertEquals(all, rows(sql("select a, c, p from " + n)));
    sql("insert into " + n + " replace where a = 2 values (2, 6, 1)");
    assertEquals(
        List.of("(1, 5, 1)", "(2, 6, 1)", "(3, 5, 2)"), rows(sql("select a, c, p from " + n)));
    sql("update " + n + " set a = 4 where a = 3");
    assertEquals(
        List.of("(1, 5, 1)", "(2, 6, 1)", "(4, 5, 2)"), rows(sql("select a, c, p from " + n)));
    sql("drop table " + n);
  }
}
