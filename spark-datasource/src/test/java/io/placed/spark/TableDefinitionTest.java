package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Features of column definitions that Spark's users may expect; see docs/spark-suites.md. */
class TableDefinitionTest extends SparkTestCase {
  private static final String HIVE_TABLES = "spark.sql.legacy.createHiveTableByDefault";

  @Test
  void aColumnThatCannotPartitionIsRefusedBeforeThereIsATable() {
    String t = table();
    for (String type : List.of("BINARY", "ARRAY<INT>", "MAP<INT, INT>", "STRUCT<f: INT>")) {
      String create = "CREATE TABLE " + t + " (a INT, p " + type + ") USING placed ";
      String message =
          assertThrows(AnalysisException.class, () -> sql(create + "PARTITIONED BY (p)"))
              .getMessage();
      assertTrue(message.contains("column p: values of type"), message);
      assertTrue(message.contains("cannot be partition values; allowed are"), message);
    }
    assertEquals(0, sql("SHOW TABLES LIKE '" + t + "'").count());
    assertThrows(
        AnalysisException.class,
        () ->
            sql("SELECT 1 AS a, map(1, 2) AS p")
                .write()
                .format("placed")
                .partitionBy("p")
                .save(path("map")));
  }

  @Test
  void theFormatOfTheSessionNeedsNoUsing() {
    String before = spark.conf().get("spark.sql.sources.default");
    spark.conf().set("spark.sql.sources.default", "placed");
    if (!since("4.0")) {
      spark.conf().set(HIVE_TABLES, "false"); // as Spark 4 has it by default
    }
    try {
      String t = table();
      sql("CREATE TABLE " + t + " (p STRING, a INT DEFAULT 7) PARTITIONED BY (p)");
      sql("INSERT INTO " + t + (since("4.1") ? " (p) VALUES ('x')" : " (p, a) VALUES ('x', 7)"));
      assertEquals(List.of("(7, x)"), rows(sql("SELECT a, p FROM " + t)));
      assertTrue(sql("SHOW CREATE TABLE " + t).first().getString(0).contains("USING placed"));
      String selected = table();
      sql("CREATE TABLE " + selected + " AS SELECT * FROM " + t);
      assertEquals(List.of("(7, x)"), rows(sql("SELECT a, p FROM " + selected)));
      assertThrows(
          AnalysisException.class,
          () -> sql("CREATE TABLE " + table() + " (a INT, p BINARY) PARTITIONED BY (p)"));
    } finally {
      spark.conf().set("spark.sql.sources.default", before);
      spark.conf().unset(HIVE_TABLES);
    }
  }

  @Test
  void columnsOfATableWithoutRowsCanBeRenamedAndDropped() {
    String t = table();
    sql("CREATE TABLE " + t + " (a INT, b INT, s STRUCT<x: INT, y: INT>) USING placed");
    sql("ALTER TABLE " + t + " RENAME COLUMN a TO c");
    sql("ALTER TABLE " + t + " RENAME COLUMN s.x TO z");
    sql("ALTER TABLE " + t + " DROP COLUMN b");
    sql("ALTER TABLE " + t + " ADD COLUMN b STRING");
    sql("ALTER TABLE " + t + " DROP COLUMN s.y");
    sql("INSERT INTO " + t + " (c, s, b) VALUES (1, named_struct('z', 2), null)");
    assertEquals(List.of("(1, (2), null)"), rows(sql("SELECT * FROM " + t)));
    assertFails("cannot be renamed", () -> sql("ALTER TABLE " + t + " RENAME COLUMN s.z TO x"));
    String only = table();
    sql("CREATE TABLE " + only + " (s STRUCT<x: INT, c: CHAR(3)>) USING placed");
    sql("ALTER TABLE " + only + " RENAME COLUMN s.x TO z");
    sql("INSERT INTO " + only + " VALUES (named_struct('z', 2, 'c', 'a'))");
    assertEquals(List.of("((2, a  ))"), rows(sql("SELECT * FROM " + only)));
  }

  @Test
  void lengthsOfCharAndVarcharAreShownAndCannotBeCut() {
    String t = table();
    sql("CREATE TABLE " + t + " (v VARCHAR(3), c CHAR(5)) USING placed");
    assertEquals(
        List.of("(c, char(5))", "(v, varchar(3))"),
        rows(sql("DESCRIBE " + t).select("col_name", "data_type")));
    assertTrue(
        sql("SHOW CREATE TABLE " + t).first().getString(0).contains("c CHAR(5)"),
        sql("SHOW CREATE TABLE " + t).first().getString(0));
    assertThrows(
        AnalysisException.class, () -> sql("ALTER TABLE " + t + " ALTER COLUMN v TYPE VARCHAR(2)"));
    sql("ALTER TABLE " + t + " ALTER COLUMN v TYPE VARCHAR(4)");
    sql("INSERT INTO " + t + " VALUES ('abcd', 'x')");
    assertEquals(List.of("(abcd, x    )"), rows(sql("SELECT * FROM " + t)));
  }

