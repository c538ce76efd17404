package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reorderings of whole tables by all tasks of a write together. */
@OneIn(2)
class ReorderScopeTest extends SparkTestCase {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "p string, a bigint, b double, s string, d date, m decimal(30,2),"
              + "st struct<x: int, y: string>, l array<int>, q map<string, double>");
  private static final String HILBERT = "hilbert(a, b, s; 64 ranges)";
  private static final int ROWS = 3000;
  private static final int TASKS = 4;

  /** Ties, skew, doubles, nulls, NaN and both zeros, in four tasks. */
  private static Dataset<Row> table(long seed) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int v = random.nextInt(3) == 0 ? 7 : random.nextInt(1000);
      rows.add(
          RowFactory.create(
              random.nextInt(12) == 0 ? null : "part " + v % 3,
              random.nextInt(15) == 0 ? null : (long) v,
              random.nextInt(5) > 0 ? v / 8.0 : v % 3 == 0 ? Double.NaN : v % 3 == 1 ? -0.0 : 0.0,
              random.nextInt(9) == 0 ? null : "s" + random.nextInt(200) + "é",
              LocalDate.ofEpochDay(v),
              java.math.BigDecimal.valueOf(random.nextInt(), 2),
              random.nextInt(7) == 0 ? null : RowFactory.create(v, "y" + v),
              Arrays.asList(v, null, i % 5),
              Map.of("k", (double) v)));
    }
    rows.addAll(rows.subList(0, 50));
    return spark.createDataFrame(rows, SCHEMA).repartition(TASKS).cache();
  }

  private static DataFrameWriter<Row> write(Dataset<Row> data, String reorder, int tasks) {
    return data.write()
        .format("placed")
        .option("placement.reorder", reorder)
        .option("reorderTasks", tasks);
  }

  private static List<Path> all(String path) throws Exception {
    return ReorderedTables.files(path).values().stream().flatMap(List::stream).toList();
  }

  static List<String> everyKind() {
    return some(
        List.of(
            "sort(a desc, s)",
            "z-order(a, s, d, m)",
            HILBERT,
            "hilbert(b, d; values)",
            "rising-cardinality(s, a)",
            "qd-tree(a < 100 and b < 50; a >= 100 and s < 's5'; d > '1971-01-01'; 50 rows)"),
        1);
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void filesHaveRangesOfTheWholeTable(String reorder) throws Exception {
    long seed = System.nanoTime();
    Dataset<Row> data = table(seed);
    String path = path("flat");
    write(data, reorder, 5).save(path);
    assertEquals(rows(data), rows(read(path)), "seed " + seed);
    int files = ReorderedTables.requireRanges(path, reorder);
    assertTrue(files > 2 && files <= 5, "seed " + seed + ": " + files + " files");

    String partitioned = path("partitioned");
    write(data, reorder, 6).partitionBy("p").save(partitioned);
    Dataset<Row> back = read(partitioned).select("p", "a", "b", "s", "d", "m", "st", "l", "q");
    assertEquals(rows(data), rows(back), "seed " + seed);
    // At most one file per partition, plus one per bound between tasks.
    int parts = ReorderedTables.requireRanges(partitioned, reorder);
    assertTrue(parts >= 4 && parts <= 9, "seed " + seed + ": " + parts + " files");
  }

  static List<String> ofEqualRows() {
    return oneOf(List.of("z-order(a, d)", "rising-cardinality(a)"));
  }

  /** Spark computes lost rows again in any order, and only for the tasks that have not ended. */
  @ParameterizedTest
  @MethodSource("ofEqualRows")
  void theTaskOfARowDoesNotDependOnItsPlace(String reorder) throws Exception {
    Dataset<Row> data =
        spark.range(4000).selectExpr("7L as a", "date'2024-02-27' as d", "id", "id / 3 as x");
    Dataset<Row> parted = data.repartition(3, data.col("id"));
    Set<Set<String>> first = null;
    for (String order : List.of("id", "-id", "hash(id)")) {
      String path = path(order);
      write(parted.sortWithinPartitions(functions.expr(order)), reorder, TASKS).save(path);
      Set<Set<String>> files = new HashSet<>();
      for (Path file : all(path)) {
        files.add(new HashSet<>(ReorderedTables.rows(file)));
      }
      assertTrue(files.size() > 1 && files.stream().allMatch(f -> f.size() > 900), order);
      assertEquals(first == null ? files : first, files, order);
      first = files;
    }
  }

  static List<String> sortOrOthers() {
    return some(List.of("sort(s, a)", HILBERT, "qd-tree(a < 100; s < 's5'; 50 rows)"), 1);
  }

  @ParameterizedTest
  @MethodSource("sortOrOthers")
  void theSameRowsGiveTheSameFiles(String reorder) throws Exception {
    Dataset<Row> data = table(7);
    List<List<String>> first = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      write(data, reorder, 5).save(path(name));
      List<List<String>> files = new ArrayList<>();
      for (Path file : all(path(name))) {
        files.add(ReorderedTables.rows(file));
      }
      if (reorder.startsWith("sort")) {
        // Spark samples again for each range partitioning, so that file boundaries may differ.
        files = List.of(files.stream().flatMap(List::stream).map(r -> keys(r)).toList());
      }
      first = first.isEmpty() ? files : first;
      assertEquals(first, files);
    }
  }

  /** Columns a and s of a row as strings. */
  private static String keys(String row) {
    String[] values = row.split(", ");
    return values[1] + " " + values[3];
  }

  static List<String> sortOrCurve() {
    return oneOf(List.of("sort(a)", HILBERT));
  }

  @ParameterizedTest
  @MethodSource("sortOrCurve")
  void appendsAndOverwritesKeepThePlacementOfTheTable(String reorder) throws Exception {
    Dataset<Row> data = table(1);
    String path = path("t");
    write(data, reorder, 3).save(path);
    data.write().format("placed").option("reorderTasks", 4).mode("append").save(path);
    assertEquals(rows(data.union(data)), rows(read(path)));
    assertTrue(ReorderedTables.requireRanges(path, reorder) > 3);
    write(data, reorder, 3).mode("overwrite").save(path);
    assertEquals(rows(data), rows(read(path)));
    // Reads what it replaces, with the same number of files as requested.
    write(read(path).where("a < 500"), reorder, 2).mode("overwrite").save(path);
    assertEquals(rows(data.where("a < 500")), rows(read(path)));
  }

  static List<String> ofLimitedRows() {
    return oneOf(List.of("sort(a)", HILBERT, "rising-cardinality(*)"));
  }

  @ParameterizedTest
  @MethodSource("ofLimitedRows")
  void filesOfLimitedRowsHaveRangesToo(String reorder) throws Exception {
    Dataset<Row> data = table(2).drop("st", "l", "q");
    String path = path("t");
    write(data, reorder, 2).option("maxRecordsPerFile", 400).save(path);
    assertEquals(rows(data), rows(read(path)));
    assertTrue(ReorderedTables.requireRanges(path, reorder) >= 8);
  }

  static List<String> ofTheCatalog() {
    return oneOf(List.of("sort(a, s)", HILBERT, "qd-tree(a < 100; s < 's5'; 50 rows)"));
  }

  @ParameterizedTest
  @MethodSource("ofTheCatalog")
  void tablesOfTheCatalogAreReordered(String reorder) throws Exception {
    Dataset<Row> data = table(3);
    data.createOrReplaceTempView("input");
    String t = table();
    String path = path(t);
    sql(
        "CREATE TABLE "
            + t
            + " (p string, a bigint, b double, s string, d date, m decimal(30,2),"
            + "st struct<x: int, y: string>, l array<int>, q map<string, double>) USING placed"
            + " LOCATION '"
            + path
            + "' TBLPROPERTIES ('placement.reorder' = \""
            + reorder
            + "\", 'reorderTasks' = '4')");
    sql("INSERT INTO " + t + " SELECT * FROM input");
    assertEquals(rows(data), rows(sql("SELECT * FROM " + t)));
    assertTrue(ReorderedTables.requireRanges(path, reorder) > 2);
    sql("INSERT OVERWRITE " + t + " SELECT * FROM " + t + " WHERE a < 500");
    assertEquals(rows(data.where("a < 500")), rows(sql("SELECT * FROM " + t)));
    data.writeTo(t).append();
    assertEquals(rows(data.union(data.where("a < 500"))), rows(sql("SELECT * FROM " + t)));
    ReorderedTables.requireRanges(path, reorder);

    String copy = table();
    sql(
        "CREATE TABLE "
            + copy
            + " USING placed LOCATION '"
            + path(copy)
            + "' PARTITIONED BY (p)"
            + " TBLPROPERTIES ('placement.reorder' = \""
            + reorder
            + "\", 'reorderTasks' = '5')"
            + " AS SELECT * FROM input");
    String columns = "p, a, b, s, d, m, st, l, q";
    assertEquals(rows(data), rows(sql("SELECT " + columns + " FROM " + copy)));
    assertTrue(ReorderedTables.requireRanges(path(copy), reorder) >= 4);
    sql(
        "INSERT INTO "
            + copy
            + " REPLACE WHERE p = 'part 1' SELECT * FROM input WHERE p = 'part 1' AND a < 300");
    assertEquals(
        rows(data.where("p IS NULL OR p <> 'part 1' OR a < 300")),
        rows(sql("SELECT " + columns + " FROM " + copy)));
    data.where("p = 'part 2'").writeTo(copy).overwritePartitions();

    assertEquals(
        rows(data.where("p IS NULL OR p <> 'part 1' OR a < 300")),
        rows(sql("SELECT " + columns + " FROM " + copy)));
    ReorderedTables.requireRanges(path(copy), reorder);
  }

  /** For a table without placement, the option of one write is sufficient. */
  @Test
  void anOptionOfAWriteIsEnough() throws Exception {
    Dataset<Row> data = table(4);
    String t = table();
    data.limit(0).writeTo(t).using("placed").tableProperty("location", path(t)).create();
    data.writeTo(t).option("placement.reorder", HILBERT).option("reorderTasks", "3").append();
    assertEquals(rows(data), rows(sql("SELECT * FROM " + t)));
    assertTrue(ReorderedTables.requireRanges(path(t), HILBERT) >= 3);
  }

  @Test
  void whatCannotBeServedIsAnError() throws Exception {
    Dataset<Row> data = table(5);
    String t = table();
    data.writeTo(t).using("placed").tableProperty("placement.reorder", HILBERT).create();
    var dynamic = assertThrows(Exception.class, () -> data.writeTo(t).overwritePartitions());
    assertTrue(message(dynamic).contains("; per-task"), message(dynamic));
    assertEquals(rows(data), rows(sql("SELECT * FROM " + t)));
    var none =
        assertThrows(Exception.class, () -> write(data, "vortex(a)", 3).save(path("vortex")));
    assertTrue(message(none).contains("reorderTasks applies only to"), message(none));
    for (String tasks : List.of("0", "-1", "many", "1000001")) {
      var wrong =
          assertThrows(
              Exception.class,
              () -> write(data, "sort(a)", 1).option("reorderTasks", tasks).save(path("wrong")));
      assertTrue(message(wrong).contains("must be 1 to 1000000"), message(wrong));
    }
  }

  @Test
  void tasksMayOrderTheirOwnRowsOnly() throws Exception {
    Dataset<Row> data = table(6);
    for (String reorder : List.of("sort(a; per-task)", "hilbert(a, b; per-task)")) {
      String path = path(reorder.substring(0, 4));
      data.write().format("placed").option("placement.reorder", reorder).save(path);
      assertEquals(rows(data), rows(read(path)));
      assertEquals(TASKS, dataFiles(path));
      assertThrows(AssertionError.class, () -> ReorderedTables.requireRanges(path, reorder));
    }
  }

  /** Few rows use one task, independent of the previous number; no rows use none. */
  @Test
  void theNumberOfFilesFollowsTheSize() throws Exception {
    Dataset<Row> data = table(8);
    for (String reorder : List.of("sort(a)", HILBERT)) {
      String path = path(reorder.substring(0, 4));
      data.write().format("placed").option("placement.reorder", reorder).save(path);
      assertEquals(1, dataFiles(path));
      String empty = path("empty " + reorder.substring(0, 4));
      write(data.where("a = -1"), reorder, 3).save(empty);
      assertEquals(0, read(empty).count());
    }
  }
}
