package io.placed.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An overwrite by a condition on columns that are none of partitions: it looks for its rows. */
@SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
class ReplacedRowsTest extends SparkTestCase {
  private static final List<String> SETTINGS =
      List.of(
          "spark.datasource.placed.ignoreMissingFiles",
          "spark.datasource.placed.ignoreCorruptFiles",
          "spark.datasource.placed.pathGlobFilter",
          "spark.sql.files.ignoreMissingFiles",
          "spark.sql.files.ignoreCorruptFiles",
          GuardedFileSystem.OPENS);

  private String t;

  @BeforeEach
  void name() {
    t = table();
  }

  @AfterEach
  void drop() {
    SETTINGS.forEach(spark.conf()::unset);
    GuardedFileSystem.SETTINGS.keySet().forEach(spark.conf()::unset);
    sql("DROP TABLE IF EXISTS " + t);
  }

  private void create(String location) {
    sql("CREATE TABLE " + t + " (id INT, v INT) USING placed LOCATION '" + location + "'");
    sql("INSERT INTO " + t + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1), (2, 2)");
    sql("INSERT INTO " + t + " VALUES (3, 3)");
  }

  private List<Path> files() throws Exception {
    try (var all = Files.walk(directory)) {
      return all.filter(f -> f.toString().endsWith(".placed")).sorted().toList();
    }
  }

  private void replace() {
    sql("INSERT INTO " + t + " REPLACE WHERE id >= 2 VALUES (2, 20), (3, 30)");
  }

  /** Rows of a file that is passed over would stay beside their replacements. */
  @Test
  void filesThatCannotBeReadAreNotPassedOver() throws Exception {
    create(path("t"));
    SETTINGS.subList(0, 2).forEach(s -> spark.conf().set(s, "true"));
    SETTINGS.subList(3, 5).forEach(s -> spark.conf().set(s, "true"));
    for (Path file : files()) {
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      assertFails(file.getFileName().toString(), this::replace);
      Files.write(file, new byte[bytes.length]);
      assertFails(file.getFileName().toString(), this::replace);
      Files.write(file, bytes);
    }
    assertEquals(List.of("(1, 1)", "(2, 2)", "(3, 3)"), rows(spark.table(t)));
    replace();
    assertEquals(List.of("(1, 1)", "(2, 20)", "(3, 30)"), rows(spark.table(t)));
  }

  @Test
  void filesAreNotChosenByDefaultsOfReads() {
    create(path("t"));
    spark.conf().set("spark.datasource.placed.pathGlobFilter", "none*");
    replace();
    spark.conf().unset("spark.datasource.placed.pathGlobFilter");
    assertEquals(List.of("(1, 1)", "(2, 20)", "(3, 30)"), rows(spark.table(t)));
  }

  @Test
  void settingsOfFileSystemsApply() throws Exception {
    GuardedFileSystem.SETTINGS.forEach(spark.conf()::set);
    spark.conf().set(GuardedFileSystem.OPENS, "log");
    create("guarded:" + path("t"));
    var rows = sql("SELECT 3 AS id, 30 AS v");
    Exception without =
        assertThrows(Exception.class, () -> rows.writeTo(t).overwrite(col("id").equalTo(3)));
    assertTrue(message(without).contains("must contain data"), message(without));
    rows.writeTo(t).option(GuardedFileSystem.OPENS, "log,data").overwrite(col("id").equalTo(3));
    spark.conf().set(GuardedFileSystem.OPENS, "log,data");
    assertEquals(List.of("(1, 1)", "(2, 2)", "(3, 30)"), rows(spark.table(t)));
  }
}
