package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Filters on the ids and versions of rows skip files and pages, and find what a full scan finds.
 */
@OneIn(2)
class RowIdFilterTest extends SparkTestCase {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private static void append(String path, int from, int rows, String name) {
    spark
        .range(from, from + rows, 1, 1)
        .selectExpr("cast(id % 3 as int) as p", "id as k", "cast(id % 100 as string) as " + name)
        .write()
        .format("placed")
        .option("placement.row-group", "2048 rows")
        .option("page-rows", "1024")
        .partitionBy("p")
        .mode("append")
        .save(path);
  }

  /** Six commits: of three files each, rows deleted, a column renamed and a foreign file added. */
  private String history() throws IOException {
    String path = path("t" + random.nextInt(1000));
    String t = "placed.`" + path + "`";
    append(path, 0, 9_000, "s");
    append(path, 9_000, 3_000, "s");
    sql(
        "alter table "
            + t
            + " set tblproperties ('placed.deletes.max-share' = '1',"
            + " 'placed.foreign-files' = 'true')");
    sql("alter table " + t + " rename column s to text");
    sql("delete from " + t + " where k between 700 and 1900 or k % 11 = 4");
    append(path, 12_000, 6_000, "text");
    sql("update " + t + " set text = 'changed' where k between 100 and 120");
    String other = path("other" + random.nextInt(1000));
    append(other, 50_000, 900, "text");
    try (var files = Files.walk(Path.of(other, "p=1"))) {
      Path foreign = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(foreign, Path.of(path, "p=1", "by-hand.placed"));
    }
    return path;
  }

  private String number() {
    return String.valueOf(random.nextInt(6) == 0 ? -1 : random.nextInt(19_000));
  }

