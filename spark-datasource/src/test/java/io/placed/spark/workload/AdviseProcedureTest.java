package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.OneIn;
import io.placed.advise.Advice;
import io.placed.advise.AdvisedLayout;
import io.placed.advise.AdvisedTable;
import io.placed.advise.PlacedTable;
import io.placed.advise.Statement;
import io.placed.advise.workload.ScanRecord;
import io.placed.encoding.Profile;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.table.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Advice by {@code CALL}. */
@OneIn(2)
class AdviseProcedureTest extends WorkloadTestCase {
  private static final int ROWS = 300_000;

  /** Pays for a sort by {@code k}. */
  private static final String SELECTIVE = "find: read v where k [0.4 to 0.41] weight 1000\n";

  @AfterEach
  void stop() {
    spark.conf().unset(HistoryListener.SETTING);
    sql("DROP TABLE IF EXISTS Facts");
  }

  private static Dataset<Row> rows() {
    return spark
        .range(ROWS)
        .selectExpr(
            "cast(rand(1) * 1000000 as int) as k",
            "cast(rand(2) * 1e13 as bigint) as v",
            "cast(id % 2 as int) as part");
  }

  private String events() {
    String path = path("events");
    rows().coalesce(1).write().format("placed").save(path);
    return path;
  }

  private String file(String name, String text) throws Exception {
    return Files.writeString(Path.of(path(name)), text).toString();
  }

  private static List<Row> advise(String arguments) {
    return sql("CALL placed.system.advise(" + arguments + ")").collectAsList();
  }

  private static List<String> statements(Row row) {
    return row.getList(row.fieldIndex("statements"));
  }

  private static String advised(String table, String workload) {
    return "table => '" + table + "', workload => '" + workload + "', device => 'hdd'";
  }

  private static <T> T at(Row row, String column) {
    return row.getAs(column);
  }

  @Test
  void theStatementGivesTheTableThePlacementThatReadsWhatWasPredicted() throws Exception {
    String table = events();
    List<Row> rows = advise(advised(table, file("w.txt", SELECTIVE)));
    assertEquals(2, rows.size(), "" + rows);
    Row all = rows.get(0);
    Row find = rows.get(1);
    assertNull(at(all, "query"));
    assertTrue(AdviseProcedureTest.<Boolean>at(all, "change"), "" + all);
    String placement = at(all, "placement");
    assertTrue(placement.startsWith("reorder=sort(k)"), placement);
    assertTrue(AdviseProcedureTest.<Double>at(all, "break_even_runs") > 0, "" + all);
    assertEquals("find", at(find, "query"));
    assertEquals(1000.0, at(find, "weight"));
    assertEquals(1.0, at(find, "share"));
    assertNull(at(find, "change"));
    assertTrue(
        AdviseProcedureTest.<Double>at(find, "ms_after_low")
            < AdviseProcedureTest.<Double>at(find, "ms_after"),
        "" + find);
    long before = needed(table);
    statements(all).forEach(WorkloadTestCase::sql);
    long after = needed(table);
    assertEquals(before, AdviseProcedureTest.<Long>at(find, "bytes_before"), 0.02 * before);
    assertEquals(after, AdviseProcedureTest.<Long>at(find, "bytes_after"), 0.3 * after);
    assertTrue(after < 0.2 * before, after + " of " + before);
  }

  /** Bytes that Spark needs for the query of {@link #SELECTIVE}. */
  private long needed(String table) throws Exception {
    String history = path("measured");
    int known = recorded(history).size();
    spark.conf().set(HistoryListener.SETTING, history);
    sql("SELECT sum(v) FROM placed.`" + table + "` WHERE k > 400000 AND k <= 410000")
        .collectAsList();
    List<ScanRecord> records = recorded(history);
    spark.conf().unset(HistoryListener.SETTING);
    assertEquals(known + 1, records.size());
    return records.stream().mapToLong(ScanRecord::needed).filter(n -> n > 0).min().orElseThrow();
  }

