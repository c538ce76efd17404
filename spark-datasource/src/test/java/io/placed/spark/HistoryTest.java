package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.metadata.MetadataTable;
import io.placed.table.vacuum.VacuumOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rollback, tags and metadata tables, from end to end. */
class HistoryTest extends SparkTestCase {
  private String name;
  private String path;

  /** Snapshots: 1 empty or rows 1 and 2, then row 3, then row 4 in another partition. */
  @BeforeEach
  void newTable() {
    name = table();
    path = path("history");
    sql(
        "CREATE TABLE "
            + name
            + " (id BIGINT, p INT) USING placed PARTITIONED BY (p) LOCATION '"
            + path
            + "'");
    sql("INSERT INTO " + name + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1L, 0), (2L, 0)");
    sql("INSERT INTO " + name + " VALUES (3, 0)");
    sql("INSERT INTO " + name + " VALUES (4, 1)");
  }

  @AfterEach
  void drop() {
    sql("DROP TABLE IF EXISTS " + name);
  }

  private static List<Row> all(String query) {
    return sql(query).collectAsList();
  }

  private static long one(String query) {
    return all(query).get(0).getLong(0);
  }

  private static String refusal(String query) {
    return message(assertThrows(Exception.class, () -> all(query), query));
  }

  private long ids() {
    return one("SELECT sum(id) FROM " + name);
  }

  @Test
  void rollsBackByNameAndByPath() throws Exception {
    Row done =
        all("CALL placed.system.rollback(table => 'default." + name + "', snapshot => 2)").get(0);
    assertEquals(4L, done.getLong(0));
    assertEquals(2L, done.getLong(1));
    assertEquals(0L, done.getLong(2));
    assertEquals(1L, done.getLong(3));
    assertEquals(6, ids());
    sql("CALL placed.system.rollback(table => '" + path + "', snapshot => '3')");
    assertEquals(10, ids());
    sql("CALL placed.system.rollback('placed.`" + path + "`', as_of => '2999-01-01')");
    assertFails(
        "argument as_of: 'yesterday' is not a time",
        () -> sql("CALL placed.system.rollback('placed.`" + path + "`', as_of => 'yesterday')"));
    assertEquals(10, ids());
    sql(
        "CALL placed.system.rollback(table => 'spark_catalog.default."
            + name
            + "', snapshot => 1)");
    assertEquals(3, ids());
    assertTrue(
        refusal("CALL placed.system.rollback('" + name + "')").contains("a number or a tag"));
    String unknown = refusal("CALL placed.system.rollback('" + name + "', snapshot => 77)");
    assertTrue(unknown.contains("snapshot 77 does not exist; the table has 1 to 7"), unknown);
    String none = refusal("CALL placed.system.rollback('no_such', snapshot => 1)");
    assertTrue(none.contains("no table no_such") && none.contains("nothing at the path"), none);
    sql("CREATE TABLE other_" + name + " (a INT) USING parquet");
    try {
      String other = refusal("CALL placed.system.rollback('other_" + name + "', snapshot => 1)");
      assertTrue(other.contains("is not a table of placed"), other);
    } finally {
      sql("DROP TABLE other_" + name);
    }
    String argument =
        refusal("CALL placed.system.rollback(table => '" + name + "', snapshoot => 1)");
    assertTrue(argument.contains("snapshoot") && argument.contains("snapshot"), argument);
    for (String call :
        List.of(
            "vacuum(table => '%s', dry_run => true)",
            "inspect('%s')", "rewrite(table => '%s', placement => 'orc')")) {
      assertTrue(!all("CALL placed.system." + call.formatted(name)).isEmpty(), call);
    }
  }

  /** The catalog keeps columns of its own, and would look for them by their names. */
  @Test
  void theCatalogFollowsColumns() throws Exception {
    sql("ALTER TABLE " + name + " RENAME COLUMN id TO number");
    sql("ALTER TABLE " + name + " ADD COLUMN added STRING");
    sql("INSERT INTO " + name + " (number, added, p) VALUES (5, 'five', 1)");
    sql("CALL placed.system.rollback(table => '" + name + "', snapshot => 3)");
    assertEquals(List.of("id", "p"), List.of(spark.table(name).columns()));
    assertEquals(10, ids());
    sql("CALL placed.system.rollback(table => 'default." + name + "', snapshot => 6)");
    assertEquals(List.of("number", "added", "p"), List.of(spark.table(name).columns()));
    assertEquals(15, one("SELECT sum(number) FROM " + name));
    assertEquals(1, one("SELECT count(added) FROM " + name));
    sql("INSERT INTO " + name + " VALUES (6, 'six', 1)");
    assertEquals(21, one("SELECT sum(number) FROM " + name));
    // Another partitioning is not one that the catalog's table can have.
    spark
        .sql("SELECT 1L AS number, 'x' AS added, 7 AS p")
        .write()
        .format("placed")
        .mode(SaveMode.Overwrite)
        .save(path);
    String refused = refusal("CALL placed.system.rollback('" + name + "', snapshot => 10)");
    assertTrue(refused.contains("is partitioned by []"), refused);
  }