  private String condition(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String both = random.nextBoolean() ? " and " : " or ";
      String all = "(" + condition(depth - 1) + both + condition(depth - 1) + ")";
      return random.nextInt(4) == 0 ? "not " + all : all;
    }
    List<String> numbers = new ArrayList<>();
    for (int i = random.nextInt(25); i >= 0; i--) {
      numbers.add(number());
    }
    String list = String.join(", ", numbers);
    String op = List.of("=", "<", "<=", ">", ">=", "<>", "<=>").get(random.nextInt(7));
    return switch (random.nextInt(10)) {
      case 0 -> "_row_id in (" + list + ")";
      case 1 -> "_row_id not in (" + list + ")";
      case 2 -> "_row_id between " + number() + " and " + number();
      case 3 -> "_row_id is " + (random.nextBoolean() ? "null" : "not null");
      case 4 -> "_row_version " + op + " " + random.nextInt(9);
      case 5 -> "_row_id % 7 " + op + " 3";
      case 6 -> "p " + op + " " + random.nextInt(3);
      case 7 -> "k " + op + " _row_id";
      case 8 -> "k " + op + " " + number();
      default -> "_row_id " + op + " " + number();
    };
  }

  @Test
  void theSameRowsAsAFullScan() throws IOException {
    System.out.println("RowIdFilterTest seed " + seed);
    String path = history();
    for (String moment : new String[] {"", " version as of 2", " version as of 5"}) {
      String t = "placed.`" + path + "`" + moment;
      String text = moment.contains("2") ? "s" : "text";
      String all = "select p, k, " + text + ", _row_id, _row_version from ";
      Dataset<Row> scan = sql(all + t);
      spark
          .createDataFrame(scan.collectAsList(), scan.schema())
          .createOrReplaceTempView("full_scan");
      for (int i = few(4, 10); i > 0; i--) {
        String where = " where " + condition(2);
        String what = "seed " + seed + moment + where;
        assertEquals(rows(sql(all + "full_scan" + where)), rows(sql(all + t + where)), what);
        String groups = where + " group by p";
        String counts = "select p, count(*), sum(k), max(k) from ";
        assertEquals(
            rows(sql(counts + "full_scan" + groups)), rows(sql(counts + t + groups)), what);
      }
    }
  }

  @Test
  void filesAndPagesAreSkipped() throws IOException {
    String path = history();
    String t = "placed.`" + path + "`";
    Dataset<Row> one = sql("select * from " + t + " where _row_id = 3002");
    String plan = one.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("PushedFilters: [_row_id"), plan);
    assertTrue(plan.contains("Files: 1 of "), plan);
    Map<String, Long> metrics = PlanMetrics.run(one);
    assertEquals(1, metrics.get("filesPlanned"), metrics.toString());
    assertEquals(List.of("(1, 7, 7)"), rows(one));
    // One row is tested and decoded of a page of 1,024 rows.
    assertTrue(metrics.get("rowsDecoded") <= 1024, metrics.toString());
    // The files of two commits, and not the foreign one.
    Dataset<Row> range = sql("select * from " + t + " where _row_id between 8999 and 9000");
    assertEquals(2, PlanMetrics.run(range).get("filesPlanned"));
    Dataset<Row> some = sql("select count(*) from " + t + " where _row_id in (1, 9001, 12001)");
    assertEquals(3, PlanMetrics.run(some).get("filesPlanned"));
    Dataset<Row> newest = sql("select k from " + t + " where _row_version >= 6");
    assertTrue(PlanMetrics.run(newest).get("filesPlanned") <= 6, "files of two commits");
    Dataset<Row> foreign = sql("select k from " + t + " where _row_id is null");
    assertEquals(1, PlanMetrics.run(foreign).get("filesPlanned"));
    assertEquals(300, foreign.count());
    // Together with a partition and a column, each of which skips files.
    Dataset<Row> both = sql("select k from " + t + " where _row_id < 9000 and p = 2 and k >= 0");
    assertEquals(1, PlanMetrics.run(both).get("filesPlanned"));
  }

  @Test
  void idsOfAJoinSkipFiles() throws Exception {
    String path = history();
    sql(
        "create table ids using placed location '"
            + path("ids")
            + "' as"
            + " select id, 'x' || id as name from values (11L), (12L), (13L) as v(id)");
    Dataset<Row> join =
        sql(
            "select k, t._row_id from placed.`"
                + path
                + "` t join ids on t._row_id = ids.id"
                + " where ids.name like 'x1%'");
    Map<String, Long> metrics = PlanMetrics.run(join);
    assertEquals(3, join.count());
    // One file of the table, and those of the ids.
    long ofIds = dataFiles(path("ids"));
    assertEquals(1 + ofIds, metrics.get("filesPlanned"), metrics.toString());
    sql("drop table ids");
  }

  /** Columns of the table come first, also where Spark is given a schema without them. */
  @Test
  void columnsOfTheSameName() {
    String own = path("own");
    sql("select id as _row_id, id + 100 as k from range(10)").write().format("placed").save(own);
    String t = "placed.`" + own + "`";
    assertEquals(List.of("(107)"), rows(sql("select k from " + t + " where _row_id = 7")));
    String upper = path("upper");
    sql("select id + 5 as _ROW_ID, id as k from range(10)").write().format("placed").save(upper);
    assertEquals(
        List.of("(2)"), rows(sql("select k from placed.`" + upper + "` where _row_id = 7")));
    Dataset<Row> hidden = spark.read().schema("k long").format("placed").load(own);
    List<Row> all = hidden.selectExpr("k", "_row_id").collectAsList();
    for (Row r : all) {
      assertEquals(
          all.stream().filter(o -> o.getLong(1) == r.getLong(1)).collect(Collectors.toList()),
          hidden.where("_row_id = " + r.getLong(1)).selectExpr("k", "_row_id").collectAsList());
    }
  }

  @Test
  void rowsAreChangedById() throws IOException {
    String path = history();
    String t = "placed.`" + path + "`";
    long before = sql("select * from " + t).count();
    sql("delete from " + t + " where _row_id in (2000, 2001, 10000)");
    sql("update " + t + " set text = 'by id' where _row_id = 2003");
    assertEquals(List.of("(by id)"), rows(sql("select text from " + t + " where text = 'by id'")));
    long deleted =
        sql("select * from "
                + t
                + " version as of 2 where _row_id in (2000, 2001, 10000)"
                + " and not (k between 700 and 1900 or k % 11 = 4)")
            .count();
    assertEquals(before - deleted, sql("select * from " + t).count());
  }
}
