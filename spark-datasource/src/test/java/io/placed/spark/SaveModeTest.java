package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OneIn(2)
class SaveModeTest extends SparkTestCase {
  private static Dataset<Row> numbers(int from, int to) {
    return spark.range(from, to).selectExpr("id", "id % 3 as p", "cast(id as string) as s");
  }

  private static void save(Dataset<Row> data, String mode, String path) {
    data.write().format("placed").mode(mode).save(path);
  }

  @Test
  void theFourModes() {
    String path = path("t");
    numbers(0, 10).write().format("placed").save(path);
    Exception e =
        assertThrows(
            AnalysisException.class, () -> numbers(0, 5).write().format("placed").save(path));
    assertTrue(e.getMessage().contains("already exists"), e.getMessage());
    assertThrows(AnalysisException.class, () -> save(numbers(0, 5), "errorifexists", path));
    save(numbers(0, 5), "ignore", path);
    assertEquals(10, read(path).count());
    save(numbers(10, 15), "append", path);
    assertEquals(rows(numbers(0, 15)), rows(read(path)));
    save(numbers(3, 6), "overwrite", path);
    assertEquals(rows(numbers(3, 6)), rows(read(path)));
    for (String mode : List.of("append", "overwrite", "ignore", "errorifexists")) {
      save(numbers(0, 4), mode, path("new-" + mode));
      assertEquals(rows(numbers(0, 4)), rows(read(path("new-" + mode))));
    }
  }

  /** The check comes before the job, and two writers may pass it. */
  @Test
  void whoFoundNoTableDoesNotAddToThatOfAnother() throws Exception {
    for (String mode : List.of("errorifexists", "ignore")) {
      for (boolean empty : new boolean[] {false, true}) {
        raced(mode, empty);
      }
    }
  }

  /**
   * @param empty whether the table of the other has no rows
   */
  private void raced(String mode, boolean empty) throws Exception {
    String path = path("raced-" + mode + empty);
    UDF1<Long, Long> other =
        id -> {
          if (id == 3 && !DataSet.at(FileStores.local(), path).hasSnapshots()) {
            try (TableWriter out =
                Placed.write(path, Schema.parse("id: int64, p: int64, s: string")).open()) {
              if (!empty) {
                out.write(100L, 0L, "of another");
              }
              out.commit();
            }
          }
          return id;
        };
    spark.udf().register("another_writer", other, DataTypes.LongType);
    Dataset<Row> data = numbers(0, 5).selectExpr("another_writer(id) as id", "p", "s");
    if (mode.equals("ignore")) {
      save(data, mode, path);
    } else {
      String message = message(assertThrows(Exception.class, () -> save(data, mode, path)));
      assertTrue(message.contains("another writer has created one"), message);
    }
    assertEquals(empty ? List.of() : List.of("(100, 0, of another)"), rows(read(path)));
  }