  /**
   * What only the catalog knows about a column outlives a rollback that leaves its values alone.
   */
  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void aRollbackKeepsWhatTheCatalogSaysAboutColumns() {
    String n = table();
    sql(
        "CREATE TABLE "
            + n
            + " (id BIGINT, s STRING COLLATE UTF8_LCASE COMMENT 'any case', c CHAR(4),"
            + " st STRUCT<a: INT NOT NULL COMMENT 'inner', t: STRING COLLATE UTF8_LCASE>,"
            + " l ARRAY<STRING COLLATE UTF8_LCASE>) USING placed LOCATION '"
            + path("said")
            + "'");
    try {
      var before = spark.table(n).schema();
      sql("INSERT INTO " + n + " VALUES (1, 'X', 'ab', struct(1, 'Y'), array('Z'))");
      sql("ALTER TABLE " + n + " ADD COLUMN more INT");
      sql("ALTER TABLE " + n + " ALTER COLUMN id COMMENT 'number'");
      sql("CALL placed.system.rollback(table => '" + n + "', snapshot => 1)");
      assertEquals("number", spark.table(n).schema().apply("id").getComment().get());
      sql("ALTER TABLE " + n + " ALTER COLUMN id COMMENT ''");
      assertEquals(
          before.fields().length,
          spark.table(n).schema().fields().length,
          spark.table(n).schema().sql());
      for (int i = 1; i < before.fields().length; i++) {
        assertEquals(before.fields()[i], spark.table(n).schema().fields()[i]);
      }
      assertEquals(
          1,
          one(
              "SELECT count(*) FROM "
                  + n
                  + " WHERE s = 'x' AND c = 'ab' AND st.t = 'y' AND array_contains(l, 'z')"));
    } finally {
      sql("DROP TABLE " + n);
    }
  }

  /** The next write through the catalog would record the catalog's value again. */
  @Test
  void aPropertyOfTheCatalogIsNotRolledBack() throws Exception {
    sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('placed.foreign-files' = 'true')");
    String call = "CALL placed.system.rollback(table => '" + name + "', snapshot => 2)";
    Exception refused = assertThrows(Exception.class, () -> sql(call));
    assertTrue(refused.getMessage().contains("placed.foreign-files=false"), refused.getMessage());
    sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('placed.foreign-files' = 'false')");
    sql(call);
    assertEquals(6, ids());
  }

  /** Writes by name would sort by a column that is gone. */
  @Test
  void aPlacementOfTheCatalogIsNotLeftWithoutItsColumns() throws Exception {
    sql("ALTER TABLE " + name + " RENAME COLUMN id TO number");
    sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('placement.reorder' = 'sort(number)')");
    String call = "CALL placed.system.rollback(table => '" + name + "', snapshot => 2)";
    String refused = refusal(call);
    assertTrue(refused.contains("snapshot 2 has the columns [id, p]"), refused);
    assertTrue(refused.contains("placement.reorder=sort(number)"), refused);
    assertEquals(10, one("SELECT sum(number) FROM " + name));
    sql("ALTER TABLE " + name + " UNSET TBLPROPERTIES ('placement.reorder')");
    sql(call);
    sql("INSERT INTO " + name + " VALUES (7, 0)");
    assertEquals(13, ids());
  }

