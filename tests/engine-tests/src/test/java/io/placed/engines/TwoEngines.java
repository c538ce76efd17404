package io.placed.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.datasets.Generator;
import io.placed.datasets.SparkTables;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;

/** Spark in this process and Hive in another, on the same directories. */
abstract class TwoEngines {
  static SparkSession spark;
  static HiveProcess hive;
  private static Path directory;

  /** Both, once for all tests of the module. */
  @BeforeAll
  static synchronized void start() throws Exception {
    if (spark != null) {
      return;
    }
    directory =
        Files.createTempDirectory(Files.createDirectories(Path.of("target")), "engines")
            .toAbsolutePath();
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "WARN")
            .config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", "1")
            // Many queries of few rows: compiling each would take most of the time.
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            // As Hive: missing entries of arrays and maps are null.
            .config("spark.sql.ansi.enabled", "false")
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate();
    hive = HiveProcess.start(directory);
    Runtime.getRuntime().addShutdownHook(new Thread(hive::close));
  }

  static Path at(String table) {
    return directory.resolve(table);
  }

  /** Rows of a generator, of which each part is made when it is written. */
  static Dataset<Row> generate(Generator generator, int parts) {
    return SparkTables.of(spark, generator, parts);
  }

  /** Hive's columns of what Spark wrote. */
  static String columns(Dataset<Row> rows) {
    return Arrays.stream(rows.schema().fields())
        .map((StructField f) -> f.name() + " " + f.dataType().sql())
        .collect(Collectors.joining(", "));
  }

  /** Makes a table of Hive on a directory. */
  static void declare(String table, String columns) throws IOException {
    hive.run(
        "create external table %s (%s) stored as placed location '%s'"
            .formatted(table, columns, at(table).toUri()));
  }

  /** Spark's rows as Hive prints them. */
  static List<String> ofSpark(String query) {
    return spark.sql(query).collectAsList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(c -> row.isNullAt(c) ? "NULL" : text(row.get(c)))
                    .collect(Collectors.joining("\t")))
        .toList();
  }

  private static String text(Object value) {
    return value instanceof BigDecimal d ? d.toPlainString() : String.valueOf(value);
  }

  /** A difference of thousands of rows is unreadable: the first one is enough. */
  static void assertSame(List<String> expected, List<String> found, String message) {
    for (int k = 0; k < Math.min(expected.size(), found.size()); k++) {
      assertEquals(expected.get(k), found.get(k), message + ", line " + k);
    }
    assertEquals(expected.size(), found.size(), message);
  }
}
