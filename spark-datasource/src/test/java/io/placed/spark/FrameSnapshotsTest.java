package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which snapshot a DataFrame reads if its table changes between its actions. */
class FrameSnapshotsTest extends SparkTestCase {
  private static final ToLongFunction<Dataset<Row>> NONE = f -> 0;
  private static final ToLongFunction<Dataset<Row>> COLLECT = f -> f.collectAsList().size();
  private static final ToLongFunction<Dataset<Row>> COUNT = Dataset::count;
  private static final ToLongFunction<Dataset<Row>> DERIVED =
      f -> COLLECT.applyAsLong(f.where("a > 0"));
  private static final ToLongFunction<Dataset<Row>> VIEW =
      f -> {
        f.createOrReplaceTempView("shown");
        return COLLECT.applyAsLong(sql("select * from shown"));
      };

  private interface Use {
    /**
     * @return rows that the last action reads: one before the commit, two after it
     */
    long run(Dataset<Row> frame, Runnable commit);
  }

  private static Use of(ToLongFunction<Dataset<Row>> first, ToLongFunction<Dataset<Row>> then) {
    return (frame, commit) -> {
      assertTrue(first.applyAsLong(frame) <= 1, "rows before the commit");
      commit.run();
      return then.applyAsLong(frame);
    };
  }

  private static Map<String, Use> uses() {
    Map<String, Use> uses = new LinkedHashMap<>();
    uses.put("unused, collect", of(NONE, COLLECT));
    uses.put("unused, count", of(NONE, COUNT));
    uses.put("unused, derived", of(NONE, DERIVED));
    uses.put("collect, collect", of(COLLECT, COLLECT));
    uses.put("collect, count", of(COLLECT, COUNT));
    uses.put("collect, derived", of(COLLECT, DERIVED));
    uses.put("count, count", of(COUNT, COUNT));
    uses.put("count, collect", of(COUNT, COLLECT));
    uses.put("count, derived", of(COUNT, DERIVED));
    uses.put("derived, collect", of(DERIVED, COLLECT));
    uses.put("derived, derived", of(DERIVED, DERIVED));
    uses.put(
        "derived before, collect, that one",
        (frame, commit) -> {
          Dataset<Row> derived = frame.where("a > 0");
          assertTrue(COLLECT.applyAsLong(frame) <= 1, "rows before the commit");
          commit.run();
          return COLLECT.applyAsLong(derived);
        });
    uses.put("collect, view", of(COLLECT, VIEW));
    uses.put("view, view", of(VIEW, VIEW));
    uses.put(
        "view, that one",
        (frame, commit) -> {
          assertTrue(VIEW.applyAsLong(frame) <= 1, "rows before the commit");
          commit.run();
          return COLLECT.applyAsLong(sql("select * from shown"));
        });
    return uses;
  }

  private static Map<String, Long> found(
      Supplier<String> tables, Function<String, Dataset<Row>> frame, SparkSession writer) {
    Map<String, Long> found = new LinkedHashMap<>();
    uses()
        .forEach(
            (name, use) -> {
              String t = tables.get();
              sql("create table " + t + " using placed as select 1 as a");
              Runnable commit = () -> writer.sql("insert into " + t + " values (2)");
              found.put(name, use.run(frame.apply(t), commit));
            });
    return found;
  }

  /** Views of DataFrames of tables that have a name look it up again, since Spark 4.1. */
  private static Map<String, Long> expected(boolean named, boolean opened) {
    Map<String, Long> expected = new LinkedHashMap<>();
    for (String use : uses().keySet()) {
      boolean newest =
          use.startsWith("unused") && !opened || use.contains("view") && named && since("4.1");
      expected.put(use, newest ? 2L : 1L);
    }
    return expected;
  }

  @ParameterizedTest
  @MethodSource("trueOrFalse")
  void actionsReadOneSnapshot(boolean ofAnotherSession) {
    SparkSession writer = ofAnotherSession ? spark.newSession() : spark;
    Supplier<String> paths = () -> "placed.`" + path(table()) + "`";
    assertEquals(
        expected(false, true),
        found(paths, t -> read(t.substring("placed.`".length(), t.length() - 1)), writer));
    assertEquals(expected(true, true), found(paths, spark::table, writer));
    assertEquals(expected(true, false), found(SparkTestCase::table, spark::table, writer));
  }

  /** The one that was used has the names of then; the other one is told that it is old. */
  @Test
  void aColumnIsRenamed() {
    String t = table();
    sql("create table " + t + " using placed as select 1 as a, 2 as b");
    Dataset<Row> used = spark.table(t);
    assertEquals(1, used.count());
    Dataset<Row> unused = spark.table(t);
    sql("alter table " + t + " rename column a to c");
    assertEquals(List.of("(1, 2)"), rows(used));
    assertEquals(List.of("(1)"), rows(used.select("a")));
    String why = "if not, the DataFrame is older than that snapshot: make it again";
    assertFails(why, unused::collect);
    assertFails(why, () -> unused.select("b").collect());
    assertEquals(List.of("(1)"), rows(spark.table(t).select("c")));
    String path = "placed.`" + path("renamed") + "`";
    sql("create table " + path + " using placed as select 1 as a, 2 as b");
    Dataset<Row> opened = spark.table(path);
    sql("alter table " + path + " rename column a to c");
    assertEquals(List.of("(1, 2)"), rows(opened));
    assertEquals(List.of("(1)"), rows(opened.select("a")));
  }
}
