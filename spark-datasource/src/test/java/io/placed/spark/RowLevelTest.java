package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.LongColumn;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * DELETE, UPDATE and MERGE with arbitrary conditions, compared with the same changes of a Parquet
 * table.
 */
class RowLevelTest extends SparkTestCase {
  private static final int STEPS = 5;

  private String create(String columns, String tail) {
    String t = table();
    sql("create table " + t + " (" + columns + ") using placed " + tail);
    return t;
  }

  private static Set<String> files(String path) throws Exception {
    return DataSet.at(FileStores.local(), path).current().files().stream()
        .map(DataFile::path)
        .collect(Collectors.toSet());
  }

  private static String location(String table) {
    return spark.conf().get("spark.sql.warehouse.dir").replaceFirst("^file:/*", "/") + "/" + table;
  }

  private static List<Arguments> tables() {
    String rows = "'placement.row-group' = '1024 rows'";
    String hilbert = "'placement.reorder' = 'hilbert(k, v)'";
    return some(
        List.of(
            Arguments.of("", rows),
            Arguments.of("partitioned by (p)", rows),
            Arguments.of("", "'placement.reorder' = 'sort(k)'"),
            Arguments.of("partitioned by (p)", hilbert),
            Arguments.of("", hilbert)),
        2);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void randomChangesAreThoseOfAnyTable(String partitioning, String placement) {
    long seed = System.nanoTime();
    System.out.println("RowLevelTest seed " + seed);
    Random random = new Random(seed);
    double share = random.nextInt(3) * random.nextDouble() / 2;
    String t =
        create(
            "k bigint, v int, s string, p int",
            partitioning
                + properties(placement + ", 'placed.deletes.max-share' = '" + share + "'"));
    for (int i = 0; i < 3; i++) {
      sql(
          "insert into "
              + t
              + " select id * 3 + "
              + i
              + ", if(id % 7 = 0, null, cast(id % 50 as int)), concat('s', id % 11), "
              + " if(id % 13 = 0, null, cast(id % 4 as int)) from range(0, 1500)");
    }
    String now = path("parquet0");
    spark.table(t).write().parquet(now);
    for (int step = 0; step < STEPS; step++) {
      String from = "parquet.`" + now + "`";
      String source = source(random);
      String next = path("parquet" + (step + 1));
      String condition = condition(random, t, source);
      String message = "seed " + seed + ", step " + step + ": ";
      switch (random.nextInt(4)) {
        case 0 -> {
          sql("delete from " + t + " where " + condition);
          message += "delete " + condition;
          sql("select * from " + from + " t where not coalesce(" + condition + ", false)")
              .write()
              .parquet(next);
        }
        case 1 -> {
          String set = random.nextBoolean() ? "p" : "v";
          sql(
              "update "
                  + t
                  + " as t set "
                  + set
                  + " = coalesce(v, 0) % 5 + 1, s = concat(s, '!') where "
                  + condition);
          message += "update " + set + " " + condition;
          String number = "coalesce(v, 0) % 5 + 1";
          sql("select k, "
                  + (set.equals("v") ? change(condition, number, "v") : "v")
                  + ", "
                  + change(condition, "concat(s, '!')", "s")
                  + ", "
                  + (set.equals("p") ? change(condition, number, "p") : "p")
                  + " from "
                  + from
                  + " t")
              .write()
              .parquet(next);
        }
        default -> {
          int modulo = 2 + random.nextInt(3);
          message += "merge " + modulo + " " + source;
          sql(
              "merge into "
                  + t
                  + " t using "
                  + source
                  + " u on t.k = u.k when matched and u.v % "
                  + modulo
                  + " = 0 then delete when matched then update set v = u.v, p = u.p"
                  + " when not matched and u.v > 5 then insert (k, v, s, p)"
                  + " values (u.k, u.v, 'new', u.p)"
                  + " when not matched by source and t.v = 3 then update set s = 'gone'");
          sql("select coalesce(t.k, u.k) k,"
                  + " if(u.k is not null, u.v, t.v) v,"
                  + " if(t.k is null, 'new', if(u.k is null and t.v = 3, 'gone', t.s)) s,"
                  + " if(u.k is not null, u.p, t.p) p from "
                  + from
                  + " t full join "
                  + source
                  + " u on t.k = u.k where case when t.k is null then u.v > 5"
                  + " when u.k is null then true else not (u.v % "
                  + modulo
                  + " = 0) end")
              .write()
              .parquet(next);
        }
      }
      assertEquals(rows(spark.read().parquet(next)), rows(spark.table(t)), message);
      now = next;
    }
    sql("drop table " + t);
  }

  private static String change(String condition, String value, String column) {
    return "case when " + condition + " then " + value + " else " + column + " end as " + column;
  }

  private static String properties(String placement) {
    return " tblproperties (" + placement + ")";
  }

  private static String source(Random random) {
    int from = random.nextInt(4000);
    return "(select id k, cast(id % 9 as int) v, cast(id % 4 as int) p from range("
        + from
        + ", "
        + (from + random.nextInt(900))
        + "))";
  }

  private static String condition(Random random, String t, String source) {
    return switch (random.nextInt(7)) {
      case 0 -> "p = " + random.nextInt(4);
      case 1 -> "k between " + random.nextInt(4000) + " and " + random.nextInt(6000);
      case 2 -> "v > 40 or s = 's" + random.nextInt(11) + "'";
      case 3 -> "v is null and p is not null";
      case 4 -> "k in (select k from " + source + ")";
      case 5 -> "s like '%" + random.nextInt(10) + "' and cast(k as string) like '%5%'";
      default -> "not (v < 25) and p <=> null";
    };
  }

  /**
   * Spark looks for the keys of the rows that a statement changes first and filters the scan by
   * them: null is one of these keys. Small scans have such filters on partition columns only.
   */
  @ParameterizedTest
  @CsvSource({"0", "33554432"})
  void rowsWithNullKeysAreChanged(long minBytes) {
    String known = spark.conf().get("spark.placed.runtimeFilter.minBytes");
    spark.conf().set("spark.placed.runtimeFilter.minBytes", minBytes);
    try {
      for (String by : List.of("", "partitioned by (p)")) {
        String rows =
            "select id, if(id % 7 = 0, null, cast(id % 50 as int)) v, if(id % 3 = 0, null,"
                + " cast(id % 4 as int)) p from range(0, 200)";
        String t = create("id bigint, v int, p int", by);
        sql("insert into " + t + " " + rows);
        sql("delete from " + t + " where v is null or v > 40");
        String left = "select * from (" + rows + ") where v <= 40";
        assertEquals(rows(sql(left)), rows(spark.table(t)), by);
        sql("update " + t + " set v = -1 where coalesce(p, 9) > 2");
        String updated = "select id, if(coalesce(p, 9) > 2, -1, v), p from (" + left + ")";
        assertEquals(rows(sql(updated)), rows(spark.table(t)), by);
        sql("update " + t + " set v = -2 where id <> 5");
        updated = "select id, if(id <> 5, -2, v), p from (" + left + ")";
        assertEquals(rows(sql(updated)), rows(spark.table(t)), by);
        sql(
            "merge into "
                + t
                + " t using (select null as q) s on t.p <=> s.q when matched then delete");
        assertEquals(
            rows(sql("select * from (" + updated + ") where p is not null")),
            rows(spark.table(t)),
            by);
      }
    } finally {
      spark.conf().set("spark.placed.runtimeFilter.minBytes", known);
    }
  }

  @Test
  void onlyFilesWithSuchRowsAreReplaced() throws Exception {
    String t = create("k bigint, s string", "");
    for (int i = 0; i < 4; i++) {
      // Each file has keys of the same range, so that statistics cannot skip any.
      sql("insert into " + t + " select id * 4 + " + i + ", 'x' from range(0, 100, 1, 1)");
    }
    String path = location(t);
    Set<String> before = files(path);
    assertEquals(4, before.size());
    sql("delete from " + t + " where k in (41, 81)");
    assertEquals(before, files(path));
    assertEquals(398, spark.table(t).count());
    assertEquals(398, sql("select * from " + t).collectAsList().size());
    sql("update " + t + " set s = 'y' where k + 0 = 42");
    assertEquals(List.of("(42, y)"), rows(sql("select * from " + t + " where s = 'y'")));
    List<SnapshotInfo> history = PlacedTables.snapshots(spark, path, 2);
    assertEquals("update", history.get(0).operation());
    assertEquals(1, history.get(0).rowsMarked());
    assertEquals(0, history.get(0).filesRemoved());
    assertEquals(1, history.get(0).rowsAdded());
    assertEquals("delete", history.get(1).operation());
    assertEquals(2, history.get(1).rowsMarked());
    assertEquals(5, files(path).size());
    assertEquals(
        List.of("(1, 100, 1)", "(1, 100, 2)", "(2, 100, 0)"),
        rows(
            sql(
                "select count(*), record_count, deleted_rows from placed.`"
                    + path
                    + "`.files where record_count = 100 group by 2, 3")));
    // Many rows of a file: it is replaced by one with the others, whatever was marked before.
    sql("delete from " + t + " where k % 4 = 1 and k < 200");
    assertEquals(1, PlacedTables.snapshots(spark, path, 1).get(0).filesRemoved());
    assertEquals(350, spark.table(t).count());
    assertEquals(List.of("(350)"), rows(sql("select count(s) from " + t)));
    sql("alter table " + t + " set tblproperties ('placed.deletes.max-share' = '0')");
    before = files(path);
    sql("delete from " + t + " where k + 0 = 43");
    assertEquals(1, PlacedTables.snapshots(spark, path, 1).get(0).filesRemoved());
    sql("alter table " + t + " set tblproperties ('placed.deletes.max-share' = '1')");
    before = files(path);
    sql("delete from " + t + " where k + 0 <> 44 and s = 'x'");
    assertEquals(List.of("(42, y)", "(44, x)"), rows(spark.table(t)));
    before.removeAll(files(path));
    assertEquals(3, before.size());
    history = PlacedTables.snapshots(spark, path, 2);
    // No changes, no commit.
    sql("delete from " + t + " where k + 0 = 123456");
    assertEquals(history.get(0).id(), PlacedTables.snapshots(spark, path, 1).get(0).id());
    sql("drop table " + t);
  }

  @Test
  void withoutFilteringAtRunTime() {
    spark.conf().set("spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled", "false");
    try {
      String t = create("k bigint, p int", "partitioned by (p)");
      sql("insert into " + t + " select id, cast(id % 3 as int) from range(30)");
      sql("update " + t + " set k = -k where k % 10 = 0");
      assertEquals(
          List.of("(-10, 1)", "(-20, 2)", "(0, 0)"),
          rows(sql("select * from " + t + " where k <= 0")));
      assertEquals(30, spark.table(t).count());
      sql("drop table " + t);
    } finally {
      spark.conf().unset("spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled");
    }
  }

  @Test
  void mergeIntoNothing() {
    String t = create("k bigint, s string", "");
    sql(
        "merge into "
            + t
            + " t using (select id k from range(3)) u on t.k = u.k"
            + " when matched then delete when not matched then insert (k, s) values (u.k, 'n')");
    assertEquals(List.of("(0, n)", "(1, n)", "(2, n)"), rows(spark.table(t)));
    Exception twice =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "merge into "
                        + t
                        + " t using (select 1 k from range(2)) u on t.k = u.k"
                        + " when matched then update set s = 'twice'"));
    assertTrue(message(twice).contains("MERGE_CARDINALITY_VIOLATION"), message(twice));
    assertEquals(3, spark.table(t).where("s = 'n'").count());
    sql("drop table " + t);
  }

  /** Such a view does not show all rows that a DELETE without a condition would remove. */
  @Test
  void viewsOfSomethingElseThanATableAreNotEmptied() {
    for (String name : List.of("v1", "v2")) {
      spark.range(3).write().format("placed").save(path(name));
    }
    DataFrameReader reader = spark.read().format("placed");
    reader.load(path("v1"), path("v2")).createOrReplaceTempView("seen");
    assertFails("paths", () -> sql("delete from seen"));
    reader.load(path("v*")).createOrReplaceTempView("seen");
    assertFails("several places", () -> sql("delete from seen"));
    assertFalse(Files.exists(Path.of(path("v*"))));
    reader.option("pathGlobFilter", "none*").load(path("v1")).createOrReplaceTempView("seen");
    assertFails("pathGlobFilter", () -> sql("delete from seen"));
    Map<String, String> changes = Map.of("readChanges", "true");
    spark.read().format("placed").options(changes).load(path("v1")).createOrReplaceTempView("seen");
    assertFails("readChanges", () -> sql("delete from seen"));
    assertEquals(List.of("(0)", "(1)", "(2)"), rows(read(path("v1"))));
    read(path("v1")).createOrReplaceTempView("seen");
    sql("delete from seen");
    assertEquals(List.of(), rows(read(path("v1"))));
    spark.catalog().dropTempView("seen");
  }

  @Test
  void conflictsAreSeen() throws Exception {
    String t = create("k bigint, s string", "");
    sql("insert into " + t + " select id, 'a' from range(10)");
    String path = location(t);
    // The operation has read the table when this function in its condition commits.
    spark
        .udf()
        .register(
            "meanwhile",
            (org.apache.spark.sql.api.java.UDF1<Long, Boolean>)
                k -> {
                  Meanwhile.append();
                  return k == 3;
                },
            org.apache.spark.sql.types.DataTypes.BooleanType);
    Meanwhile.prepare(path);
    Exception conflict =
        assertThrows(Exception.class, () -> sql("update " + t + " set s = 'c' where meanwhile(k)"));
    assertTrue(message(conflict).contains("another commit added"), message(conflict));
    assertTrue(causes(conflict), message(conflict));
    assertEquals(11, spark.table(t).count());
    assertEquals(0, spark.table(t).where("s = 'c'").count());
    sql("alter table " + t + " set tblproperties ('isolation' = 'snapshot')");
    Meanwhile.prepare(path);
    sql("update " + t + " set s = 'c' where meanwhile(k)");
    assertEquals(12, spark.table(t).count());
    assertEquals(1, spark.table(t).where("s = 'c'").count());
    Exception wrong =
        assertThrows(
            Exception.class,
            () -> {
              sql("alter table " + t + " set tblproperties ('isolation' = 'none')");
              sql("delete from " + t + " where k + 0 = 1");
            });
    assertTrue(message(wrong).contains("must be serializable or snapshot"), message(wrong));
    sql("drop table " + t);
  }

  /** Two statements that find no row to match must not both insert it. */
  @ParameterizedTest
  @CsvSource({
    "'', true",
    "'', false",
    "when matched then update set s = 'm', true",
    "when matched then update set s = 'm', false"
  })
  void concurrentMergesInsertARowOnce(String matched, boolean hasRows) throws Exception {
    String t = create("k bigint, s string", "");
    if (hasRows) {
      sql("insert into " + t + " values (1, 'a')");
    }
    int before = hasRows ? 1 : 0;
    registerMeanwhile();
    String merge = insertingMerge(t, matched);
    Meanwhile.prepare(location(t));
    Exception conflict = assertThrows(Exception.class, () -> sql(merge));
    assertTrue(causes(conflict), message(conflict));
    assertEquals(before + 1, spark.table(t).count());
    sql(merge);
    assertEquals(before + 3, spark.table(t).count());
    // An INSERT does not depend on what it reads.
    Meanwhile.prepare(location(t));
    sql(
        "insert into "
            + t
            + " select meanwhile(id), 'i' from range(3) x left anti join "
            + t
            + " y on x.id = y.k");
    sql("alter table " + t + " set tblproperties ('isolation' = 'snapshot')");
    Meanwhile.prepare(location(t));
    sql(merge.replace("100, 103", "200, 203"));
    sql("drop table " + t);
  }

  /** A function of a query that returns its argument, and commits what is prepared. */
  private static void registerMeanwhile() {
    spark
        .udf()
        .register(
            "meanwhile",
            (org.apache.spark.sql.api.java.UDF1<Long, Long>)
                k -> {
                  Meanwhile.append();
                  return k;
                },
            org.apache.spark.sql.types.DataTypes.LongType);
  }

  private static String insertingMerge(String table, String matched) {
    return "merge into "
        + table
        + " t using (select meanwhile(id) k from range(100, 103)) u on t.k = u.k "
        + matched
        + " when not matched then insert (k, s) values (u.k, 'n')";
  }

  @Test
  void aMergeIntoACachedTableConflicts() throws Exception {
    String t = create("k bigint, s string", "");
    sql("insert into " + t + " values (1, 'a')");
    registerMeanwhile();
    sql("cache table " + t);
    Meanwhile.prepare(location(t));
    Exception conflict = assertThrows(Exception.class, () -> sql(insertingMerge(t, "")));
    assertTrue(causes(conflict), message(conflict));
    sql("uncache table " + t);
    assertEquals(2, spark.table(t).count());
    sql("drop table " + t);
  }

  private static boolean causes(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof CommitConflictException) {
        return true;
      }
    }
    return false;
  }

  /** An append whose file is written, and which commits on demand. */
  private static final class Meanwhile {
    private static final Schema SCHEMA = Schema.parse("k: int64, s: string");
    private static Commit commit;
    private static DataFile file;

    static synchronized void prepare(String table) throws IOException {
      commit = DataSet.at(FileStores.local(), table).begin(SCHEMA, List.of(), null);
      String path = commit.dataFilePath(Map.of(), "meanwhile");
      Batch row = Batch.of(SCHEMA);
      ((LongColumn) row.column(0)).append(100);
      ((BytesColumn) row.column(1)).append(new byte[] {'b'});
      row.setRows(1);
      WriteOptions options = WriteOptions.of(Map.of());
      try (FileWriter out =
          FileWriter.create(FileStores.local().forPath(path), path, SCHEMA, options)) {
        out.write(row);
        file = DataFile.of(out.finish(), commit.relative(path), Map.of());
      }
    }

    static synchronized void append() throws IOException {
      if (commit != null) {
        commit.append(List.of(file));
        commit = null;
      }
    }
  }
}