  @Test
  void theHistoryOfTheSessionIsTheWorkloadIfNoneIsNamed() throws Exception {
    String table = events();
    String history = path("history");
    spark.conf().set(HistoryListener.SETTING, history);
    for (int i = 0; i < 3; i++) {
      sql("SELECT sum(v) FROM placed.`" + table + "` WHERE k BETWEEN " + i + "000 AND 9000")
          .collectAsList();
    }
    drain();
    List<Row> rows = advise("table => '" + table + "', device => 'hdd', period => '1s'");
    assertEquals(2, rows.size(), "" + rows);
    assertEquals(3, AdviseProcedureTest.<Integer>at(rows.get(1), "runs"));
    String placement = at(rows.get(0), "placement");
    assertTrue(placement.startsWith("reorder=sort(k)"), placement);
    List<String> notes = rows.get(0).getList(rows.get(0).fieldIndex("notes"));
    assertTrue(notes.get(0).contains("100"), "" + notes);
  }

  @Test
  void partitionedTablesOfTheCatalogWithRenamedColumnsOfMixedCase() throws Exception {
    rows()
        .withColumnRenamed("k", "Old")
        .write()
        .format("placed")
        .partitionBy("part")
        .saveAsTable("Facts");
    sql("ALTER TABLE facts RENAME COLUMN Old TO Key");
    String sql =
        file(
            "w.sql",
            "-- name find\n-- weight 1000\n"
                + "SELECT sum(V) FROM FACTS WHERE KEY > 400000 AND key <= 410000 AND part = 1;\n"
                + "-- name lost\nSELECT nothing FROM facts;\n");
    for (String name : List.of("facts", "Facts", "spark_catalog.default.FACTS")) {
      List<Row> rows = advise(advised(name, sql));
      assertEquals("find", at(rows.get(1), "query"), "" + rows);
      String placement = at(rows.get(0), "placement");
      assertTrue(placement.startsWith("reorder=sort(Key)"), placement);
      List<String> notes = rows.get(0).getList(rows.get(0).fieldIndex("notes"));
      assertTrue(notes.stream().anyMatch(n -> n.contains("lost")), "" + notes);
    }
    long before = spark.table("facts").count();
    List<Row> advice = advise(advised("facts", sql));
    long wide = at(advice.get(1), "bytes_before");
    statements(advice.get(0)).forEach(WorkloadTestCase::sql);
    assertEquals(before, spark.table("facts").count());
    long now = at(advise(advised("facts", sql)).get(1), "bytes_before");
    assertTrue(now < 0.3 * wide, now + " of " + wide);
  }

  @Test
  void tablesOfSparksOwnFormatsAreNamedByTheirPaths() throws Exception {
    String sql =
        file("own.sql", "-- name find\n-- weight 1000\nSELECT sum(v) FROM own WHERE k < 10000;\n");
    for (String format : List.of("parquet", "orc")) {
      String path = path(format) + "/own";
      rows().write().format(format).partitionBy("part").save(path);
      for (String name : List.of(path, format + ".`" + path + "`")) {
        List<Row> rows = advise(advised(name, sql));
        assertEquals("find", at(rows.get(1), "query"), "" + rows);
        String placement = at(rows.get(0), "placement");
        assertTrue(placement.startsWith("reorder=sort(k"), placement);
        long before = at(rows.get(1), "bytes_before");
        long after = at(rows.get(1), "bytes_after");
        assertTrue(after < before, after + " of " + before);
        for (String statement : statements(rows.get(0))) {
          assertTrue(statement.contains("placed convert"), statement);
        }
      }
    }
    fails("no such file", advised("parquet.`" + path("gone") + "`", sql));
  }