  @Test
  void stringsOfAColumnThatWasOneOfLimitedLengthHaveNone() {
    String t = table();
    sql(
        "CREATE TABLE "
            + t
            + " (v VARCHAR(3) COMMENT 'some', s STRUCT<v: VARCHAR(2), c: CHAR(2)>,"
            + " r ARRAY<VARCHAR(2)>, p VARCHAR(3)) USING placed PARTITIONED BY (p)");
    String insert = "INSERT INTO " + t + " SELECT '%s', named_struct('v', '%s', 'c', 'x'),";
    String one = insert + " array('%s'), 'p'";
    sql(one.formatted("abc", "de", "fg"));
    assertFails("EXCEED_LIMIT_LENGTH", () -> sql(one.formatted("abcd", "de", "fg")));
    sql("ALTER TABLE " + t + " ALTER COLUMN v TYPE STRING");
    sql(one.formatted("abcdefg", "hi", "op"));
    assertEquals(
        List.of("(abc, (de, x ), [fg], p)", "(abcdefg, (hi, x ), [op], p)"),
        rows(sql("SELECT * FROM " + t)));
    String types = rows(sql("DESCRIBE " + t)).toString();
    assertTrue(types.contains("(v, string, some)"), types);
    assertTrue(types.contains("(s, struct<v:varchar(2),c:char(2)>, null)"), types);
    assertTrue(types.contains("(r, array<varchar(2)>, null)"), types);
    assertTrue(types.contains("(p, varchar(3), null)"), types);
    // What is left has its length still.
    assertFails(
        "EXCEED_LIMIT_LENGTH",
        () -> sql(one.formatted("a", "b", "c").replace("'c', 'x'", "'c', 'xyz'")));
    sql("DROP TABLE " + t);
  }

  @Test
  void lengthsOfFieldsAndElementsSurviveChangesOfTheColumn() {
    String t = table();
    sql(
        "CREATE TABLE "
            + t
            + " (s STRUCT<c: CHAR(3), v: VARCHAR(2), n: INT>, r ARRAY<CHAR(3)>, m MAP<CHAR(3),"
            + " STRUCT<c: CHAR(2), n: INT>>) USING placed");
    sql(
        "INSERT INTO "
            + t
            + " SELECT named_struct('c', 'a', 'v', 'b', 'n', 1), array('c'), map('k',"
            + " named_struct('c', 'd', 'n', 1))");
    for (String change :
        List.of(
            "ADD COLUMN s.d CHAR(2)",
            "ADD COLUMN m.value.d CHAR(2)",
            "ADD COLUMN beside CHAR(2)",
            "ALTER COLUMN s.n TYPE BIGINT",
            "ALTER COLUMN m.value.n TYPE BIGINT",
            "ALTER COLUMN s COMMENT 'some'",
            "RENAME COLUMN s TO q; RENAME COLUMN q TO s",
            "ALTER COLUMN r FIRST")) {
      for (String one : change.split("; ")) {
        sql("ALTER TABLE " + t + " " + one);
      }
      String types = rows(sql("DESCRIBE " + t).select("col_name", "data_type")).toString();
      String found = change + ": " + types;
      assertTrue(types.contains("struct<c:char(3),v:varchar("), found);
      assertTrue(types.contains("(r, array<char(3)>)"), found);
      assertTrue(types.contains("(m, map<char(3),struct<c:char(2),"), found);
      assertTrue(types.contains(",d:char(2)>"), found);
      assertEquals(
          List.of("([a  ], [c  ], [k  ], [d ])"),
          rows(
              sql(
                  "SELECT concat('[', s.c, ']'), concat('[', r[0], ']'),"
                      + " concat('[', map_keys(m)[0], ']'),"
                      + " concat('[', map_values(m)[0].c, ']') FROM "
                      + t)),
          change);
    }
    sql("DROP TABLE " + t);
  }

  @Test
  void aGivenSchemaPromisesNothingAboutNulls() {
    sql("SELECT 1 AS a, named_struct('x', 1) AS s").write().format("placed").save(path("t"));
    StructType wide =
        StructType.fromDDL(
            "a INT NOT NULL, b STRING NOT NULL, s STRUCT<x: INT NOT NULL, y: INT NOT NULL>");
    assertEquals(
        List.of("(1, null, (1, null))"),
        rows(spark.read().schema(wide).format("placed").load(path("t"))));
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    sql("SELECT 1 AS a").write().format("placed").save(path("t"));
    for (String schema : List.of("a INT, A INT", "s STRUCT<f: INT, F: INT>")) {
      AnalysisException e =
          assertThrows(
              AnalysisException.class,
              () -> spark.read().schema(schema).format("placed").load(path("t")));
      assertEquals("COLUMN_ALREADY_EXISTS", condition(e));
    }
  }

  @Test
  void anExistingPathIsNamedAsAUri() {
    sql("SELECT 1 AS a").write().format("placed").save(path("t"));
    AnalysisException e =
        assertThrows(
            AnalysisException.class,
            () -> sql("SELECT 1 AS a").write().format("placed").save(path("t")));
    assertEquals("file:" + path("t"), e.getMessageParameters().get("outputPath"));
  }
}
