package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.vacuum.VacuumOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The change feed in SQL, by options, as a DataFrame and as a stream. */
class ChangesTest extends SparkTestCase {
  private String name;
  private String path;

  /** 1: rows 1 to 3; 2: row 2 gets another value; 3: row 3 goes; 4: a rewrite. */
  @BeforeEach
  void newTable() throws Exception {
    name = table();
    path = path("changes");
    sql("CREATE TABLE " + name + " (id BIGINT, v INT) USING placed LOCATION '" + path + "'");
    sql(
        "INSERT INTO "
            + name
            + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 10), (2, 20), (3, 30)");
    sql("UPDATE " + name + " SET v = 21 WHERE id = 2");
    sql("DELETE FROM " + name + " WHERE id = 3");
    PlacedTables.rewrite(spark, path, "orc");
  }

  @AfterEach
  void drop() {
    sql("DROP TABLE IF EXISTS " + name);
  }

  private static final List<String> ALL =
      List.of(
          "1 insert 1 10",
          "1 insert 2 20",
          "1 insert 3 30",
          "2 delete 2 20",
          "2 insert 2 21",
          "3 delete 3 30");

  private static List<String> told(Dataset<Row> changes) {
    return changes
        .selectExpr("concat_ws(' ', _commit_version, _change_type, id, v) AS c")
        .orderBy("c")
        .collectAsList()
        .stream()
        .map(r -> r.getString(0))
        .toList();
  }

  private List<String> changes(String clause) {
    return told(sql("SELECT * FROM " + name + " CHANGES " + clause));
  }

  @Test
  void inSql() {
    assertEquals(ALL, changes("FROM VERSION 1 TO VERSION 4"));
    assertEquals(ALL.subList(3, 6), changes("FROM VERSION 2"));
    assertEquals(ALL.subList(3, 5), changes("FROM VERSION 1 EXCLUSIVE TO VERSION 3 EXCLUSIVE"));
    assertEquals(List.of(), changes("FROM VERSION 4"));
    assertEquals(List.of(), changes("FROM VERSION 4 EXCLUSIVE"));
    assertEquals(List.of(), changes("FROM VERSION 4 EXCLUSIVE TO VERSION 4"));
    assertEquals(List.of(), changes("FROM TIMESTAMP '2000-01-01' TO TIMESTAMP '2001-01-01'"));
    assertEquals(List.of(), changes("FROM TIMESTAMP '2100-01-01' TO TIMESTAMP '2100-01-02'"));
    assertEquals(
        List.of("2 delete 2 20", "3 delete 3 30"),
        told(
            sql(
                "SELECT * FROM placed.`"
                    + path
                    + "` CHANGES FROM VERSION 1 WHERE _change_type = 'delete'")));
    assertEquals(
        4,
        sql("SELECT count(*) FROM " + name + " CHANGES FROM VERSION 1 WHERE _commit_version <> 2")
            .head()
            .getLong(0));
    String at =
        sql("SELECT cast(committed_at AS STRING) FROM " + name + ".snapshots WHERE snapshot_id = 2")
            .head()
            .get(0)
            .toString();
    assertEquals(ALL.subList(3, 6), changes("FROM TIMESTAMP '" + at + "'"));
    assertEquals(List.of(), changes("FROM TIMESTAMP '2100-01-01'"));
  }

  @Test
  void byTag() {
    sql("CALL placed.system.create_tag(table => '" + name + "', tag => 'before', snapshot => 1)");
    assertEquals(ALL.subList(3, 6), changes("FROM VERSION 'before' EXCLUSIVE"));
  }

  @Test
  void byOptionsAndDataFrame() {
    Dataset<Row> byOptions =
        spark
            .read()
            .format("placed")
            .options(Map.of("readChanges", "true", "startingSnapshot", "2", "endingSnapshot", "2"))
            .load(path);
    assertEquals(ALL.subList(3, 5), told(byOptions));
    assertEquals(
        List.of("id", "v", "_change_type", "_commit_version", "_commit_timestamp"),
        List.of(byOptions.columns()));
    assertEquals(
        ALL.subList(3, 6), told(spark.read().option("startingVersion", "2").changes(name)));
  }