  @Test
  void tagsAreReadLikeNumbers() throws Exception {
    Row tag =
        all("CALL placed.system.create_tag(table => '" + name + "', tag => 'v1', snapshot => 1)")
            .get(0);
    assertEquals("v1", tag.getString(0));
    assertEquals(1L, tag.getLong(1));
    PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(2, one("SELECT count(*) FROM " + name + " VERSION AS OF 'v1'"));
    assertEquals(2, one("SELECT count(*) FROM placed.`" + path + "` VERSION AS OF 'v1'"));
    if (since("4.0")) {
      for (String named : List.of(name, "placed.`" + path + "`")) {
        assertEquals(2, spark.read().option("versionAsOf", "v1").table(named).count());
        assertEquals(2, one("SELECT count(*) FROM " + named + " WITH ('VersionAsOf' = '1')"));
        assertTrue(
            refusal("SELECT * FROM " + named + " WITH ('versionAsOf' = '1', 'snapshot' = '1')")
                .contains("have the same meaning"));
      }
    }
    assertEquals(2, spark.read().format("placed").option("snapshot", "v1").load(path).count());
    assertEquals(2, one("SELECT count(*) FROM " + name + " VERSION AS OF 1"));
    assertTrue(refusal("SELECT * FROM " + name + " VERSION AS OF 2").contains("the table has 1, "));
    assertTrue(
        refusal("SELECT * FROM " + name + " VERSION AS OF 'v2'").contains("the table has v1"));
    String again = refusal("CALL placed.system.create_tag('" + name + "', 'v1')");
    assertTrue(again.contains("exists and names snapshot 1"), again);
    sql("CALL placed.system.create_tag(table => '" + name + "', tag => 'v1', replace => true)");
    assertEquals(10, one("SELECT sum(id) FROM " + name + " VERSION AS OF 'v1'"));
    sql("CALL placed.system.create_tag('" + name + "', 'v3', 'v1')");
    List<Row> tags = all("SELECT name, snapshot_id FROM " + name + ".tags ORDER BY name");
    assertEquals(List.of("v1", "v3"), tags.stream().map(r -> r.getString(0)).toList());
    assertEquals(tags.get(0).getLong(1), tags.get(1).getLong(1));
    sql("CALL placed.system.delete_tag(table => '" + name + "', tag => 'v3')");
    assertEquals(1, one("SELECT count(*) FROM " + name + ".tags"));
    sql("CALL placed.system.rollback('" + name + "', 'v1')");
    assertEquals(10, ids());
  }

  @Test
  void snapshotsAndHistory() throws Exception {
    sql("CALL placed.system.rollback('" + name + "', '1')");
    for (String table :
        List.of(
            name, "default." + name, "spark_catalog.default." + name, "placed.`" + path + "`")) {
      List<Row> snapshots =
          all(
              "SELECT * FROM "
                  + table
                  + ".snapshots WHERE snapshot_id > 1 ORDER BY committed_at, 2");
      assertEquals(3, snapshots.size(), table);
      assertEquals("rollback", snapshots.get(2).getAs("operation"));
      assertEquals(1L, (Long) snapshots.get(2).getAs("restored_snapshot_id"));
      assertEquals(2L, (Long) snapshots.get(2).getAs("deleted_data_files"));
      assertEquals(1L, (Long) snapshots.get(0).getAs("added_records"));
    }
    assertNull(
        all("SELECT parent_id FROM " + name + ".snapshots WHERE snapshot_id = 1").get(0).get(0));
    List<Row> ancestors =
        all("SELECT snapshot_id FROM " + name + ".history WHERE is_current_ancestor ORDER BY 1");
    assertEquals(List.of(1L, 4L), ancestors.stream().map(r -> r.getLong(0)).toList());
    // Joined with data at a time.
    assertEquals(
        List.of("append", "rollback"),
        all(
                "SELECT operation FROM "
                    + name
                    + ".snapshots s JOIN "
                    + name
                    + ".history h ON s.snapshot_id = h.snapshot_id WHERE is_current_ancestor"
                    + " ORDER BY h.snapshot_id")
            .stream()
            .map(r -> r.getString(0))
            .toList());
  }

  @Test
  void filesAndPartitions() throws Exception {
    List<Row> files =
        all("SELECT * FROM " + name + ".files WHERE partition.p = 0 ORDER BY record_count");
    assertEquals(2, files.size());
    assertEquals(1L, (Long) files.get(0).getAs("record_count"));
    assertEquals(
        0L, files.get(0).getJavaMap(files.get(0).fieldIndex("null_value_counts")).get("id"));
    assertEquals("3", files.get(0).getJavaMap(files.get(0).fieldIndex("lower_bounds")).get("id"));
    assertEquals("3", files.get(0).getJavaMap(files.get(0).fieldIndex("upper_bounds")).get("id"));
    // Each row finds its file.
    assertEquals(
        4,
        one(
            "SELECT count(*) FROM (SELECT *, _metadata.file_path AS f FROM "
                + name
                + ") t JOIN "
                + name
                + ".files ON f = file_path WHERE partition.p = t.p"));
    List<Row> partitions =
        all("SELECT partition.p, record_count, file_count FROM " + name + ".partitions ORDER BY 1");
    assertEquals("[[0,3,2], [1,1,1]]", partitions.toString());
    // Of the past, by each way to name it.
    for (String past :
        List.of(name + ".files VERSION AS OF 1", "placed.`" + path + "`.files VERSION AS OF 1")) {
      assertEquals(1, one("SELECT count(*) FROM " + past), past);
    }
    if (since("4.0")) {
      assertEquals(2, spark.read().option("snapshot", "2").table(name + ".files").count());
    }
    assertEquals(3, one("SELECT count(*) FROM " + name + ".files TIMESTAMP AS OF '2999-01-01'"));
    Dataset<Row> read =
        spark
            .read()
            .format("placed")
            .option("metadataTable", "files")
            .option("snapshot", 2)
            .load(path);
    assertEquals(2, read.filter("record_count > 0").count());
    assertEquals(0, one("SELECT count(*) FROM " + name + ".manifests"));
    for (int i = 0; i < 70; i++) {
      spark
          .range(1)
          .selectExpr("id", "1 as p")
          .coalesce(1)
          .write()
          .mode(SaveMode.Append)
          .insertInto(name);
    }
    List<Row> manifests = all("SELECT data_files_count, record_count FROM " + name + ".manifests");
    assertEquals("[[65,66]]", manifests.toString());
    assertEquals(73, one("SELECT count(*) FROM " + name + ".files"));
    assertEquals(74, one("SELECT sum(record_count) FROM " + name + ".partitions"));
  }

