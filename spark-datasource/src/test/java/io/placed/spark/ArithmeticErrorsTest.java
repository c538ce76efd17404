package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Arithmetic errors of a scan have the class and error condition of Spark's own. */
class ArithmeticErrorsTest extends SparkTestCase {
  /** Without it, Spark 3.5 computes what may fail itself. */
  @BeforeAll
  static void failures() {
    inAnsiMode();
  }

  @BeforeAll
  static void compiled() {
    generateCode();
  }

  private static final String COLUMNS =
      "cast(id + 100 as tinyint) b, cast(id + 32740 as smallint) s, cast(id + 2147483600 as int) i,"
          + " id + 9223372036854775000 l, cast(id as float) f, cast(id as double) d,"
          + " cast(id + 99999900 as decimal(9,1)) n, id % 2 z, cast(id % 3 as int) zi,"
          + " cast(-128 as tinyint) mb, cast(-2147483648 as int) mi";

  private static SparkThrowable failure(String query) {
    Throwable e = assertThrows(Throwable.class, () -> rows(sql(query)), query);
    while (e != null
        && !(e instanceof SparkThrowable t
            && t.getSqlState() != null
            && e instanceof ArithmeticException)) {
      e = e.getCause();
    }
    assertTrue(e instanceof SparkThrowable, query);
    return (SparkThrowable) e;
  }

  @Test
  void errorsAreThoseOfSpark() {
    Dataset<Row> source = sql("select " + COLUMNS + " from range(20)");
    source.write().format("placed").save(path("t"));
    source.write().parquet(path("p"));
    read(path("t")).createOrReplaceTempView("placed_numbers");
    spark.read().parquet(path("p")).createOrReplaceTempView("parquet_numbers");
    List<String> expressions =
        List.of(
            "b + 20Y",
            "b * 2Y",
            "mb - b",
            "-mb",
            "s + s",
            "s - (-s)",
            "i + 100",
            "i * i",
            "-mi",
            "mi - 1",
            "l + 1000",
            "l * 2",
            "l - (-l)",
            "f / z",
            "d / zi",
            "d % z",
            "i % zi",
            "l % z",
            "b % cast(z as tinyint)",
            "cast(l as int)",
            "cast(i as smallint)",
            "cast(s as tinyint)",
            "cast(i as decimal(5,0))",
            "cast(n as decimal(9,2))",
            "cast(l as decimal(20,3))");
    // All are planned, and the first and seven others by chance run; with -Plong all do.
    List<String> run = some(expressions, 7);
    int pushed = 0;
    for (String expression : expressions) {
      for (String query :
          new String[] {
            "select max(%s) from T",
            "select z, sum(%s) from T group by z",
            "select count(*) from T group by %s"
          }) {
        String text = String.format(Locale.ROOT, query, expression);
        String plan =
            sql(text.replace("T", "placed_numbers")).queryExecution().executedPlan().toString();
        pushed += plan.contains("Aggregates: [") ? 1 : 0;
        if (!run.contains(expression)) {
          continue;
        }
        if (expression.equals("-mb") && !since("4.0")) {
          // Of a TINYINT, Spark 3.5 throws an error without a condition.
          for (String table : List.of("parquet_numbers", "placed_numbers")) {
            assertFails("overflow", () -> rows(sql(text.replace("T", table))));
          }
          continue;
        }
        SparkThrowable expected = failure(text.replace("T", "parquet_numbers"));
        SparkThrowable found = failure(text.replace("T", "placed_numbers"));
        assertEquals(condition(expected), condition(found), text);
        assertEquals(expected.getSqlState(), found.getSqlState(), text);
        assertEquals(expected.getClass(), found.getClass(), text);
        assertEquals(
            expected.getMessageParameters().keySet(), found.getMessageParameters().keySet(), text);
      }
    }
    assertTrue(pushed > 50, "" + pushed);
  }

  /**
   * Expressions that may fail are not evaluated by the scan; Spark reports the error, if there is
   * one.
   */
  @Test
  void conditionsThatMayFailAreSparks() {
    Dataset<Row> source = sql("select " + COLUMNS + " from range(20)");
    source.write().format("placed").save(path("t"));
    source.write().parquet(path("p"));
    read(path("t")).createOrReplaceTempView("placed_numbers");
    spark.read().parquet(path("p")).createOrReplaceTempView("parquet_numbers");
    for (String condition :
        new String[] {
          "i + 100 > 0", "d / z > 1", "cast(l as int) = 3", "l % z = 1", "-mb > b", "b * 2Y > 1Y"
        }) {
      if (condition.contains("-mb") && !since("4.0")) {
        continue; // Interpreted, Spark 3.5 throws an exception without an error class.
      }
      String text = "select * from T where " + condition;
      SparkThrowable expected = failure(text.replace("T", "parquet_numbers"));
      SparkThrowable found = failure(text.replace("T", "placed_numbers"));
      assertEquals(condition(expected), condition(found), text);
      assertEquals(expected.getSqlState(), found.getSqlState(), text);
    }
  }
}
