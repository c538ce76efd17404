package io.placed.spark.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.spark.RandomFilters;
import io.placed.spark.RandomRows;
import io.placed.spark.SinceSpark;
import io.placed.spark.SparkTestCase;
import io.placed.spark.internal.decision.NameResolver;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The argument {@code where} of procedures means what it means in a query of Spark. */
class WhereArgumentTest extends SparkTestCase {
  @AfterEach
  void reset() {
    spark.conf().unset("spark.sql.ansi.enabled");
  }

  private static Predicate understood(String table, String where) {
    return WhereArgument.of(where, NameResolver.inCatalog(table), 0);
  }

  /** The values of a column of those rows that a scan of the library returns, sorted. */
  private static List<Long> found(String path, String column, Predicate predicate)
      throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    Snapshot now = dataSet.current();
    List<Long> found = new ArrayList<>();
    try (DataSetScan scan = new DataSetScan(dataSet, now, now.schema(), predicate)) {
      int ordinal = now.schema().indexOf(column);
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          found.add((Long) scan.batch().row(i)[ordinal]);
        }
      }
    }
    return found.stream().sorted().toList();
  }

  private static List<Long> longs(Dataset<Row> column) {
    return column.collectAsList().stream().map(r -> r.getLong(0)).sorted().toList();
  }

  private static String error(String path, String where) {
    return message(assertThrows(Exception.class, () -> understood(path, where)));
  }

  @Test
  void theRowsOfAQueryOfParquet() throws IOException {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    int wanted = Integer.getInteger("placed.filters", 160) / 2;
    System.out.println("WhereArgumentTest seed " + seed);
    Random random = new Random(seed);
    Dataset<Row> source = RandomRows.of(spark, 2000, random.nextLong());
    RandomFilters filters = new RandomFilters(source.collectAsList(), random);
    source.write().parquet(path("parquet"));
    source
        .write()
        .format("placed")
        .option("placement", "reorder=sort(da, s); row-group=1024 rows")
        .save(path("placed"));
    int accepted = 0;
    for (int i = 0; i < wanted; i++) {
      String where = filters.condition(random.nextInt(3));
      String context = "seed " + seed + ": " + where;
      Predicate found;
      try {
        found = understood(path("placed"), where);
      } catch (Exception e) {
        String said = message(e);
        if (said.contains("no row can satisfy it")) {
          assertEquals(List.of(), ofParquet(where), () -> context + ": " + said);
        } else {
          assertTrue(said.contains("a scan does not evaluate"), () -> context + ": " + said);
        }
        continue;
      }
      accepted++;
      assertEquals(
          ofParquet(where), found(path("placed"), "id", found), () -> context + ": " + found);
    }
    System.out.println("WhereArgumentTest: " + accepted + " of " + wanted + " accepted");
    assertTrue(accepted > wanted / 4, accepted + " of " + wanted + " accepted");
  }

  private List<Long> ofParquet(String where) {
    return longs(spark.read().parquet(path("parquet")).where(where).select("id"));
  }

  @Test
  void namesTypesAndTimesOfTheSession() throws IOException {
    String t = path("t");
    spark
        .range(1000)
        .selectExpr(
            "id as Key",
            "timestamp'2024-01-01 00:00:00' + make_interval(0, 0, 0, 0, id) as At",
            "date'2024-01-01' + cast(id / 24 as int) as Day",
            "concat('a\\'\\\\', id % 7) as Text")
        .write()
        .format("placed")
        .partitionBy("Day")
        .save(t);
    spark.read().format("placed").load(t).createOrReplaceTempView("t_rows");
    for (String where :
        new String[] {
          "KEY < 17 and `key` >= 3",
          "at >= '2024-01-02 05:00:00' and At < timestamp'2024-01-09'",
          "at between '2024-01-02' and '2024-01-03'",
          "day = date_add(date'2024-01-20', -7)",
          "day in ('2024-01-03', '2024-02-01')",
          "day in ('2024-01-03')",
          "day not in ('2024-01-03', '2024-02-01') and key in ('17', '1', '30')",
          "text = 'a\\'\\\\3' or TEXT like '%5'",
          "key = 3.0D or key = '9'",
          "year(day) = 2024 and key > 900"
        }) {
      for (String ansi : List.of("true", "false")) {
        spark.conf().set("spark.sql.ansi.enabled", ansi);
        Predicate p = understood(t, where);
        List<Long> rows = longs(sql("select key from t_rows where " + where));
        assertTrue(!rows.isEmpty() && rows.size() < 1000, where + ": " + rows.size());
        assertEquals(rows, found(t, "Key", p), () -> where + " as " + p);
      }
    }
    reset();
    assertNull(understood(t, "key >= 0 or true"));
    // Names of a snapshot, and of the columns as they are called now.
    sql("ALTER TABLE placed.`" + t + "` RENAME COLUMN Key TO Number");
    assertEquals("Number < 17", understood(t, "NUMBER < 17").toString());
    assertEquals("Key < 17", WhereArgument.of("KEY < 17", NameResolver.inCatalog(t), 1).toString());
    String renamed = error(t, "key < 17");
    assertTrue(renamed.contains("`key`") && renamed.contains("`Number`"), renamed);
    String map =
        sql("CALL placed.system.map(table => '"
                + t
                + "', columns => array('NUMBER', 'text'), where => 'NUMBER < 17')")
            .collectAsList()
            .get(0)
            .getAs("text");
    assertTrue(map.contains("SELECT Number, Text WHERE Number < 17"), map);
  }

  @Test
  void partitionsThatAreRewritten() throws IOException {
    String t = path("t");
    spark
        .range(1000)
        .selectExpr("id", "date'2024-01-01' + cast(id % 10 as int) as Day")
        .write()
        .format("placed")
        .partitionBy("Day")
        .save(t);
    // Spark 3.5 compares a date with a time as a time.
    String now = since("4.0") ? "now()" : "current_date()";
    Row done =
        sql("CALL placed.system.rewrite(table => '"
                + t
                + "', placement => 'trevni', where => \"DAY >= '2024-01-08' and day < "
                + now
                + "\")")
            .collectAsList()
            .get(0);
    assertEquals(300L, (Long) done.getAs("rows"));
    assertEquals(1000, read(t).count());
  }

  /** What only the catalog knows about columns counts as in queries, or is refused. */
  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void tablesOfTheCatalog() {
    String name = table();
    sql(
        "create table "
            + name
            + " (c char(5), t string collate UTF8_LCASE, n int, Part string) using placed"
            + " partitioned by (Part)");
    try {
      sql("insert into " + name + " values ('ab', 'X', 1, 'a b'), ('cd', 'y', 2, 'B')");
      sql("alter table " + name + " rename column n to Number");
      for (String where : new String[] {"c = 'ab'", "t = 'x'"}) {
        assertEquals(1, sql("select * from " + name + " where " + where).count());
        String call = "call placed.system.explain(table => '" + name + "', where => \"" + where;
        for (String more : new String[] {"\")", "\", snapshot => 1)"}) {
          String said = message(assertThrows(Exception.class, () -> sql(call + more)));
          assertTrue(said.contains("a scan does not evaluate"), said);
        }
      }
      String call = "call placed.system.explain(table => '" + name + "', where => \"";
      String text = sql(call + "NUMBER > 1 and part = 'B'\")").head().getAs("text");
      assertTrue(text.contains("WHERE Part = 'B' and Number > 1\n"), text);
      text = sql(call + "N > 1 and part = 'B'\", snapshot => 1)").head().getAs("text");
      assertTrue(text.contains("WHERE Part = 'B' and n > 1\n"), text);
      Row done =
          sql("call placed.system.rewrite(table => '"
                  + name
                  + "', placement => 'trevni', where => \"PART = 'a b'\")")
              .head();
      assertEquals(1L, (Long) done.getAs("rows"));
    } finally {
      sql("drop table " + name);
    }
  }

  @Test
  void whatAScanCannotEvaluate() {
    String t = path("t");
    spark.range(10).selectExpr("id", "cast(id as string) s").write().format("placed").save(t);
    String some = error(t, "id > 3 and reverse(s) = '4'");
    assertTrue(some.contains("a scan does not evaluate (reverse("), some);
    assertTrue(error(t, "id > 3 and false").contains("no row can satisfy it"));
    assertTrue(error(t, "ids > 3").contains("`ids`"));
    assertTrue(error(t, "id > 3) or (true").contains("PARSE_SYNTAX_ERROR"));
    assertTrue(error(t, "rand() < 0.5").contains("a scan does not evaluate"));
    String joined = error(t, "id in (select id from range(3))");
    assertTrue(joined.contains("a scan does not evaluate"), joined);
  }

  /** What a query of Spark replaces in its text is no part of the table's name or values. */
  @Test
  void variablesOfQueriesAreNotReplaced() throws IOException {
    String t = path("it's ${p} `b`");
    spark
        .range(12)
        .selectExpr("id", "concat('$', '{p', id % 3, '}')")
        .toDF("id", "${p}")
        .write()
        .format("placed")
        .save(t);
    spark.conf().set("p1", "changed");
    try {
      assertEquals(4, found(t, "id", understood(t, "`${p}` = '${p1}'")).size());
      assertEquals(List.of(4L), found(t, "id", understood(t, "`${p}` = '${p1}' and id = 4")));
    } finally {
      spark.conf().unset("p1");
    }
  }
}
