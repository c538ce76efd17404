package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TABLESAMPLE is random, and repeatable with a seed. */
class SampleTest extends SparkTestCase {
  @BeforeAll
  static void compiled() {
    generateCode();
  }

  @AfterEach
  void reset() {
    for (String setting :
        new String[] {
          "spark.sql.files.maxPartitionBytes", "spark.sql.files.openCostInBytes",
        }) {
      spark.conf().unset(setting);
    }
  }

  /**
   * Partitions as written by Hive: files with equal names and lengths, here even with equal ids.
   */
  private void partitions(String table, int count) throws Exception {
    spark
        .range(50_000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.row-group", "7000 rows")
        .save(path("one"));
    Path file;
    try (var all = Files.walk(Path.of(path("one")))) {
      file = all.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
    }
    for (int p = 0; p < count; p++) {
      Path directory = Files.createDirectories(Path.of(path(table), "p=" + p));
      Files.copy(file, directory.resolve("000000_0"));
    }
  }

  private List<String> sample(String table, String where) {
    return rows(
        sql(
            String.format(
                Locale.ROOT,
                "select id, p from placed.`%s` tablesample (10 percent) repeatable (7) where %s",
                path(table),
                where)));
  }

  @ParameterizedTest
  @CsvSource({"'', 1000", "system, 14000"})
  void everyPartitionHasRowsOfItsOwn(String method, int tolerance) throws Exception {
    assumeTrue(method.isEmpty() || since("4.2"), "TABLESAMPLE SYSTEM is new in Spark 4.2");
    partitions("t", 2);
    Dataset<Row> sample =
        sql(
            String.format(
                Locale.ROOT,
                "select id, p from placed.`%s` tablesample %s (30 percent)",
                path("t"),
                method));
    List<String> ids0 = new ArrayList<>();
    List<String> ids1 = new ArrayList<>();
    for (Row row : sample.collectAsList()) {
      (row.getInt(1) == 0 ? ids0 : ids1).add(String.valueOf(row.getLong(0)));
    }
    assertEquals(15_000, ids0.size(), tolerance);
    assertEquals(15_000, ids1.size(), tolerance);
    Collections.sort(ids0);
    Collections.sort(ids1);
    assertNotEquals(ids0, ids1);
  }

  @Test
  void theSameRowsHoweverTheyAreRead() throws Exception {
    partitions("t", 2);
    List<String> all = sample("t", "true");
    List<String> vectors = vectors("t");
    for (String bytes : new String[] {"1k", "30k", "1g"}) {
      spark.conf().set("spark.sql.files.maxPartitionBytes", bytes);
      spark.conf().set("spark.sql.files.openCostInBytes", "0");
      assertEquals(all, sample("t", "true"), bytes);
      assertEquals(vectors, vectors("t"), bytes);
      spark.conf().set("spark.sql.codegen.wholeStage", "false");
      assertEquals(all, sample("t", "true"), bytes);
      generateCode();
    }
    // Conditions select among the rows of the sample.
    assertEquals(
        all.stream().filter(r -> r.endsWith("7, 1)")).toList(),
        sample("t", "id % 10 = 7 and p = 1"));
    assertEquals(
        String.format(Locale.ROOT, "[(%d)]", all.size()),
        rows(sql(
                String.format(
                    Locale.ROOT,
                    "select count(id) from placed.`%s` tablesample (10 percent) repeatable (7)",
                    path("t"))))
            .toString());
    Files.move(Path.of(path("t")), Path.of(path("moved")));
    assertEquals(all, sample("moved", "true"));
    assertEquals(vectors, vectors("moved"));
  }

  /** SYSTEM, for which SQL has no REPEATABLE. */
  private List<String> vectors(String table) throws Exception {
    var options = new CaseInsensitiveStringMap(Map.of("path", path(table)));
    StructType id = new StructType().add("id", "bigint").add("p", "int");
    PlacedScanBuilder builder = new PlacedScanBuilder(Sources.open(options), id, options, false);
    assertTrue(builder.pushSample(0, 0.3, false, 7, true));
    Batch batch = builder.build().toBatch();
    List<String> found = new ArrayList<>();
    for (InputPartition task : batch.planInputPartitions()) {
      try (var reader = batch.createReaderFactory().createColumnarReader(task)) {
        while (reader.next()) {
          for (int i = 0; i < reader.get().numRows(); i++) {
            found.add(reader.get().column(0).getLong(i) + " " + reader.get().column(1).getInt(i));
          }
        }
      }
    }
    assertEquals(30_000, found.size(), 25_000);
    Collections.sort(found);
    return found;
  }
}