  /** All that a layout has: partitions are written anew, copies are tables. */
  @Test
  void statementsOfPartitionsAndCopiesRun() throws Exception {
    String table = path("written");
    rows()
        .selectExpr("k", "v", "part", "cast(rand(3) * 1000000 as int) as j")
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.row-group", "1MiB")
        .save(table);
    String both =
        file("both.txt", SELECTIVE + "other: read v where j [0.4 to 0.405] weight 1000\n");
    Row all = advise(advised(table, both) + ", copies => '2'").get(0);
    List<String> statements = statements(all);
    String create = statements.get(statements.size() - 1);
    assertTrue(create.startsWith("CREATE TABLE written_by_"), "" + statements);
    long before = spark.table("placed.`" + table + "`").count();
    String name = create.split(" ")[2];
    try {
      statements.forEach(WorkloadTestCase::sql);
      assertEquals(before, spark.table(name).count());
      assertEquals(2, spark.table(name).columns().length, create);
    } finally {
      sql("DROP TABLE IF EXISTS " + name);
    }
    for (Statement s : partitioned(table)) {
      if (s.language() == Statement.Language.SQL) {
        sql(s.text());
      }
    }
    assertEquals(before, spark.table("placed.`" + table + "`").count());
    DataSet written = DataSet.at(p -> new LocalFileStore(), table);
    assertEquals(List.of("part"), written.current().partitionColumns());
    assertEquals(2, written.current().files().stream().map(f -> f.partition()).distinct().count());
    assertEquals("sort(k)", written.current().placement().reorder().toString());
  }

  /** The statements that give a table partitions, an order and a profile. */
  private static List<Statement> partitioned(String path) throws Exception {
    try (AdvisedTable table = PlacedTable.open(DataSet.at(p -> new LocalFileStore(), path))) {
      return table
          .rewriting()
          .statements(
              new AdvisedLayout(
                  table.placement(),
                  Placement.parse("reorder=sort(k)"),
                  new Advice.Options("", Profile.BALANCED),
                  new Advice.Options("part", Profile.FAST),
                  List.of(),
                  false));
    }
  }

  private static JsonObject report(String arguments) {
    Row row = sql("CALL placed.system.advise_report(" + arguments + ")").collectAsList().get(0);
    String text = at(row, "text");
    String html = at(row, "html");
    assertTrue(text.contains("  advice       "), text);
    assertTrue(html.startsWith("<!DOCTYPE html>"), html);
    return JsonParser.parseString(at(row, "json")).getAsJsonObject();
  }

  @Test
  void theReportIsThatOfTheCommandLine() throws Exception {
    String table = events();
    String none = file("none.txt", "all: read * weight 1000\n");
    JsonObject advice = report(advised(table, none));
    assertFalse(advice.get("change").getAsBoolean(), advice::toString);
    assertEquals(ROWS, advice.get("rows").getAsInt());
    assertEquals(0, advice.getAsJsonArray("statements").size());
    Row all = advise(advised(table, none)).get(0);
    assertFalse(AdviseProcedureTest.<Boolean>at(all, "change"));
    assertEquals(List.of(), statements(all));
  }

  @Test
  void wrongArgumentsSayWhatIsAllowed() throws Exception {
    String table = events();
    String good = advised(table, file("w.txt", SELECTIVE));
    fails("argument workload: the path of a history", "table => '" + table + "'");
    fails("objective must be time, bytes or cost, found 'x'", good + ", objective => 'x'");
    fails("horizon: 'soon' is not a duration", good + ", horizon => 'soon'");
    fails("period must be more than 0", good + ", period => '0'");
    fails("number of copies must be 1 to 8, found 9", good + ", copies => 9");
    fails("copies must be a number, found 'two'", good + ", copies => 'two'");
    fails("none.txt", advised(table, path("none.txt")));
    fails("nothing is read", advised(table, file("bad.txt", "nothing is read\n")));
    fails("the catalog has no table nowhere", advised("nowhere", path("w.txt")));
    fails(
        "no query of the workload is understood: ",
        advised(table, file("other.sql", "SELECT 1;\n")));
    fails(
        "there is no table `nowhere`: advise on it, too, or use a session whose catalog has it;",
        advised(table, file("unknown.sql", "SELECT a FROM nowhere;\nSELECT 1;\n")));
    String many = "SELECT a FROM nowhere;\n".repeat(5);
    fails("; and 2 more", advised(table, file("many.sql", many)));
  }

