package io.placed.spark;

import io.placed.Chosen;
import io.placed.spark.version.SparkRelease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A local Spark session that all tests of the module share, and a directory per test. */
public abstract class SparkTestCase {
  private static final AtomicInteger TABLES = new AtomicInteger();

  private static final String WHOLE_STAGE = "spark.sql.codegen.wholeStage";
  private static final String ANSI = "spark.sql.ansi.enabled";
  private static final String FACTORY = "spark.sql.codegen.factoryMode";

  protected static SparkSession spark;

  @TempDir protected Path directory;

  @BeforeAll
  protected static void startSpark() throws Exception {
    if (spark == null) {
      Path warehouse = Files.createTempDirectory("placed-warehouse");
      SparkSession.Builder builder = SparkSession.builder();
      if (!since("4.0")) {
        // What Spark 4 does by default: the copies in Parquet have ancient dates, too.
        for (String type : List.of("datetime", "int96")) {
          builder.config("spark.sql.parquet." + type + "RebaseModeInWrite", "CORRECTED");
          builder.config("spark.sql.parquet." + type + "RebaseModeInRead", "CORRECTED");
        }
      }
      spark =
          builder
              .master("local[2]")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.placed.runtimeFilter.minBytes", "0")
              .config("spark.sql.session.timeZone", "America/Los_Angeles")
              .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
              .getOrCreate();
      interpret();
    }
  }

  /**
   * Lets Spark generate code until the end of the class, for tests of what that code reads. Others
   * are interpreted: they have many queries of few rows, and compiling each takes most of the time.
   */
  protected static void generateCode() {
    spark.conf().set(WHOLE_STAGE, "true");
    spark.conf().set(FACTORY, "FALLBACK");
  }

  /** Until the end of the class, as Spark 4 does unless it is told otherwise. */
  protected static void inAnsiMode() {
    spark.conf().set(ANSI, "true");
  }

  @AfterAll
  static void inDefaultMode() {
    spark.conf().unset(ANSI);
  }

  @AfterAll
  static void interpret() {
    // Without a value, settings of a session are Spark's own, not those that it was built with.
    spark.conf().set(WHOLE_STAGE, "false");
    spark.conf().set(FACTORY, "NO_CODEGEN");
  }

  /** The session is shared: a view would hide a table of the same name in a later class. */
  @AfterAll
  static void dropViews() {
    for (Row view : spark.sql("SHOW VIEWS").collectAsList()) {
      if (view.<Boolean>getAs("isTemporary")) {
        spark.catalog().dropTempView(view.getAs("viewName"));
      }
    }
  }

  protected String path(String name) {
    return directory.resolve(name).toString();
  }

  protected static String table() {
    return "t" + TABLES.incrementAndGet();
  }

  /** See {@link Chosen#some}. */
  protected static <V> List<V> some(List<V> cases, int others) {
    return Chosen.some(cases, others);
  }

  /** See {@link Chosen#oneOf}. */
  protected static <V> List<V> oneOf(List<V> cases) {
    return Chosen.oneOf(cases);
  }

  /** See {@link Chosen#rounds}. */
  protected static int few(int usual, int all) {
    return Chosen.rounds(usual, all);
  }

  /** Whether tables are named by path or in a catalog. */
  static List<String> pathOrCatalog() {
    return oneOf(List.of("path", "catalog"));
  }

  /** For parameters that are true or false. */
  static List<Boolean> trueOrFalse() {
    return Chosen.trueOrFalse();
  }

  protected static Dataset<Row> read(String path) {
    return spark.read().format("placed").load(path);
  }

  protected static Dataset<Row> sql(String text) {
    return sql(spark, text);
  }

  /** Runs a statement; procedures also where Spark has no {@code CALL}. */
  public static Dataset<Row> sql(SparkSession session, String text) {
    return Calls.isNeeded(text) ? Calls.run(session, text) : session.sql(text);
  }

  /** Whether the release of Spark that the module is for is this one or a later one. */
  public static boolean since(String release) {
    return SparkRelease.SUPPORTED.compareTo(release) >= 0;
  }

  /** Waits until the listeners have processed all events; Spark's own limit is ten seconds. */
  protected static void drain() throws Exception {
    spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(5));
  }

  /** Rows as sorted strings, for comparisons of multisets. */
  protected static List<String> rows(Dataset<Row> data) {
    List<String> out = new ArrayList<>();
    for (Row r : data.collectAsList()) {
      out.add(text(r));
    }
    Collections.sort(out);
    return out;
  }

  public static String text(Object value) {
    if (value instanceof byte[] b) {
      return "x" + HexFormat.of().formatHex(b);
    }
    if (value instanceof Row r) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < r.size(); i++) {
        parts.add(text(r.get(i)));
      }
      return "(" + String.join(", ", parts) + ")";
    }
    if (value instanceof scala.collection.Map<?, ?> m) {
      Map<String, String> sorted = new TreeMap<>();
      ScalaCollections.map(m).forEach((k, v) -> sorted.put(text(k), text(v)));
      return sorted.toString();
    }
    if (value instanceof scala.collection.Iterable<?> s) {
      return ScalaCollections.list(s).stream()
          .map(SparkTestCase::text)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return String.valueOf(value);
  }

  /** Number of data files in a directory and below, without hidden ones. */
  protected static long dataFiles(String path) throws Exception {
    try (var files = Files.walk(Path.of(path))) {
      return files.filter(f -> f.toString().endsWith(".placed")).count();
    }
  }

  /** Checks that an action fails, and that the messages of its error say why. */
  protected static void assertFails(String why, Executable action) {
    String said = message(Assertions.assertThrows(Exception.class, action));
    Assertions.assertTrue(said.contains(why), said);
  }

  /** By the name that the method has in Spark 3.5, too. */
  @SuppressWarnings("deprecation")
  protected static String condition(SparkThrowable error) {
    return error.getErrorClass();
  }

  protected static String message(Throwable error) {
    StringBuilder out = new StringBuilder();
    for (Throwable e = error; e != null; e = e.getCause()) {
      out.append(e.getMessage()).append('\n');
    }
    return out.toString();
  }
}
