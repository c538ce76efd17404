package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.spark.version.SparkRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that run on every release of Spark, and compile with all of them. Results are compared with
 * those that the same Spark has for the same rows in Parquet or in memory. The tag is for the
 * build, which runs them on the shaded jar.
 */
@Tag("jar")
abstract class ReleaseTestCase {
  private static final String PROMETHEUS = "spark.metrics.conf.*.sink.prometheusServlet.";

  private static final AtomicInteger TABLES = new AtomicInteger();

  static SparkSession spark;

  @TempDir Path directory;

  @BeforeAll
  static void startSpark() throws IOException {
    if (spark == null) {
      Path warehouse = Files.createTempDirectory("placed-warehouse");
      spark =
          SparkSession.builder()
              .master("local[2]")
              .config("spark.ui.port", "0")
              .config("spark.ui.showConsoleProgress", "false")
              .config("spark.plugins", "io.placed.spark.PlacedPlugin")
              .config(PROMETHEUS + "class", "org.apache.spark.metrics.sink.PrometheusServlet")
              .config(PROMETHEUS + "path", "/metrics/prometheus")
              .config("spark.driver.host", "localhost")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.placed.runtimeFilter.minBytes", "0")
              .config("spark.sql.session.timeZone", "America/Los_Angeles")
              .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
              .getOrCreate();
    }
  }

  /** Whether the tested release is this one or a later one. */
  static boolean since(String release) {
    return SparkRelease.SUPPORTED.compareTo(release) >= 0;
  }

  String path(String name) {
    return directory.resolve(name).toString();
  }

  static String table() {
    return "r" + TABLES.incrementAndGet();
  }

  /** The name of a table that does not exist yet: in the catalog, or a path. */
  String name(boolean path) {
    String table = table();
    return path ? "placed.`" + path(table) + "`" : table;
  }

  static long one(String query) {
    return sql(query).collectAsList().get(0).getLong(0);
  }

  static String refusal(String statement) {
    return message(assertThrows(Exception.class, () -> sql(statement).collectAsList()));
  }

  static Dataset<Row> sql(String text) {
    return spark.sql(text);
  }

  /** Rows as sorted strings. */
  static List<String> rows(Dataset<Row> data) {
    return data
        .selectExpr("to_json(struct(*), map('ignoreNullFields', 'false')) as row")
        .collectAsList()
        .stream()
        .map(r -> r.getString(0))
        .sorted()
        .toList();
  }

  static List<String> rows(String query) {
    return rows(sql(query));
  }

  static String plan(Dataset<Row> data) {
    return data.queryExecution().executedPlan().toString();
  }

  /** The messages of an error and its causes. */
  static String message(Throwable error) {
    StringBuilder out = new StringBuilder();
    for (Throwable e = error; e != null; e = e.getCause()) {
      out.append(e.getMessage()).append('\n');
    }
    return out.toString();
  }
}