  @Test
  void partitioned() throws Exception {
    String path = path("t");
    numbers(0, 30).write().format("placed").partitionBy("p").save(path);
    assertEquals(rows(numbers(0, 30)), rows(read(path).select("id", "p", "s")));
    assertTrue(java.nio.file.Files.isDirectory(directory.resolve("t/p=2")));
    // The table has the partitioning.
    save(numbers(30, 40), "append", path);
    assertEquals(rows(numbers(0, 40)), rows(read(path).select("id", "p", "s")));
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                numbers(0, 3).write().format("placed").partitionBy("s").mode("append").save(path));
    assertTrue(message(e).contains("partitioned by"), message(e));
  }

  /** In SQL's form, whatever characters they have, in partitionBy and in appends. */
  @Test
  void namesOfPartitionColumnsAreQuoted() {
    for (boolean caseSensitive : new boolean[] {false, true}) {
      spark.conf().set("spark.sql.caseSensitive", Boolean.toString(caseSensitive));
      try {
        for (String name : List.of("a b", "a.b", "a`b", "1")) {
          String path = path(caseSensitive + name.replace('`', '\''));
          String quoted = "`" + name.replace("`", "``") + "`";
          Dataset<Row> data = spark.range(4).selectExpr("id", "id % 2 as " + quoted);
          data.write().format("placed").partitionBy(quoted).save(path);
          data.write().format("placed").partitionBy(quoted).mode("append").save(path);
          data.write().format("placed").mode("append").save(path);
          assertEquals(List.of("(0, 6)", "(1, 6)"), rows(read(path).groupBy(quoted).count()), path);
          assertEquals(1, new File(path).list((d, n) -> n.endsWith("=0")).length, path);
        }
        // A column's name may look as another one's in SQL.
        String path = path("quotes" + caseSensitive);
        Dataset<Row> two = spark.range(4).selectExpr("id % 2 as ```p```", "id as p");
        two.write().format("placed").partitionBy("`p`").save(path);
        assertEquals(4, new File(path).list((d, n) -> n.startsWith("p=")).length, path);
      } finally {
        spark.conf().unset("spark.sql.caseSensitive");
      }
    }
  }

  @Test
  void partitionValuesOfAllTypes() {
    Dataset<Row> data =
        sql(
            "select * from values"
                + " (1, 'a/b=c', true, date'2020-02-29', timestamp'2020-01-01 01:02:03.456',"
                + "  1.50bd, cast(1.5 as double), timestamp_ntz'2020-01-01 00:00:00'),"
                + " (2, null, null, null, null, null, null, null),"
                + " (3, 'ü %', false, date'0001-01-01', timestamp'1969-12-31 23:59:59',"
                + "  -0.01bd, double('NaN'), timestamp_ntz'1960-05-05 12:00:00.000001')"
                + " as v(id, s, b, d, t, x, f, n)");
    String path = path("t");
    data.write().format("placed").partitionBy("s", "b", "d", "t", "x", "f", "n").save(path);
    assertEquals(rows(data), rows(read(path).select("id", "s", "b", "d", "t", "x", "f", "n")));
    assertEquals(1, read(path).where("s = 'a/b=c' and x = 1.5 and isnotnull(t)").count());
    assertEquals(1, read(path).where("isnan(f)").count());
    assertEquals(1, read(path).where("t is null").count());
  }

  @Test
  void dynamicOverwriteOfPartitions() {
    String path = path("t");
    numbers(0, 30).write().format("placed").partitionBy("p").save(path);
    numbers(100, 101)
        .write()
        .format("placed")
        .mode("overwrite")
        .partitionBy("p")
        .option("partitionOverwriteMode", "dynamic")
        .save(path);
    Dataset<Row> expected = numbers(0, 30).where("p <> 1").union(numbers(100, 101));
    assertEquals(rows(expected), rows(read(path).select("id", "p", "s")));
    numbers(100, 101).write().format("placed").mode("overwrite").partitionBy("p").save(path);
    assertEquals(1, read(path).count());
  }

  /** Of a table without partitions a dynamic overwrite replaces all rows, also by none. */
  @Test
  void dynamicOverwriteWithoutRows() throws Exception {
    String table = table();
    String path = "placed.`" + path("whole") + "`";
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      for (String t : List.of(table, path)) {
        sql("CREATE TABLE " + t + " (a INT) USING placed TBLPROPERTIES ('note' = 'kept')");
        for (String none : List.of("SELECT 1 AS a WHERE false", "VALUES (5), (6)")) {
          sql("INSERT INTO " + t + " VALUES (1), (2)");
          sql("INSERT OVERWRITE " + t + " " + none);
          assertEquals(none.contains("false") ? 0 : 2, sql("SELECT * FROM " + t).count(), none);
        }
        sql("SELECT 1 AS a WHERE false").writeTo(t).overwritePartitions();
        assertEquals(0, sql("SELECT * FROM " + t).count());
        sql("INSERT INTO " + t + " VALUES (1), (2)");
        sql("INSERT OVERWRITE " + t + " SELECT a + 1 FROM " + t);
        assertEquals(List.of("(2)", "(3)"), rows(sql("SELECT * FROM " + t)));
        assertTrue(rows(sql("SHOW TBLPROPERTIES " + t)).toString().contains("note"));
      }
      // A former partitioning does not count.
      String former = path("former");
      sql("SELECT 1 AS a, 2 AS b").write().format("placed").partitionBy("b").save(former);
      sql("CALL placed.system.set_partitioning(table => '" + former + "', partitioning => '')");
      sql("INSERT OVERWRITE placed.`" + former + "` SELECT 1, 2 WHERE false");
      assertEquals(0, read(former).count());
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    sql("DROP TABLE " + table);
  }

  @Test
  void overwriteMayReadWhatItReplaces() {
    String path = path("t");
    save(numbers(0, 10), "overwrite", path);
    save(read(path).selectExpr("id + 1 as id", "s"), "overwrite", path);
    assertEquals(
        rows(spark.range(1, 11).selectExpr("id", "cast(id - 1 as string)")), rows(read(path)));
  }

  @Test
  void settingsReachTheFiles() throws Exception {
    String path = path("t");
    numbers(0, 5000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.reorder", "sort(id desc)")
        .option("placement.row-group", "1024 rows")
        .option("compression", "lz4")
        .save(path);
    Snapshot snapshot = DataSet.at(FileStores.local(), path).current();
    assertEquals(5, snapshot.files().get(0).rowGroups().size());
    assertTrue(snapshot.placement().toString().contains("sort(id desc"), "" + snapshot.placement());
    assertEquals(4999L, read(path).first().getLong(0));
    // An append keeps the table's placement.
    save(numbers(5000, 9000).coalesce(1), "append", path);
    assertTrue(
        DataSet.at(FileStores.local(), path).current().files().stream()
            .allMatch(f -> f.rowGroups().size() > 3));
    spark.conf().set("spark.datasource.placed.placement.row-group", "2048 rows");
    try {
      save(numbers(0, 5000).coalesce(1), "overwrite", path);
      assertEquals(
          3, DataSet.at(FileStores.local(), path).current().files().get(0).rowGroups().size());
    } finally {
      spark.conf().unset("spark.datasource.placed.placement.row-group");
    }
  }

  @Test
  void maxRecordsPerFile() throws Exception {
    String path = path("t");
    numbers(0, 1000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("maxRecordsPerFile", 300)
        .save(path);
    assertEquals(4, dataFiles(path));
    assertEquals(rows(numbers(0, 1000)), rows(read(path)));
  }

  @Test
  void wrongOptionsSayWhatIsAllowed() {
    for (String option : List.of("placment", "placement.rowgroup", "compresion", "codec")) {
      Exception e =
          assertThrows(
              IllegalArgumentException.class,
              () -> numbers(0, 1).write().format("placed").option(option, "x").save(path("t")));
      assertTrue(e.getMessage().contains(option), e.getMessage());
      assertTrue(e.getMessage().contains("placement.row-group"), e.getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> spark.read().format("placed").option(option, "x").load(path("t")));
    }
    Exception value =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                numbers(0, 1)
                    .write()
                    .format("placed")
                    .option("compression", "zip")
                    .save(path("t")));
    assertTrue(value.getMessage().contains("zip"), value.getMessage());
    Exception profile =
        assertThrows(
            IllegalArgumentException.class,
            () -> numbers(0, 1).write().format("placed").option("profile", "tiny").save(path("t")));
    assertTrue(profile.getMessage().contains("fast, balanced, compact"), profile.getMessage());
    Exception column =
        assertThrows(
            AnalysisException.class,
            () ->
                numbers(0, 1)
                    .write()
                    .format("placed")
                    .option("placement.reorder", "sort(nowhere)")
                    .save(path("t")));
    assertTrue(column.getMessage().contains("nowhere"), column.getMessage());
    assertTrue(!directory.resolve("t").toFile().exists());
  }

  @Test
  void typesThatCannotBeStored() {
    Exception e =
        assertThrows(
            Exception.class,
            () -> sql("select interval '1' day as i").write().format("placed").save(path("t")));
    // Spark 3.5 does not ask the source.
    assertTrue(message(e).contains(since("4.0") ? "placed" : "interval"), message(e));
  }

  @Test
  void appendsMayBringColumnsAndWiderTypes() {
    String path = path("t");
    save(sql("select 1 as a, 'x' as b"), "append", path);
    save(sql("select cast(5000000000 as bigint) as A, 2 as c"), "append", path);
    assertEquals(
        List.of("(1, x, null)", "(5000000000, null, 2)"), rows(read(path).select("a", "b", "c")));
    assertEquals(1, read(path).where("a > 3000000000").count());
    Exception e =
        assertThrows(Exception.class, () -> save(sql("select 'text' as a"), "append", path));
    assertTrue(message(e).contains("column a"), message(e));
    assertEquals(2, read(path).count());
  }

  /** The mode of an option or property counts for tables too, and not only the session's. */
  @Test
  void theOverwriteModeOfTables() {
    List<String> other = List.of("(1, 1)", "(9, 2)");
    List<String> all = List.of("(9, 2)");
    String dynamic = "'partitionOverwriteMode' = 'dynamic'";
    for (String with : new String[] {"", " tblproperties (" + dynamic + ")"}) {
      boolean ofTable = !with.isEmpty();
      String t = table();
      Runnable fill =
          () -> {
            sql("drop table if exists " + t);
            sql("create table " + t + " (a int, p int) using placed partitioned by (p)" + with);
            sql("insert into " + t + " values (1, 1), (2, 2)");
          };
      Dataset<Row> nine = sql("select 9 as a, 2 as p");
      fill.run();
      sql("insert overwrite " + t + " values (9, 2)");
      assertEquals(ofTable ? other : all, rows(sql("select * from " + t)));
      fill.run();
      if (since("4.0")) {
        sql("insert overwrite " + t + " with (" + dynamic + ") values (9, 2)");
        assertEquals(other, rows(sql("select * from " + t)));
      }
      fill.run();
      nine.write()
          .format("placed")
          .mode("overwrite")
          .option("partitionOverwriteMode", "DYNAMIC")
          .insertInto(t);
      assertEquals(other, rows(sql("select * from " + t)));
      fill.run();
      nine.write()
          .format("placed")
          .mode("overwrite")
          .option("partitionOverwriteMode", "static")
          .insertInto(t);
      assertEquals(all, rows(sql("select * from " + t)));
      fill.run();
      sql("insert overwrite " + t + " partition (p = 2) values (9)");
      assertEquals(other, rows(sql("select * from " + t)));
      fill.run();
      spark.conf().set("spark.datasource.placed.partitionOverwriteMode", "dynamic");
      try {
        sql("insert overwrite " + t + " values (9, 2)");
      } finally {
        spark.conf().unset("spark.datasource.placed.partitionOverwriteMode");
      }
      assertEquals(other, rows(sql("select * from " + t)));
      fill.run();
      spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
      try {
        sql("insert overwrite " + t + " partition (p) values (9, 2)");
        assertEquals(other, rows(sql("select * from " + t)));
        String refused =
            message(
                assertThrows(
                    Exception.class,
                    () ->
                        nine.write()
                            .format("placed")
                            .mode("overwrite")
                            .option("partitionOverwriteMode", "static")
                            .insertInto(t)));
        assertTrue(refused.contains("partitionOverwriteMode is static"), refused);
      } finally {
        spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
      }
      // A table that is replaced has no other partitions.
      fill.run();
      nine.writeTo(t)
          .partitionedBy(functions.col("p"))
          .using("placed")
          .option("partitionOverwriteMode", "dynamic")
          .createOrReplace();
      assertEquals(all, rows(sql("select * from " + t)));
      String wrong =
          message(
              assertThrows(
                  Exception.class,
                  () ->
                      nine.write()
                          .format("placed")
                          .mode("overwrite")
                          .option("partitionOverwriteMode", "some")
                          .insertInto(t)));
      assertTrue(wrong.contains("must be static or dynamic, found 'some'"), wrong);
      sql("drop table " + t);
    }
  }

  /** The catalog does not know by which transforms a table is partitioned; the log does. */
  @ParameterizedTest
  @ValueSource(strings = {"days(ts), bucket(2, k)", "truncate(10, k)", "p, days(ts)"})
  void dynamicOverwritesOfTransforms(String by) {
    for (boolean inCatalog : new boolean[] {true, false}) {
      String t = inCatalog ? table() : "placed.`" + path("by" + by.length()) + "`";
      sql(
          "create table "
              + t
              + " (k int, p int, ts timestamp, v string) using placed partitioned by ("
              + by
              + ")");
      sql(
          "insert into "
              + t
              + " select id, id % 3, timestamp'2024-01-01' + make_interval(0, 0, 0, id % 4), 'v'"
              + " from range(40)");
      sql("delete from " + t + " where k % 7 = 3");
      sql("alter table " + t + " rename column v to Text");
      // All rows of whole partitions under each of the partitionings.
      String some = by.startsWith("truncate") ? "k between 10 and 19" : "ts < '2024-01-03'";
      List<String> expected = rows(sql("select k, p, ts, if(" + some + ", 'new', text) from " + t));
      // Not of the table itself: Spark 4.2.0 loses the options of a table that is also read.
      Dataset<Row> changed = sql("select k, p, ts, 'new' as text from " + t + " where " + some);
      spark
          .createDataFrame(changed.collectAsList(), changed.schema())
          .createOrReplaceTempView("changed");
      overwriteDynamically(t, "select * from changed");
      assertEquals(expected, rows(sql("select * from " + t)));
      if (inCatalog) {
        sql("drop table " + t);
      }
    }
  }

  /** By an option of the statement, or of the session where SQL has none. */
  private static void overwriteDynamically(String table, String query) {
    if (since("4.0")) {
      String with = " with ('partitionOverwriteMode' = 'dynamic') ";
      sql("insert overwrite " + table + with + query);
      return;
    }
    spark.conf().set("spark.datasource.placed.partitionOverwriteMode", "dynamic");
    try {
      sql("insert overwrite " + table + " " + query);
    } finally {
      spark.conf().unset("spark.datasource.placed.partitionOverwriteMode");
    }
  }

  /** A save that asks for partitions without saying which means those of the table. */
  @ParameterizedTest
  @ValueSource(strings = {"p", "days(ts)", "p, bucket(2, k)"})
  void dynamicSavesWithoutPartitionBy(String by) {
    String t = "placed.`" + path("t") + "`";
    sql(
        "create table "
            + t
            + " (k int, p int, ts timestamp) using placed partitioned by ("
            + by
            + ")");
    sql(
        "insert into "
            + t
            + " select id, id % 3, timestamp'2024-01-01' + make_interval(0, 0, 0, id % 3)"
            + " from range(40)");
    List<String> expected = rows(sql("select if(p = 1, -k, k), p, ts from " + t));
    List<Row> some = sql("select -k as k, p, ts from " + t + " where p = 1").collectAsList();
    var schema = read(path("t")).schema();
    if (by.contains("bucket")) {
      // The negative keys are in other buckets.
      sql("delete from " + t + " where p = 1");
    }
    spark
        .createDataFrame(some, schema)
        .write()
        .format("placed")
        .mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .save(path("t"));
    assertEquals(expected, rows(read(path("t"))));
    List<String> partitions = rows(sql("show partitions " + t));
    assertTrue(partitions.size() >= 3, partitions.toString());
  }

  @Test
  void overwritesOfRowsKeepTheTable() throws Exception {
    for (boolean inCatalog : new boolean[] {true, false}) {
      String t = inCatalog ? table() : "placed.`" + path("kept") + "`";
      sql(
          "create table "
              + t
              + " (k int, p int) using placed partitioned by (p)"
              + (inCatalog ? " location '" + path("named") + "'" : ""));
      sql("insert into " + t + " select id, id % 3 from range(40)");
      sql(
          "alter table "
              + t
              + " set tblproperties ('isolation' = 'snapshot', 'placed.deletes.max-share' = '0')");
      sql(
          "call placed.system.rewrite(table => '"
              + (inCatalog ? t : path("kept"))
              + "', placement => 'reorder=sort(k desc)')");
      sql("insert overwrite " + t + " select id, id % 2 from range(30)");
      String path = path(inCatalog ? "named" : "kept");
      Snapshot now = DataSet.at(FileStores.local(), path).current();
      // Those of a catalog table are in the catalog.
      Map<String, String> log = inCatalog ? Map.of() : now.properties();
      assertEquals(inCatalog ? null : "snapshot", log.get("isolation"), log.toString());
      assertEquals(inCatalog ? null : "0", log.get("placed.deletes.max-share"));
      assertTrue(now.placement().toString().contains("sort(k desc"), now.placement().toString());
      assertEquals(List.of("(p=0)", "(p=1)"), rows(sql("show partitions " + t)));
      if (inCatalog) {
        sql("drop table " + t);
      }
    }
  }
}
