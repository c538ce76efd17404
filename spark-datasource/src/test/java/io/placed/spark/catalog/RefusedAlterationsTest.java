package io.placed.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.spark.SinceSpark;
import io.placed.spark.SparkTestCase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements whose effect a table could not keep, or with which it could not be loaded again. */
class RefusedAlterationsTest extends SparkTestCase {
  @Test
  void propertiesThatNoTableCanHave() {
    String name = table();
    sql("CREATE TABLE " + name + " (id BIGINT) USING placed TBLPROPERTIES ('profile' = 'fast')");
    sql("INSERT INTO " + name + " VALUES (1)");
    for (String property :
        List.of(
            "'compression' = 'zstdd'",
            "'compresion' = 'zstd'",
            "'placement.reorder' = 'sort('",
            "'option.compression' = 'zstdd'",
            "'placed.partitioning' = 'days('",
            "'PROFILE' = 'faster'",
            "'metadataTable' = 'files'",
            "'snapshot' = '99'",
            "'timestampAsOf' = 'x'",
            "'note' = 'fine', 'Compression' = 'none at all'")) {
      assertFails("", () -> sql("ALTER TABLE " + name + " SET TBLPROPERTIES (" + property + ")"));
      assertEquals(List.of("(1)"), rows(sql("SELECT * FROM " + name)));
    }
    sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('compression' = 'zstd', 'note' = 'fine')");
    sql("ALTER TABLE " + name + " UNSET TBLPROPERTIES ('compression', 'note')");
    sql("INSERT INTO " + name + " VALUES (2)");
    assertEquals(List.of("(1)", "(2)"), rows(sql("SELECT * FROM " + name)));
    sql("DROP TABLE " + name);
  }

  @SinceSpark(value = "4.0", because = "CLUSTER BY is new in Spark 4.0")
  @Test
  void clustering() {
    String name = table();
    sql("CREATE TABLE " + name + " (id BIGINT) USING placed");
    sql("INSERT INTO " + name + " VALUES (1)");
    for (String clause : List.of("CLUSTER BY (id)", "CLUSTER BY NONE")) {
      assertFails("ClusterBy", () -> sql("ALTER TABLE " + name + " " + clause));
      assertEquals(List.of("(1)"), rows(sql("SELECT * FROM " + name)));
    }
    sql("DROP TABLE " + name);
  }

  /** Spark 3.5 has neither collations nor variants, and does not parse them. */
  private static boolean isKnown(String sql) {
    return since("4.0") || !sql.contains("COLLAT") && !sql.contains("VARIANT");
  }

  @Test
  void whatTablesAtPathsDoNotKeep() {
    String path = "placed.`" + path("p") + "`";
    String create = "CREATE TABLE " + path + " (%s) USING placed";
    for (String column :
        List.of(
            "c VARCHAR(3)",
            "c CHAR(3)",
            "s STRING COLLATE UTF8_LCASE",
            "a ARRAY<STRUCT<x: STRING COLLATE UTF8_LCASE>>",
            "m MAP<STRING, VARCHAR(3)>")) {
      if (!isKnown(column)) {
        continue;
      }
      assertFails("supported only for tables of a catalog", () -> sql(create.formatted(column)));
      assertFails(
          "supported only for tables of a catalog",
          () -> sql(("CREATE OR REPLACE TABLE " + path + " (%s) USING placed").formatted(column)));
    }
    sql(create.formatted("id BIGINT, s STRING"));
    sql("INSERT INTO " + path + " VALUES (1, 'a')");
    for (String change :
        List.of(
            "ADD COLUMN c VARCHAR(3)",
            "ADD COLUMN c STRING COLLATE UTF8_LCASE",
            "ALTER COLUMN s TYPE STRING COLLATE UTF8_LCASE",
            "ALTER COLUMN s COMMENT 'hello'",
            "ALTER COLUMN s SET DEFAULT 'x'",
            "ALTER COLUMN s DROP DEFAULT",
            "ALTER COLUMN s DROP NOT NULL",
            "DEFAULT COLLATION UTF8_LCASE",
            "SET LOCATION '/elsewhere'")) {
      if (!isKnown(change)) {
        continue;
      }
      assertFails(
          "supported only for tables of a catalog",
          () -> sql("ALTER TABLE " + path + " " + change));
    }
    assertEquals(List.of("(1, a)"), rows(sql("SELECT * FROM " + path)));
    assertEquals(2, sql("SELECT * FROM placed.`" + path("p") + "`.snapshots").count());
  }