  /** As for Iceberg, whose tables have a metadata file from the beginning. */
  @Test
  void whatTheLogSaysOfATableWithoutOne() {
    String t = "without_log";
    Map<String, String> partitions = new TreeMap<>();
    partitions.put("", "");
    partitions.put("partitioned by (p)", "struct<p:int>");
    partitions.put("partitioned by (days(ts), bucket(4, id))", "struct<ts_day:date,id_bucket:int>");
    for (String by : partitions.keySet()) {
      sql("CREATE TABLE " + t + " (id BIGINT, ts TIMESTAMP, p INT) USING placed " + by);
      try {
        for (String metadata : MetadataTable.names()) {
          Dataset<Row> found = sql("SELECT * FROM " + t + "." + metadata);
          assertEquals(0, found.count(), metadata);
          sql("DESCRIBE TABLE default." + t + "." + metadata);
          assertEquals(0, spark.table("default." + t + "." + metadata).count(), metadata);
        }
        assertTrue(
            refusal("SELECT * FROM " + t + ".files VERSION AS OF 1").contains("does not exist"));
        StructType before = sql("SELECT * FROM " + t + ".partitions").schema();
        if (!by.isEmpty()) {
          assertEquals(
              partitions.get(by), before.apply("partition").dataType().catalogString(), by);
        }
        sql("INSERT INTO " + t + " VALUES (1, timestamp'2020-01-01', 2)");
        assertEquals(before, sql("SELECT * FROM " + t + ".partitions").schema(), by);
        assertEquals(1, one("SELECT " + t + ".files.record_count FROM " + t + ".files"));
      } finally {
        sql("DROP TABLE " + t);
      }
    }
    // Without a table there is nothing to describe.
    assertTrue(refusal("SELECT * FROM placed.`" + path("no") + "`.files").contains("no such file"));
  }

  @Test
  void whatIsRefusedAndWhatComesFirst() throws Exception {
    assertTrue(
        refusal("SELECT * FROM " + name + ".snapshots VERSION AS OF 1").contains("all snapshots"));
    assertTrue(
        refusal("SELECT * FROM " + name + ".files VERSION AS OF 99")
            .contains("the table has 1 to 3"));
    String unknown =
        message(
            assertThrows(
                Exception.class,
                () -> spark.read().format("placed").option("metadataTable", "no").load(path)));
    assertTrue(unknown.contains("there are snapshots, history, files"), unknown);
    String option =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .format("placed")
                        .option("metadataTable", "files")
                        .option("mergeSchema", "true")
                        .load(path)));
    assertTrue(option.contains("mergeSchema has no effect"), option);
    assertThrows(
        Exception.class, () -> sql("INSERT INTO " + name + ".files SELECT * FROM " + name));
    assertThrows(
        Exception.class,
        () ->
            spark
                .range(1)
                .write()
                .format("placed")
                .option("metadataTable", "files")
                .mode(SaveMode.Append)
                .save(path));
    // A table of this name in a database that is called like the table.
    sql("CREATE DATABASE " + name);
    try {
      assertEquals(3, one("SELECT count(*) FROM " + name + ".files"));
      sql("CREATE TABLE " + name + ".files (a INT) USING placed");
      assertEquals(0, one("SELECT count(a) FROM " + name + ".files"));
      assertEquals(3, one("SELECT count(*) FROM default." + name + ".files"));
    } finally {
      sql("DROP DATABASE " + name + " CASCADE");
    }
    // A column called files is one.
    sql("ALTER TABLE " + name + " ADD COLUMN files INT");
    assertEquals(0, one("SELECT count(" + name + ".files) FROM " + name));
    assertEquals(
        List.of("partition", "file_path"),
        List.of(spark.table(name + ".files").columns()).subList(0, 2));
    assertEquals(16, all("DESCRIBE TABLE " + name + ".files").size());
    spark.range(2).write().format("placed").save(path("plain"));
    assertEquals(2, one("SELECT sum(record_count) FROM placed.`" + path("plain") + "`.partitions"));
  }
}
