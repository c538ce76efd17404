package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MERGE and INSERT WITH SCHEMA EVOLUTION, by name and by path. */
class SchemaEvolutionTest extends SparkTestCase {
  private String name(boolean catalog) {
    return catalog ? table() : "placed.`" + path("t") + "`";
  }

  private static List<String> all(String table) {
    return rows(sql("SELECT * FROM " + table));
  }

  private static String types(String table) {
    return spark.table(table).schema().simpleString();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyClauseOfAMerge(boolean catalog) {
    String t = name(catalog);
    sql("CREATE TABLE " + t + " (id INT, p STRING, v STRING) USING placed PARTITIONED BY (p)");
    sql("INSERT INTO " + t + " (id, p, v) VALUES (1, 'a', 'x'), (2, 'b', 'y'), (3, 'c', 'z')");
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " AS t USING (SELECT * FROM VALUES (1, 'a', 'new', 10L, 'n1'), (4, 'b', 'add', 40L,"
            + " 'n4'), (2, 'b', 'gone', 20L, 'n2') AS s(id, p, v, amount, Note)) AS s ON t.id ="
            + " s.id WHEN MATCHED AND s.v = 'gone' THEN DELETE WHEN MATCHED THEN UPDATE SET * WHEN"
            + " NOT MATCHED THEN INSERT * WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = 'kept'");
    String columns = " SELECT id, p, v, amount, note FROM " + t;
    assertEquals(
        List.of("(1, a, new, 10, n1)", "(3, c, kept, null, null)", "(4, b, add, 40, n4)"),
        rows(sql(columns)));
    assertEquals(List.of("(4, b)"), rows(sql("SELECT id, p FROM " + t + " WHERE Note = 'n4'")));
    assertEquals(
        List.of("(p=a)", "(p=b)", "(p=c)"), rows(sql("SHOW PARTITIONS " + t)).subList(0, 3));
    if (catalog) {
      String location = spark.conf().get("spark.sql.warehouse.dir") + "/" + t;
      assertEquals(
          rows(sql(columns)),
          rows(
              spark
                  .read()
                  .format("placed")
                  .load(location)
                  .select("id", "p", "v", "amount", "Note")));
      sql("DROP TABLE " + t);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void assignmentsOfNamedColumns(boolean catalog) {
    String t = name(catalog);
    sql("CREATE TABLE " + t + " (id INT, v STRING) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 'x'), (2, 'y')");
    sql("ALTER TABLE " + t + " RENAME COLUMN v TO w");
    // The old name is that of a new column, which has no values of older rows.
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " T USING (SELECT 1 AS id, 5 AS v, true AS unused UNION ALL SELECT 9, 6, false) AS s"
            + " ON t.ID = s.id WHEN MATCHED THEN UPDATE SET v = s.v"
            + " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)");
    assertEquals(List.of("(1, x, 5)", "(2, y, null)", "(9, null, 6)"), all(t));
    assertEquals("struct<id:int,w:string,v:int>", types(t));
    if (catalog) {
      sql("DROP TABLE " + t);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fieldsAndWiderTypes(boolean catalog) {
    String t = name(catalog);
    sql(
        "CREATE TABLE "
            + t
            + " (id BIGINT, n INT, s STRUCT<a: INT, b: STRING>, l ARRAY<STRUCT<x: INT>>)"
            + " USING placed");
    sql(
        "INSERT INTO "
            + t
            + " VALUES (1, 1, named_struct('a', 1, 'b', 'one'), array(named_struct('x', 1)))");
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " AS t USING (SELECT 2 AS id, 5000000000 AS n, named_struct('a', 7000000000L, 'b',"
            + " 'two', 'C', 2.5D) AS s, array(named_struct('x', 3, 'y', 'why')) AS l) AS s ON t.id"
            + " = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *");
    // The id of the source is narrower: it is cast, and the column stays.
    assertEquals(
        "struct<id:bigint,n:bigint,s:struct<a:bigint,b:string,C:double>,"
            + "l:array<struct<x:int,y:string>>>",
        types(t));
    assertEquals(
        List.of(
            "(1, 1, (1, one, null), [(1, null)])",
            "(2, 5000000000, (7000000000, two, 2.5), [(3, why)])"),
        all(t));
    assertEquals(List.of("(2)"), rows(sql("SELECT id FROM " + t + " WHERE s.c > 1")));
    if (catalog) {
      sql("DROP TABLE " + t);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inserts(boolean catalog) throws Exception {
    String t = name(catalog);
    sql("CREATE TABLE " + t + " (id INT, p STRING) USING placed PARTITIONED BY (p)");
    sql(
        "INSERT WITH SCHEMA EVOLUTION INTO "
            + t
            + " BY NAME SELECT 'n' AS note, 1 AS id, 'a' AS p");
    assertEquals(List.of("(1, a, n)"), rows(sql("SELECT id, p, note FROM " + t)));
    // By position: the columns that the table has, then new ones.
    List<String> columns = List.of(spark.table(t).columns());
    sql(
        "INSERT WITH SCHEMA EVOLUTION INTO "
            + t
            + " SELECT "
            + String.join(", ", columns.stream().map(c -> "s." + c).toList())
            + ", s.more FROM (SELECT 2 AS id, 'b' AS p, 'm' AS note, 'x' AS more) s");
    assertEquals(
        List.of("(1, a, n, null)", "(2, b, m, x)"),
        rows(sql("SELECT id, p, note, more FROM " + t)));
    sql(
        "INSERT WITH SCHEMA EVOLUTION OVERWRITE "
            + t
            + " BY NAME SELECT *, id * 5000000000 AS big FROM "
            + t
            + " WHERE id = 2");
    assertEquals(
        List.of("(2, b, m, x, 10000000000)"), rows(sql("SELECT id, p, note, more, big FROM " + t)));
    if (catalog) {
      spark
          .range(1)
          .selectExpr("7 AS id", "'c' AS p", "true AS flag")
          .writeTo(t)
          .withSchemaEvolution()
          .append();
      assertEquals(
          List.of("(2, b, null)", "(7, c, true)"), rows(sql("SELECT id, p, flag FROM " + t)));
      sql("DROP TABLE " + t);
    }
  }

  /** Spark does not pass the words on to {@code save}, which adds and widens columns without. */
  @Test
  void savesToAPath() {
    String path = path("saved");
    sql("SELECT 1 AS id, 'a' AS v").write().format("placed").save(path);
    sql("SELECT 5000000000 AS id, true AS flag")
        .write()
        .format("placed")
        .mode("append")
        .withSchemaEvolution()
        .save(path);
    assertEquals(
        List.of("(1, a, null)", "(5000000000, null, true)"),
        rows(read(path).select("id", "v", "flag")));
    for (String mode : List.of("errorifexists", "ignore")) {
      assertFails(
          "SCHEMA_EVOLUTION",
          () ->
              spark
                  .range(1)
                  .write()
                  .format("placed")
                  .mode(mode)
                  .withSchemaEvolution()
                  .save(path("new " + mode)));
    }
  }

  /** The statement reads the table of before, and replaces its rows. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatIsMergedIntoItself(boolean catalog) {
    String t = name(catalog);
    sql("CREATE TABLE " + t + " (id INT, v INT) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 1), (2, 2)");
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " t USING (SELECT id + 1 AS id, v, v * 10 AS extra FROM "
            + t
            + ") s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *");
    assertEquals(List.of("(1, 1, null)", "(2, 1, 10)", "(3, 2, 20)"), all(t));
    if (catalog) {
      sql("DROP TABLE " + t);
    }
  }

  /** The table is known only while the statement is analyzed. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesThatAreExpressions(boolean catalog) {
    String t = name(catalog);
    sql("CREATE TABLE " + t + " (id INT, v STRING) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 'x'), (2, 'y')");
    sql("DECLARE OR REPLACE VARIABLE target STRING DEFAULT '" + t + "'");
    for (String name : List.of("target", "concat('', target)")) {
      String column = "n" + name.length();
      sql(
          "MERGE WITH SCHEMA EVOLUTION INTO IDENTIFIER("
              + name
              + ") AS t USING (SELECT 2 AS id, 'z' AS v, 5 AS "
              + column
              + ") AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *"
              + " WHEN NOT MATCHED THEN INSERT *");
      assertEquals(
          List.of("(1, null)", "(2, 5)"), rows(sql("SELECT id, " + column + " FROM " + t)));
    }
    sql("INSERT WITH SCHEMA EVOLUTION INTO IDENTIFIER(target) BY NAME SELECT 3 AS id, 'new' AS w");
    assertEquals(
        List.of("(1, x, null)", "(2, z, null)", "(3, null, new)"),
        rows(sql("SELECT id, v, w FROM " + t)));
    sql(
        "INSERT WITH SCHEMA EVOLUTION OVERWRITE IDENTIFIER(target) BY NAME SELECT 4 AS id,"
            + " 2.5D AS d");
    assertEquals(List.of("(4, null, 2.5)"), rows(sql("SELECT id, w, d FROM " + t)));
    sql("DROP TEMPORARY VARIABLE target");
    if (catalog) {
      sql("DROP TABLE " + t);
    }
  }

  /** Spark would write without the words where it does not know that columns can be added. */
  @Test
  void tablesWithoutANameOfTheirOwn() {
    String t = name(true);
    sql("CREATE TABLE " + t + " (id INT) USING placed");
    spark.table(t).createOrReplaceTempView("view_of_t");
    assertFails(
        "a write WITH SCHEMA EVOLUTION needs the name of the table",
        () -> sql("INSERT WITH SCHEMA EVOLUTION INTO view_of_t SELECT 1"));
    sql("INSERT INTO view_of_t SELECT 1");
    assertEquals(List.of("(1)"), all(t));
    spark.catalog().dropTempView("view_of_t");
    sql("DROP TABLE " + t);
  }

  @Test
  void cachedRowsAreRefreshed() {
    String t = name(true);
    sql("CREATE TABLE " + t + " (id INT, v INT) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 1)");
    sql("CACHE TABLE " + t);
    assertEquals(List.of("(1, 1)"), all(t));
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " t USING (SELECT 1 AS id, 2 AS v, 'e' AS extra) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET *");
    assertEquals(List.of("(1, 2, e)"), all(t));
    sql("INSERT WITH SCHEMA EVOLUTION INTO " + t + " BY NAME SELECT 2 AS id, 2L AS v, 'f' AS f");
    assertEquals(List.of("(1, 2, e, null)", "(2, 2, null, f)"), all(t));
    sql("UNCACHE TABLE " + t);
    sql("DROP TABLE " + t);
  }

  @Test
  void whatCannotBeStored() {
    String t = name(false);
    sql("CREATE TABLE " + t + " (id INT, v STRING) USING placed");
    sql("INSERT INTO " + t + " VALUES (1, 'x')");
    String merge =
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + t
            + " t USING (SELECT 1 AS id, %s) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *";
    assertFails("INTERVAL", () -> sql(merge.formatted("INTERVAL 1 DAY AS d")));
    assertFails("v", () -> sql(merge.formatted("array(1) AS v")));
    assertEquals("struct<id:int,v:string>", types(t));
    assertEquals(List.of("(1, x)"), all(t));
    assertTrue(all(t + ".snapshots").size() == 2);
  }

  /** Where the name of the table has that of its catalog. */
  @Test
  void writesFromAnotherCatalog() throws Exception {
    String database = "db_" + table();
    String t = "spark_catalog." + database + ".t";
    sql("CREATE DATABASE " + database);
    try {
      sql("CREATE TABLE " + t + " (a INT) USING placed");
      sql("INSERT INTO " + t + " VALUES (1)");
      spark.conf().set("spark.sql.catalog.other", TableNamesTest.Other.class.getName());
      spark.conf().set("spark.sql.catalog.other.root", path("other"));
      sql("USE other");
      Dataset<Row> more = sql("SELECT 4 AS a, 'm' AS b");
      more.write().format("placed").mode("append").withSchemaEvolution().saveAsTable(t);
      assertEquals(List.of("(1, null)", "(4, m)"), rows(sql("SELECT a, b FROM " + t)));
      sql("SELECT 5 AS a, 'n' AS c").writeTo(t).withSchemaEvolution().append();
      sql("INSERT WITH SCHEMA EVOLUTION INTO " + t + " BY NAME SELECT 6 AS a, 'o' AS d");
      sql(
          "MERGE WITH SCHEMA EVOLUTION INTO "
              + t
              + " AS t USING (SELECT 1 AS a, 'p' AS e) AS s ON t.a = s.a"
              + " WHEN MATCHED THEN UPDATE SET *");
      assertEquals(
          List.of(
              "(1, null, null, null, p)",
              "(4, m, null, null, null)",
              "(5, null, n, null, null)",
              "(6, null, null, o, null)"),
          rows(sql("SELECT a, b, c, d, e FROM " + t)));
    } finally {
      sql("USE spark_catalog.default");
      sql("DROP DATABASE " + database + " CASCADE");
    }
  }
}