  /** The columns are those of the end of the range, by field id. */
  @Test
  void afterARenameAndAnAddedColumn() {
    sql("ALTER TABLE " + name + " RENAME COLUMN v TO w");
    sql("ALTER TABLE " + name + " ADD COLUMN v INT");
    sql("INSERT INTO " + name + " VALUES (9, 90, 900)");
    Dataset<Row> changes = sql("SELECT * FROM " + name + " CHANGES FROM VERSION 1");
    List<String> told =
        changes
            .selectExpr("concat_ws(' ', _change_type, id, w, coalesce(v, -1)) AS c")
            .orderBy("_commit_version", "c")
            .collectAsList()
            .stream()
            .map(r -> r.getString(0))
            .toList();
    assertEquals(
        List.of(
            "insert 1 10 -1",
            "insert 2 20 -1",
            "insert 3 30 -1",
            "delete 2 20 -1",
            "insert 2 21 -1",
            "delete 3 30 -1",
            "insert 9 90 900"),
        told);
  }

  private static void run(Dataset<Row> stream, String to) throws Exception {
    StreamingQuery query =
        stream
            .writeStream()
            .format("placed")
            .option("checkpointLocation", to + "-checkpoint")
            .trigger(Trigger.AvailableNow())
            .start(to);
    query.awaitTermination(120_000);
  }