  /** The limits in the documentation. */
  @Test
  void whatIsNotSupported() {
    String name = table();
    String other = table();
    String create = "CREATE TABLE " + other;
    sql("CREATE TABLE " + name + " (id BIGINT, p INT) USING placed PARTITIONED BY (p)");
    sql("INSERT INTO " + name + " VALUES (1, 1)");
    for (String statement :
        List.of(
            "ALTER TABLE " + name + " PARTITION (p = 1) RENAME TO PARTITION (p = 2)",
            "ALTER TABLE " + name + " RECOVER PARTITIONS",
            "ALTER TABLE " + name + " ADD CONSTRAINT positive CHECK (id > 0)",
            create + " (id BIGINT, CONSTRAINT positive CHECK (id > 0)) USING placed",
            create + " (id BIGINT, twice BIGINT GENERATED ALWAYS AS (id * 2)) USING placed",
            create + " LIKE " + name)) {
      if (since("4.2") || !statement.contains("LIKE")) {
        assertFails("", () -> sql(statement));
      }
    }
    assertEquals(List.of("(1, 1)"), rows(sql("SELECT * FROM " + name)));
    sql("DROP TABLE " + name);
  }

  /** Nothing could be written to them. */
  @Test
  void typesThatCannotBeStored() {
    String name = table();
    String path = "placed.`" + path("p") + "`";
    for (String type : List.of("VARIANT", "INTERVAL DAY TO SECOND", "ARRAY<STRUCT<v: VARIANT>>")) {
      if (!isKnown(type)) {
        continue;
      }
      for (String t : List.of(name, path)) {
        for (String create : List.of("CREATE TABLE ", "CREATE OR REPLACE TABLE ")) {
          assertFails(
              "cannot be stored; allowed are",
              () -> sql(create + t + " (id INT, v " + type + ") USING placed"));
        }
      }
      sql("CREATE TABLE " + name + " (id INT, s STRUCT<a: INT>) USING placed");
      for (String column : List.of("v", "s.v")) {
        assertFails(
            "cannot be stored; allowed are",
            () -> sql("ALTER TABLE " + name + " ADD COLUMN " + column + " " + type));
      }
      sql("INSERT INTO " + name + " VALUES (1, NULL)");
      sql("DROP TABLE " + name);
    }
  }

  /** Columns of a query have attributes that nobody asked the new table to have. */
  @Test
  void rowsOfAQueryComeWithoutTheAttributesOfItsColumns() {
    String name = table();
    sql(
        "CREATE TABLE "
            + name
            + " (a INT COMMENT 'hello' DEFAULT 3, v VARCHAR(5), c CHAR(3), n INT NOT NULL)"
            + " USING parquet");
    sql("INSERT INTO " + name + " VALUES (1, 'x', 'y', 2)");
    for (String create : List.of("CREATE TABLE ", "REPLACE TABLE ", "CREATE OR REPLACE TABLE ")) {
      String path = "placed.`" + path("q") + "`";
      sql(create + path + " USING placed AS SELECT * FROM " + name);
      assertEquals(List.of("(1, x, y  , 2)"), rows(sql("SELECT * FROM " + path)));
      sql(
          "INSERT INTO "
              + path
              + " SELECT CAST(_row_id * 0 AS INT), 'longer than five', '', 0 FROM "
              + path);
      assertEquals(
          List.of("(0, longer than five, , 0)", "(1, x, y  , 2)"),
          rows(sql("SELECT * FROM " + path)));
    }
    String ids = "placed.`" + path("ids") + "`";
    sql(
        "CREATE TABLE "
            + ids
            + " USING placed AS SELECT _row_id AS id, a FROM placed.`"
            + path("q")
            + "`");
    assertEquals(
        rows(sql("SELECT _row_id, a FROM placed.`" + path("q") + "`")),
        rows(sql("SELECT * FROM " + ids)));
    sql("DROP TABLE " + name);
  }

  /** Every query of the table would fail, also those that do not ask for the column. */
  @Test
  void aColumnThatTheDataSetHasWithAnotherType() throws Exception {
    String t = table();
    sql("create table " + t + " (a int) using placed location '" + path(t) + "'");
    sql("insert into " + t + " values (1)");
    sql("select 2 as a, 'x' as b, 5 as c").write().format("placed").mode("append").save(path(t));
    assertFails("type is STRING", () -> sql("alter table " + t + " add column b int"));
    assertFails("type is INT", () -> sql("alter table " + t + " add column C smallint"));
    assertEquals(List.of("(1)", "(2)"), rows(sql("select * from " + t)));
    sql("alter table " + t + " add columns (b string, c bigint)");
    assertEquals(List.of("(1, null, null)", "(2, x, 5)"), rows(sql("select * from " + t)));
    sql("drop table " + t);
  }
}