  private static void fails(String message, String arguments) {
    String found = message(assertThrows(Exception.class, () -> advise(arguments)));
    assertTrue(found.contains(message), found);
  }

  /** Both sides of a join are advised by the same queries, which then move and sort nothing. */
  @Test
  void joinedTablesGetTheSameBucketsAndAreJoinedWithoutAShuffle() throws Exception {
    String a = path("Sales");
    String b = path("clients");
    rows().withColumnRenamed("k", "Client").coalesce(1).write().format("placed").save(a);
    spark
        .range(ROWS / 4)
        .selectExpr("cast(rand(3) * 1000000 as int) as id", "cast(id as string) as name")
        .coalesce(1)
        .write()
        .format("placed")
        .save(b);
    sql("ALTER TABLE placed.`" + b + "` RENAME COLUMN id TO `Nummer`");
    String join =
        "SELECT /*+ merge(s) */ count(*), sum(v), min(name) FROM placed.`"
            + a
            + "` s JOIN placed.`"
            + b
            + "` ON Client = Nummer";
    List<Row> expected = sql(join).collectAsList();
    String workload = file("joins.sql", "-- name j\n" + join);
    // Whatever table and session say, each row is there once, and a bucket is one file.
    sql(
        "ALTER TABLE placed.`"
            + a
            + "` SET TBLPROPERTIES ('partitionOverwriteMode' = 'dynamic', 'placement.reorder' ="
            + " 'sort(v)', 'write.distribution-mode' = 'range')");
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.conf().set("spark.datasource.placed.partitionOverwriteMode", "dynamic");
    Map<String, List<String>> properties = new HashMap<>();
    for (String table : List.of(a, b)) {
      properties.put(table, writeProperties(table));
      Row all =
          advise(
                  "table => '"
                      + table
                      + "', workload => '"
                      + workload
                      + "', device => 'nvme', buckets => '8', horizon => '900d'")
              .get(0);
      assertTrue(AdviseProcedureTest.<Boolean>at(all, "change"), "" + all);
      String key = table.equals(a) ? "Client" : "Nummer";
      assertEquals("bucket(8, " + key + ")", at(all, "partitioning"));
      statements(all).forEach(WorkloadTestCase::sql);
      // A task writes whole buckets, and later writes of the table are as before.
      assertEquals(
          8, spark.read().format("placed").option("metadataTable", "files").load(table).count());
      assertEquals(properties.get(table), writeProperties(table));
    }
    try {
      spark.conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
      spark.conf().set("spark.sql.adaptive.enabled", "false");
      Dataset<Row> joined = sql(join);
      String plan = joined.queryExecution().executedPlan().toString();
      assertFalse(plan.contains("hashpartitioning"), plan);
      assertFalse(plan.contains("Sort ["), plan);
      assertTrue(plan.contains("SortMergeJoin"), plan);
      assertEquals(expected, joined.collectAsList());
    } finally {
      spark.conf().unset("spark.sql.sources.v2.bucketing.enabled");
      spark.conf().unset("spark.sql.adaptive.enabled");
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
      spark.conf().unset("spark.datasource.placed.partitionOverwriteMode");
    }
  }

  /** Those of a table that decide how it is written, besides its placement. */
  private static List<String> writeProperties(String table) {
    return rows(
        sql("SHOW TBLPROPERTIES placed.`" + table + "`")
            .where("key in ('partitionOverwriteMode', 'write.distribution-mode')"));
  }
}
