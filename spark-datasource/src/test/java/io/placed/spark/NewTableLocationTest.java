package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** CREATE TABLE … AS SELECT with a location: the table has the rows of the query, and no others. */
class NewTableLocationTest extends SparkTestCase {
  private static final String SETTING = "spark.sql.legacy.allowNonEmptyLocationInCTAS";

  private static Dataset<Row> numbers(int count) {
    return spark.range(count).toDF();
  }

  private static void create(String table, String location, int rows) {
    numbers(rows).write().format("placed").option("path", location).saveAsTable(table);
  }

  private static void assertRefused(String table, String location, Runnable creation) {
    Exception e = assertThrows(AnalysisException.class, creation::run);
    assertTrue(
        e.getMessage().contains(table)
            && e.getMessage().contains(location)
            && e.getMessage().contains(SETTING),
        e.getMessage());
    assertFalse(spark.catalog().tableExists(table));
  }

  @Test
  void aLocationWithFilesIsRefused() throws Exception {
    String location = path("t");
    create(table(), location, 3);
    String second = table();
    assertRefused(second, location, () -> create(second, location, 2));
    assertRefused(second, location, () -> create(second, "file:" + location, 2));
    String sql =
        "create table " + second + " using placed location '" + location + "' as select 1L as id";
    assertRefused(second, location, () -> sql(sql));
    assertRefused(
        second, location, () -> sql(sql.replace("create table", "create table if not exists")));
    assertRefused(
        second,
        location,
        () ->
            sql(
                "create table "
                    + second
                    + " using placed options (path '"
                    + location
                    + "') as select 1L as id"));
    assertRefused(second, location, () -> createAt(second, location));
    assertEquals(3, read(location).count());
    // Files of other formats, and one that is no table.
    numbers(3).write().format("parquet").save(path("parquet"));
    assertRefused(second, path("parquet"), () -> create(second, path("parquet"), 2));
    Files.writeString(directory.resolve("file"), "x");
    assertRefused(second, path("file"), () -> create(second, path("file"), 2));
  }

  @Test
  void aVacantLocationIsFilled() throws Exception {
    String missing = table();
    create(missing, path("missing"), 2);
    assertEquals(2, spark.table(missing).count());
    Files.createDirectory(directory.resolve("empty"));
    String empty = table();
    create(empty, path("empty"), 2);
    assertEquals(2, spark.table(empty).count());
    // What a first write that failed leaves behind.
    assertThrows(
        Exception.class,
        () ->
            spark
                .range(3)
                .selectExpr("raise_error('no') as e")
                .write()
                .format("placed")
                .save(path("failed")));
    String failed = table();
    create(failed, path("failed"), 2);
    assertEquals(2, spark.table(failed).count());
  }

  /** Relative to the warehouse, as for other tables. */
  @Test
  void aRelativeLocation() {
    String name = table() + "-relative";
    String first = table();
    sql("create table " + first + " using placed location '" + name + "' as select 1L as id");
    Path warehouse = Path.of(URI.create(spark.conf().get("spark.sql.warehouse.dir")));
    assertTrue(Files.isDirectory(warehouse.resolve(name)));
    String second = table();
    assertRefused(
        second,
        name,
        () ->
            sql(
                "create table "
                    + second
                    + " using placed location '"
                    + name
                    + "' as select 2L as id"));
    assertEquals(1, spark.table(first).count());
  }

  /** Spark completes a property with the location of the database, not with the warehouse. */
  @Test
  void aRelativeLocationAsAProperty() throws Exception {
    String database = table();
    String name = table() + "-relative";
    sql("create database " + database + " location '" + path("db") + "'");
    numbers(3).write().format("placed").save(path("db/" + name));
    String refused = database + "." + table();
    assertRefused(refused, path("db/" + name), () -> createAt(refused, name));
    Path warehouse = Path.of(URI.create(spark.conf().get("spark.sql.warehouse.dir")));
    String other = name + "-in-warehouse";
    numbers(3).write().format("placed").save(warehouse.resolve(other).toString());
    String created = database + "." + table();
    createAt(created, other);
    assertEquals(2, spark.table(created).count());
    assertEquals(2, read(path("db/" + other)).count());
    sql("drop database " + database + " cascade");
  }

  private static void createAt(String table, String location) {
    try {
      numbers(2).writeTo(table).using("placed").tableProperty("location", location).create();
    } catch (org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatCreatesNothingIsNotRefused() {
    String location = path("t");
    String table = table();
    create(table, location, 3);
    sql(
        "create table if not exists "
            + table
            + " using placed location '"
            + location
            + "' as select 1L as id");
    assertEquals(3, spark.table(table).count());
    Exception e = assertThrows(AnalysisException.class, () -> create(table, location, 2));
    assertTrue(e.getMessage().contains("TABLE_OR_VIEW_ALREADY_EXISTS"), e.getMessage());
    numbers(2).write().format("placed").option("path", location).mode("ignore").saveAsTable(table);
    numbers(2).write().format("placed").option("path", location).mode("append").saveAsTable(table);
    assertEquals(5, spark.table(table).count());
  }

  /**
   * Without a query, the table is what is there; with REPLACE, the rows of the query replace it.
   */
  @Test
  void otherStatementsMayNameTheLocation() {
    String location = path("t");
    create(table(), location, 3);
    String found = table();
    sql("create table " + found + " using placed location '" + location + "'");
    assertEquals(3, spark.table(found).count());
    String replacing = table();
    sql(
        "create or replace table "
            + replacing
            + " using placed location '"
            + location
            + "' as select 7L as id");
    assertEquals(rows(sql("select 7L as id")), rows(spark.table(replacing)));
    assertEquals(rows(sql("select 7L as id")), rows(spark.table(found)));
  }

  @Test
  void theSettingOfSpark() {
    String location = path("t");
    create(table(), location, 3);
    spark.conf().set(SETTING, "true");
    try {
      String second = table();
      create(second, location, 2);
      assertEquals(5, spark.table(second).count());
    } finally {
      spark.conf().unset(SETTING);
    }
  }

  /** Spark itself looks at the directory of a managed table. */
  @Test
  void aManagedTable() {
    String table = table();
    Path warehouse = Path.of(URI.create(spark.conf().get("spark.sql.warehouse.dir")));
    numbers(3).write().format("placed").save(warehouse.resolve(table).toString());
    Exception e =
        assertThrows(Exception.class, () -> numbers(2).write().format("placed").saveAsTable(table));
    assertTrue(message(e).contains("LOCATION_ALREADY_EXISTS"), message(e));
    assertFalse(spark.catalog().tableExists(table));
  }
}