  @Test
  void asAStream() throws Exception {
    String to = path("stream");
    Dataset<Row> stream = spark.readStream().option("startingVersion", "1").changes(name);
    run(stream, to);
    assertEquals(ALL, told(spark.read().format("placed").load(to)));
    sql("INSERT INTO " + name + " VALUES (4, 40)");
    // The checkpoint is further than the starting version, which has expired.
    PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 2, false));
    run(spark.readStream().option("startingVersion", "1").changes(name), to);
    assertEquals(ALL.size() + 1, spark.read().format("placed").load(to).count());
    // Without a starting snapshot a stream begins with all rows.
    String all = path("all");
    run(spark.readStream().format("placed").option("readChanges", "true").load(path), all);
    assertEquals(
        List.of("6 insert 1 10", "6 insert 2 21", "6 insert 4 40"),
        told(spark.read().format("placed").load(all)));
  }

  /** Spark makes strings of them, and pads the values of CHAR, in batches only. */
  @Test
  void aStreamOfColumnsOfCharAndVarchar() throws Exception {
    String t = table();
    sql("CREATE TABLE " + t + " (id BIGINT, v CHAR(3), w VARCHAR(3)) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 'a', 'b'), (2, 'c', 'd')");
    sql("DELETE FROM " + t + " WHERE v = 'a'");
    run(spark.readStream().option("startingVersion", "1").changes(t), path("chars"));
    assertEquals(
        rows(sql("SELECT * FROM " + t + " CHANGES FROM VERSION 1")), rows(read(path("chars"))));
    sql("DROP TABLE " + t);
  }

  /** Only the catalog knows the columns then. */
  @Test
  void aStreamBeginsBeforeTheFirstSnapshot() throws Exception {
    String t = table();
    sql("CREATE TABLE " + t + " (v CHAR(3), id BIGINT) USING placed PARTITIONED BY (id)");
    String to = path("before");
    Dataset<Row> stream = spark.readStream().option("startingVersion", "1").changes(t);
    run(stream, to);
    assertEquals(List.of(), rows(read(to)));
    String all = "SELECT * FROM " + t + " CHANGES FROM VERSION 1";
    assertEquals(List.of(), rows(sql(all)));
    sql("INSERT INTO " + t + " VALUES ('a', 1), ('b', 2)");
    sql("DELETE FROM " + t + " WHERE id = 1");
    run(stream, to);
    assertEquals(3, read(to).count());
    assertEquals(rows(sql(all)), rows(read(to)));
    sql("DROP TABLE " + t);
    sql("CREATE TABLE " + t + " (id BIGINT) USING placed");
    String late = refusal("SELECT * FROM " + t + " CHANGES FROM VERSION 2");
    assertTrue(late.contains("snapshot 2 does not exist; the table has none"), late);
    sql("DROP TABLE " + t);
  }

  /** The columns are those of the last snapshot, so nobody asks what changed since the first. */
  @Test
  void aStreamThatMergesSchemasGoesOnAfterItsStartExpired() throws Exception {
    String to = path("merged");
    Map<String, String> options =
        Map.of("readChanges", "true", "startingSnapshot", "1", "mergeSchema", "true");
    run(spark.readStream().format("placed").options(options).load(path), to);
    assertEquals(ALL, told(read(to)));
    sql("INSERT INTO " + name + " VALUES (4, 40)");
    PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 2, false));
    run(spark.readStream().format("placed").options(options).load(path), to);
    assertEquals(ALL.size() + 1, read(to).count());
  }

  @Test
  void whatCannotBeReadIsSaid() {
    String late = refusal("SELECT * FROM " + name + " CHANGES FROM VERSION 9");
    assertTrue(late.contains("snapshot 9 does not exist; the table has 1 to 4"), late);
    String net =
        refusal(
            "SELECT * FROM "
                + name
                + " CHANGES FROM VERSION 1 WITH (deduplicationMode = 'netChanges')");
    assertTrue(net.contains("a deleted and a new one"), net);
    String both =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .format("placed")
                        .option("readChanges", "true")
                        .option("snapshot", "3")
                        .load(path)));
    assertTrue(both.contains("readChanges"), both);
    String alone =
        message(
            assertThrows(
                Exception.class,
                () -> spark.read().format("placed").option("endingSnapshot", "3").load(path)));
    assertTrue(alone.contains("endingSnapshot needs readChanges=true"), alone);
  }

  private String ofStream(Dataset<Row> stream) {
    return message(assertThrows(Exception.class, () -> run(stream, path("none"))));
  }

  @Test
  void aStreamHasNoEnd() {
    for (String option : List.of("endingVersion", "endingTimestamp")) {
      String end = option.equals("endingVersion") ? "3" : "2100-01-01";
      String start = option.equals("endingVersion") ? "1" : "2000-01-01";
      String refused =
          ofStream(
              spark
                  .readStream()
                  .option(option.replace("ending", "starting"), start)
                  .option(option, end)
                  .changes(name));
      assertTrue(refused.contains("a stream has no end"), refused);
    }
    String byOption =
        ofStream(
            spark
                .readStream()
                .format("placed")
                .option("readChanges", "true")
                .option("endingSnapshot", "3")
                .load(path));
    assertTrue(byOption.contains("a stream has no end"), byOption);
  }

  @Test
  void optionsAreChecked() {
    String read = "SELECT * FROM " + name + " CHANGES FROM VERSION 1 WITH ('%s' = '%s')";
    for (Map.Entry<String, String> wrong :
        Map.of(
                "ignoreMissingFile", "unknown option",
                "maxFilesPerTrigger", "only for streams",
                "checkpointLocation", "only for streams",
                "snapshot", "no effect in a read of changes",
                "startingSnapshot", "no effect in a read of changes",
                "skipChanges", "no effect in a read of changes",
                "path", "no effect in a read of changes",
                "maxRecordsPerFile", "no effect in a read of changes")
            .entrySet()) {
      String refused = refusal(read.formatted(wrong.getKey(), "1"));
      assertTrue(refused.contains(wrong.getValue()), refused);
      assertTrue(refused.contains(wrong.getKey()), refused);
    }
    String misspelt =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .option("startingVersion", 1)
                        .option("pathGlob", "x")
                        .changes(name)));
    assertTrue(misspelt.contains("unknown option 'pathGlob'"), misspelt);
    assertEquals(List.of(), told(sql(read.formatted("pathGlobFilter", "none*"))));
    assertEquals(ALL, told(sql(read.formatted("ignoreMissingFiles", "true"))));
  }

  /** Also of an aggregate that the table answers without a scan of rows. */
  @Test
  void optionsOfStreamsAreRefusedInBatches() {
    for (String option : List.of("startingSnapshot", "maxFilesPerTrigger")) {
      for (String column : List.of("*", "count(*)", "max(id)")) {
        String refused =
            message(
                assertThrows(
                    Exception.class,
                    () ->
                        spark
                            .read()
                            .option(option, "1")
                            .format("placed")
                            .load(path)
                            .selectExpr(column)
                            .collectAsList()));
        assertTrue(refused.contains("only for streams"), refused);
      }
    }
  }

  @Test
  void defaultsOfTheSessionApply() throws Exception {
    String to = path("defaults");
    spark.conf().set("spark.datasource.placed.maxFilesPerTrigger", "1");
    spark.conf().set("spark.datasource.placed.compression", "zstd"); // Is for writes.
    try {
      assertEquals(ALL, changes("FROM VERSION 1"));
      StreamingQuery query =
          spark
              .readStream()
              .option("startingVersion", "1")
              .changes(name)
              .writeStream()
              .format("memory")
              .queryName("defaults_" + name)
              .option("checkpointLocation", to)
              .trigger(Trigger.AvailableNow())
              .start();
      query.awaitTermination(120_000);
      assertTrue(query.recentProgress().length > 2, query.recentProgress().length + " batches");
      spark.conf().set("spark.datasource.placed.pathGlobFilter", "none*");
      assertEquals(List.of(), changes("FROM VERSION 1"));
    } finally {
      spark.conf().unset("spark.datasource.placed.pathGlobFilter");
      spark.conf().unset("spark.datasource.placed.compression");
      spark.conf().unset("spark.datasource.placed.maxFilesPerTrigger");
    }
  }

  /** An overwrite may make another column of a name; what older rows had is not of its type. */
  @Test
  void changesOverAColumnOfAnotherType() {
    sql("SELECT 7L AS id, 'seven' AS v").write().format("placed").mode("overwrite").save(path);
    String t = "placed.`" + path + "`";
    assertEquals(
        List.of("5 delete 1", "5 delete 2", "5 insert 7 seven"),
        told(sql("SELECT * FROM " + t + " CHANGES FROM VERSION 5 TO VERSION 5")));
    assertEquals(
        List.of("(1, 10)", "(2, 21)"), rows(sql("SELECT * FROM " + t + " VERSION AS OF 4")));
    assertEquals(List.of("(7, seven)"), rows(sql("SELECT * FROM " + t)));
  }

  /** The history needs them as the rows do. */
  @Test
  void settingsOfFileSystemsApply() {
    GuardedFileSystem.SETTINGS.forEach(spark.conf()::set);
    try {
      String read =
          "SELECT * FROM placed.`guarded:" + path + "` CHANGES FROM TIMESTAMP '2000-01-01'";
      String without = refusal(read);
      assertTrue(without.contains(GuardedFileSystem.OPENS), without);
      assertEquals(ALL, told(sql(read + " WITH ('" + GuardedFileSystem.OPENS + "' = 'log,data')")));
    } finally {
      GuardedFileSystem.SETTINGS.keySet().forEach(spark.conf()::unset);
    }
  }

  private static String refusal(String query) {
    return message(assertThrows(Exception.class, () -> sql(query).collectAsList(), query));
  }

  /** Whether the plan of a query reads a cache instead of the table. */
  private static boolean readsACache(Dataset<Row> query) {
    return query.queryExecution().optimizedPlan().toString().contains("InMemoryRelation");
  }

  /** Of a range that ends with the newest snapshot, the cache is of the one that was newest. */
  @Test
  void aCacheIsUsedForTheSameChanges() {
    String of = "SELECT * FROM " + name + " CHANGES FROM VERSION ";
    Map<String, String> byOptions = Map.of("readChanges", "true", "startingSnapshot", "2");
    Supplier<Dataset<Row>> load = () -> spark.read().format("placed").options(byOptions).load(path);
    Supplier<Dataset<Row>> frame = () -> spark.read().option("startingVersion", "2").changes(name);
    for (Supplier<Dataset<Row>> same :
        List.of(() -> sql(of + "2 TO VERSION 3"), () -> sql(of + 2), frame, load)) {
      Dataset<Row> cached = same.get().cache();
      assertEquals(ALL.subList(3, 6), told(cached));
      assertTrue(readsACache(same.get()));
      assertEquals(ALL.subList(3, 6), told(same.get()));
      for (String other :
          List.of("1 TO VERSION 3", "2 TO VERSION 2", "3", "1 EXCLUSIVE TO VERSION 2")) {
        assertFalse(readsACache(sql(of + other)), other);
      }
      assertFalse(readsACache(sql("SELECT * FROM " + name)));
      cached.unpersist();
    }
    sql(of + "2").cache();
    sql(of + "2 TO VERSION 4").cache();
    sql("CACHE TABLE shown AS " + of + "2");
    assertTrue(readsACache(sql("SELECT * FROM shown")));
    spark.newSession().sql("INSERT INTO " + name + " VALUES (5, 50)");
    List<String> more = new ArrayList<>(ALL.subList(3, 6));
    more.add("5 insert 5 50");
    assertFalse(readsACache(sql(of + "2")));
    assertEquals(more, told(sql(of + "2")));
    assertTrue(readsACache(sql(of + "2 TO VERSION 4")));
    assertEquals(ALL.subList(3, 6), told(sql(of + "2 TO VERSION 4")));
    assertEquals(more, told(sql("SELECT * FROM shown")));
    spark.catalog().clearCache();
  }

  /** A table of the same name, whose snapshots have the same numbers. */
  @Test
  void aCacheIsNotUsedForAnotherTable() {
    String of = "SELECT * FROM " + name + " CHANGES FROM VERSION 1 TO VERSION 1";
    assertEquals(3, sql(of).cache().count());
    sql("DROP TABLE " + name);
    String other = path("other");
    sql("CREATE TABLE " + name + " (id BIGINT, v INT) USING placed LOCATION '" + other + "'");
    sql("INSERT INTO " + name + " VALUES (7, 70)");
    assertEquals(List.of("1 insert 7 70"), told(sql(of)));
    spark.catalog().clearCache();
  }
}
