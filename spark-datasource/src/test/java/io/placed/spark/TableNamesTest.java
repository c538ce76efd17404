package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.spark.catalog.PathTables;
import io.placed.spark.options.PlacedOptions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What names mean at a time, for changes and for metadata tables: the same as in other queries,
 * whatever the current database and catalog, and in views.
 */
class TableNamesTest extends SparkTestCase {
  /** Another catalog: its table {@code db.t} is the one at ROOT/db.t, and so on. */
  public static final class Other implements TableCatalog {
    private String name;
    private String root;

    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap options) {
      name = catalog;
      root = options.get("root");
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
      return new Identifier[0];
    }

    private Table load(Identifier ident, Map<String, String> moment) {
      return PathTables.load(root + "/" + ident, moment);
    }

    @Override
    public Table loadTable(Identifier ident) {
      return load(ident, Map.of());
    }

    @Override
    public Table loadTable(Identifier ident, String version) {
      return load(ident, Map.of(PlacedOptions.SNAPSHOT, version));
    }

    @Override
    public Table loadTable(Identifier ident, long micros) {
      Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
      return load(ident, Map.of(PlacedOptions.AS_OF, time.toString()));
    }

    /** Spark 3.5 and 4.0 demand it. */
    @Override
    @SuppressWarnings("deprecation")
    public Table createTable(
        Identifier ident, StructType schema, Transform[] by, Map<String, String> properties) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Table alterTable(Identifier ident, TableChange... changes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean dropTable(Identifier ident) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void renameTable(Identifier from, Identifier to) {
      throw new UnsupportedOperationException();
    }
  }

  private static final String FAR = " TIMESTAMP AS OF '2999-01-01'";

  private String here;
  private String there;

  /** Two databases with a table t: one row here, two there. */
  @BeforeEach
  void newDatabases() {
    here = "db_" + table();
    there = "db_" + table();
    for (String database : List.of(here, there)) {
      sql("CREATE DATABASE " + database);
      sql("CREATE TABLE " + database + ".t (a INT) USING placed");
    }
    sql("INSERT INTO " + here + ".t VALUES (1)");
    sql("INSERT INTO " + there + ".t SELECT /*+ COALESCE(1) */ * FROM VALUES (2), (3)");
  }

  @AfterEach
  void drop() {
    sql("USE spark_catalog.default");
    for (String database : List.of(here, there)) {
      sql("DROP DATABASE " + database + " CASCADE");
    }
    spark.catalog().dropTempView("temporary_view");
    spark.catalog().dropTempView("t");
  }

  private static List<String> ofRelation(String relation) {
    return rows(sql("SELECT a FROM " + relation));
  }

  private static final List<String> RELATIONS =
      known(
          "SELECT a FROM t VERSION AS OF 1",
          "SELECT a FROM t" + FAR,
          "SELECT a FROM t WITH ('snapshot' = '1')",
          "SELECT a FROM t CHANGES FROM VERSION 1",
          "SELECT cast(record_count AS INT) AS a FROM t.files",
          "SELECT cast(record_count AS INT) AS a FROM t.files VERSION AS OF 1");

  /** Options in SQL are new in Spark 4.0, changes in 4.2. */
  private static List<String> known(String... relations) {
    return Arrays.stream(relations)
        .filter(r -> since("4.2") || !r.contains("CHANGES FROM"))
        .filter(r -> since("4.0") || !r.contains(" WITH ("))
        .toList();
  }

  @Test
  void inAViewTheyAreThoseOfItsDatabase() {
    for (String query : RELATIONS) {
      sql("USE spark_catalog." + here);
      List<String> expected = rows(sql(query));
      assertEquals(1, expected.size(), query);
      sql("CREATE OR REPLACE VIEW v AS " + query);
      sql("CREATE OR REPLACE TEMPORARY VIEW temporary_view AS " + query);
      sql("USE " + there);
      assertEquals(expected, rows(sql("SELECT a FROM " + here + ".v")), query);
      assertEquals(expected, rows(sql("SELECT a FROM temporary_view")), query);
      // A later temporary view of this name is none of the view's.
      sql("CREATE TEMPORARY VIEW t AS SELECT 99 AS a");
      assertEquals(expected, rows(sql("SELECT a FROM " + here + ".v")), query);
      sql("DROP VIEW t");
    }
  }

  @Test
  void inAViewTheyAreThoseOfItsCatalog() {
    useOther();
    sql("USE spark_catalog." + here);
    for (String query :
        List.of("SELECT a FROM %s.t VERSION AS OF 1", "SELECT file_path AS a FROM %s.t.files")) {
      String text = query.formatted(there);
      List<String> expected = rows(sql(text));
      sql("CREATE OR REPLACE VIEW v AS " + text);
      sql("USE other." + here);
      assertEquals(expected, rows(sql("SELECT a FROM spark_catalog." + here + ".v")), text);
      sql("USE spark_catalog." + here);
    }
  }

  private void useOther() {
    spark.conf().set("spark.sql.catalog.other", Other.class.getName());
    spark.conf().set("spark.sql.catalog.other.root", path("other"));
  }

