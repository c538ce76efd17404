package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Queries of TPC-H and TPC-DS give the same results as on Parquet: some of them on small tables, or
 * with {@code -Pqueries} all 22 and 99 at scale factor 1. Decimals and integers are equal, doubles
 * to nine digits.
 */
class QueryAnswersTest extends SparkTestCase {
  @BeforeAll
  static void compiled() {
    generateCode();
  }

  private static final Map<String, List<String>> SOME =
      Map.of(
          "tpch",
          List.of("q1", "q3", "q4", "q6", "q12", "q14", "q15", "q16", "q19", "q22"),
          "tpcds",
          List.of("q3", "q7", "q19", "q33", "q42", "q43", "q52", "q68", "q96", "q98"));

  /** Tables that are large at every scale factor are truncated if only some queries run. */
  private static final Map<String, String> CUT =
      Map.of(
          "customer_demographics", "cd_demo_sk % 40 < 3",
          "time_dim", "t_time_sk % 7 = 0",
          "date_dim", "d_year between 1997 and 2004");

  private static final int ROWS_PER_FILE = 2_000_000;

  @Test
  void tpch() throws Exception {
    compare("tpch");
  }

  @Tag("long")
  @Test
  void tpcds() throws Exception {
    compare("tpcds");
  }

  /** Some queries of TPC-DS divide by sums that are 0 in small tables. */
  private void compare(String benchmark) throws Exception {
    String setting = "spark.sql.ansi.enabled";
    double scale = Double.parseDouble(System.getProperty("placed.queries.scale", "0.01"));
    String known = spark.conf().get(setting);
    spark.conf().set(setting, isAll() && scale < 1 ? "false" : known);
    try {
      compare(benchmark, scale);
    } finally {
      spark.conf().set(setting, known);
    }
  }

  private static boolean isAll() {
    return System.getProperty("placed.queries", "some").equals("all");
  }

  private void compare(String benchmark, double scale) throws Exception {
    boolean all = isAll();
    Map<String, String> queries = TpcQueries.of(benchmark);
    // The first and four others by chance; with -Plong all ten.
    List<String> chosen = some(SOME.get(benchmark), 4);
    if (!all) {
      queries.keySet().retainAll(chosen);
    }
    // 99 queries, four of which have two parts.
    assertEquals(all ? benchmark.equals("tpch") ? 22 : 103 : chosen.size(), queries.size());
    Path data = directory;
    List<String> tables = new ArrayList<>(TpcQueries.tables(benchmark));
    tables.removeIf(t -> queries.values().stream().noneMatch(q -> TpcQueries.names(q, t)));
    for (String table : tables) {
      write(benchmark, table, scale, data, all);
    }
    Map<String, List<Row>> answers = new java.util.LinkedHashMap<>();
    open(data, tables, "parquet");
    for (var query : queries.entrySet()) {
      answers.put(query.getKey(), sql(query.getValue()).collectAsList());
    }
    open(data, tables, "placed");
    List<String> wrong = new ArrayList<>();
    Set<String> again = new HashSet<>();
    for (var query : queries.entrySet()) {
      List<Row> found = sql(query.getValue()).collectAsList();
      if (!ReportRows.same(answers.get(query.getKey()), found)) {
        again.add(query.getKey());
      }
    }
    for (String name : again) {
      String whole = TpcQueries.withoutLimit(queries.get(name));
      List<Row> found = sql(whole).collectAsList();
      open(data, tables, "parquet");
      List<Row> expected = sql(whole).collectAsList();
      open(data, tables, "placed");
      if (!ReportRows.same(expected, found)) {
        wrong.add(
            name
                + ": "
                + expected.size()
                + " rows "
                + first(expected)
                + ", found "
                + found.size()
                + " rows "
                + first(found));
      }
    }
    tables.forEach(spark.catalog()::dropTempView);
    long some = answers.values().stream().filter(rows -> !rows.isEmpty()).count();
    System.out.printf(
        "QueryAnswersTest %s, scale factor %s: %d queries, %d with rows, %d compared without"
            + " limit%n",
        benchmark, scale, queries.size(), some, again.size());
    assertEquals(List.of(), wrong);
    assertTrue(some > queries.size() / 2, some + " answers have rows");
  }

  private static String first(List<Row> rows) {
    return rows.subList(0, Math.min(3, rows.size())).toString();
  }

  private void write(String benchmark, String table, double scale, Path data, boolean all) {
    Dataset<Row> rows =
        benchmark.equals("tpch")
            ? TpcTables.tpch(spark, table, scale, 2)
            : TpcTables.tpcds(spark, table, scale, 1);
    if (!all && CUT.containsKey(table)) {
      rows = rows.where(CUT.get(table));
    }
    String parquet = data.resolve(table + "_parquet").toString();
    rows.write().option("maxRecordsPerFile", ROWS_PER_FILE).parquet(parquet);
    spark
        .read()
        .parquet(parquet)
        .write()
        .format("placed")
        .save(data.resolve(table + "_placed").toString());
  }

  private static void open(Path data, List<String> tables, String format) {
    for (String t : tables) {
      Path at = data.resolve(t + "_" + format);
      assertTrue(Files.exists(at), at.toString());
      spark.read().format(format).load(at.toString()).createOrReplaceTempView(t);
    }
  }
}