  @Test
  void inAnotherCatalogTheyAreItsOwn() {
    String other = "oth" + table();
    spark.conf().set("spark.sql.catalog." + other, Other.class.getName());
    spark.conf().set("spark.sql.catalog." + other + ".root", path("own"));
    Dataset<Row> own = sql("SELECT 7 AS a");
    own.write().format("placed").save(path("own") + "/" + here + ".t");
    sql("USE " + other);
    assertEquals(List.of("(7)"), ofRelation(here + ".t"));
    assertEquals(List.of("(7)"), ofRelation(here + ".t VERSION AS OF 1"));
    assertEquals(List.of("(7)"), ofRelation(here + ".t" + FAR));
    assertThrows(Exception.class, () -> sql("SELECT * FROM " + here + ".t.snapshots"));
    assertThrows(Exception.class, () -> sql("SELECT * FROM " + here + ".t CHANGES FROM VERSION 1"));
    // A name with its catalog means the same everywhere.
    assertEquals(List.of("(1)"), ofRelation("spark_catalog." + here + ".t VERSION AS OF 1"));
    assertEquals(1, sql("SELECT * FROM spark_catalog." + here + ".t.files").count());
    sql("USE spark_catalog.default");
    assertEquals(List.of("(7)"), ofRelation(other + "." + here + ".t VERSION AS OF 1"));
  }

  @Test
  void withTheNameOfTheSessionsCatalog() {
    for (String catalog : List.of("spark_catalog", "SPARK_CATALOG")) {
      String t = catalog + "." + there + ".t";
      List<String> all = List.of("(2)", "(3)");
      for (String at :
          known(
              " VERSION AS OF 1",
              FAR,
              " WITH ('timestampAsOf' = '2999-01-01')",
              " CHANGES FROM VERSION 1")) {
        assertEquals(all, ofRelation(t + at));
      }
      assertEquals(1, sql("SELECT * FROM " + t + ".files VERSION AS OF 1").count());
      if (since("4.0")) {
        assertEquals(all, rows(spark.read().option("versionAsOf", "1").table(t)));
      }
    }
  }

  /** What only the catalog knows about columns counts for earlier snapshots and changes, too. */
  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void columnsMeanWhatTheyMeanNow() {
    sql("USE spark_catalog." + here);
    sql(
        "CREATE TABLE typed (c CHAR(5), v VARCHAR(9), s STRING COLLATE UTF8_LCASE,"
            + " st STRUCT<x: STRING COLLATE UTF8_LCASE>, gone STRING COLLATE UTF8_LCASE,"
            + " n INT COMMENT 'a number') USING placed LOCATION '"
            + path("typed")
            + "'");
    sql("INSERT INTO typed VALUES ('ab', 'ab', 'X', struct('Y'), 'Z', 1)");
    String where = " WHERE c = 'ab' AND length(c) = 5 AND s = 'x' AND st.x = 'y'";
    assertEquals(1, sql("SELECT * FROM typed" + where).count());
    for (String at :
        known(
            " VERSION AS OF 1",
            FAR,
            " WITH ('snapshot' = '1')",
            " CHANGES FROM VERSION 1",
            " CHANGES FROM VERSION 1 WITH ('ignoreMissingFiles' = 'true')")) {
      assertEquals(1, sql("SELECT typed.n FROM typed" + at + where).count(), at);
      String name = "spark_catalog." + here + ".typed";
      assertEquals(1, sql("SELECT " + here + ".typed.n FROM " + name + at + where).count(), at);
    }
    assertEquals(
        "a number",
        sql("SELECT n FROM typed VERSION AS OF 1").schema().apply("n").getComment().get());
    // A column keeps its meaning when it is renamed; another one of its old name has its own.
    sql("ALTER TABLE typed RENAME COLUMN s TO renamed");
    sql("ALTER TABLE typed DROP COLUMN gone");
    sql("ALTER TABLE typed ADD COLUMN s STRING");
    sql("ALTER TABLE typed ADD COLUMN gone STRING COLLATE UTF8_LCASE");
    sql("INSERT INTO typed VALUES ('cd', 'cd', 'W', struct('Y'), 2, 'Q', 'Q')");
    assertEquals(1, sql("SELECT * FROM typed VERSION AS OF 1" + where).count());
    assertEquals(0, sql("SELECT * FROM typed VERSION AS OF 1 WHERE gone = 'z'").count());
    if (since("4.2")) {
      String changes = "SELECT * FROM typed CHANGES FROM VERSION 1 WHERE ";
      assertEquals(1, sql(changes + "renamed = 'w'").count());
      assertEquals(0, sql(changes + "s = 'q'").count());
    }
    // By its path, a table has no catalog.
    String byPath = "placed.`" + path("typed") + "` VERSION AS OF 1";
    assertEquals(0, sql("SELECT * FROM " + byPath + " WHERE s = 'x'").count());
  }

  @Test
  void propertiesOfATableCountForItsPast() {
    sql("USE spark_catalog." + here);
    sql("ALTER TABLE t SET TBLPROPERTIES ('pathGlobFilter' = 'none*')");
    assertEquals(List.of(), ofRelation("t"));
    assertEquals(List.of(), ofRelation("t VERSION AS OF 1"));
    if (since("4.2")) {
      assertEquals(List.of(), ofRelation("t CHANGES FROM VERSION 1"));
    }
  }
}
