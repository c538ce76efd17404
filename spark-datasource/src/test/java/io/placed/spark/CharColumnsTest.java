package io.placed.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns of type CHAR(n), whose values are shorter in the files than Spark reads them: writes by
 * path do not pad them.
 */
class CharColumnsTest extends SparkTestCase {
  private final String t = table();

  @AfterEach
  void drop() {
    sql("DROP TABLE IF EXISTS " + t);
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    spark.conf().unset("spark.sql.readSideCharPadding");
  }

  private void append(String rows) {
    sql("SELECT * FROM VALUES " + rows + " AS v(n, c)")
        .coalesce(1)
        .write()
        .format("placed")
        .mode("append")
        .save(path("t"));
  }

  /** Rows with a short value, with the padded one, and with another. */
  private void create(String type, boolean partitioned) {
    sql(
        "CREATE TABLE "
            + t
            + " (n INT, c "
            + type
            + ") USING placed"
            + (partitioned ? " PARTITIONED BY (c)" : "")
            + " LOCATION '"
            + path("t")
            + "'");
    sql("INSERT INTO " + t + " VALUES (1, 'ab')");
    append("(2, 'ab'), (3, 'b')");
  }

  private List<String> rows() {
    return rows(spark.table(t).select("n", "c"));
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @Test
  void rowsAreReplacedByTheValuesThatAreRead() throws Exception {
    create("CHAR(4)", false);
    List<String> all = List.of("(1, ab  )", "(2, ab  )", "(3, b   )");
    assertEquals(all, rows());
    sql("INSERT INTO " + t + " REPLACE WHERE c = 'ab' VALUES (4, 'ab'), (5, 'ab')");
    assertEquals(List.of("(3, b   )", "(4, ab  )", "(5, ab  )"), rows());
    append("(6, 'ab')");
    sql("SELECT 7 AS n, 'ab' AS c").writeTo(t).overwrite(col("c").isin("ab  ", "x   "));
    assertEquals(List.of("(3, b   )", "(7, ab  )"), rows());
    append("(8, 'ab')");
    sql("INSERT INTO " + t + " REPLACE WHERE c > 'a' AND n > 3 VALUES (9, 'b')");
    assertEquals(List.of("(3, b   )", "(9, b   )"), rows());
  }

  /** Of a value without blanks a transform has another result, so its partition would stay. */
  @ParameterizedTest
  @ValueSource(strings = {"truncate(3, c)", "bucket(8, c)"})
  void partitionsOfTransformsAreNotOverwritten(String by) {
    sql(
        "CREATE TABLE "
            + t
            + " (n INT, C CHAR(4)) USING placed PARTITIONED BY ("
            + by
            + ") LOCATION '"
            + path("t")
            + "'");
    sql("INSERT INTO " + t + " VALUES (1, 'ab')");
    append("(2, 'ab'), (3, 'b')");
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    for (String rows : List.of("VALUES (4, 'ab')", "SELECT * FROM " + t)) {
      Exception e = assertThrows(Exception.class, () -> sql("INSERT OVERWRITE " + t + " " + rows));
      assertTrue(e.getMessage().contains("is CHAR"), e.getMessage());
    }
    assertEquals(List.of("(1, ab  )", "(2, ab  )", "(3, b   )"), rows());
    if (since("4.0")) {
      sql("INSERT INTO " + t + " REPLACE WHERE c = 'ab' VALUES (4, 'ab')");
      assertEquals(List.of("(3, b   )", "(4, ab  )"), rows());
    }
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @Test
  void fieldsOfStructs() {
    String location = path("nested");
    sql(
        "CREATE TABLE "
            + t
            + " (n INT, s STRUCT<c: CHAR(4)>) USING placed LOCATION '"
            + location
            + "'");
    sql("SELECT 1 AS n, named_struct('c', 'ab') AS s")
        .write()
        .format("placed")
        .mode("append")
        .save(location);
    assertEquals(1, sql("SELECT * FROM " + t + " WHERE s.c = 'ab  '").count());
    sql("INSERT INTO " + t + " REPLACE WHERE s.c = 'ab  ' SELECT 2, named_struct('c', 'ab')");
    assertEquals(List.of("(2, (ab  ))"), rows(spark.table(t)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO %s REPLACE WHERE c = 'ab' VALUES (4, 'ab')",
        "INSERT OVERWRITE %s PARTITION (c = 'ab') VALUES (4)",
        "dynamic INSERT OVERWRITE %s VALUES (4, 'ab')"
      })
  void partitionsAreReplacedByTheValuesThatAreRead(String statement) {
    create("CHAR(4)", true);
    String insert = statement;
    if (statement.startsWith("dynamic ")) {
      spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
      insert = statement.substring("dynamic ".length());
    }
    sql(String.format(insert, t));
    assertEquals(List.of("(3, b   )", "(4, ab  )"), rows());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM %s WHERE c = 'ab'",
        "ALTER TABLE %s DROP PARTITION (c = 'ab')",
        "TRUNCATE TABLE %s PARTITION (c = 'ab')"
      })
  void partitionsAreRemovedByTheValuesThatAreRead(String statement) throws Exception {
    assumeTrue(since("4.1") || !statement.startsWith("DELETE"), "Spark fails to do it");
    create("CHAR(4)", true);
    assertEquals(
        List.of("(c=ab%20%20)", "(c=b%20%20%20)"),
        rows(sql("SHOW PARTITIONS " + t).selectExpr("replace(partition, ' ', '%20')")));
    sql(String.format(statement, t));
    assertEquals(List.of("(3, b   )"), rows());
    // No file is written for it.
    assertEquals(3, dataFiles(path("t")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changesOfRows(boolean partitioned) {
    create("CHAR(4)", partitioned);
    sql("UPDATE " + t + " SET n = n + 10 WHERE c = 'ab'");
    assertEquals(List.of("(11, ab  )", "(12, ab  )", "(3, b   )"), rows());
    append("(13, 'ab')");
    sql(
        "MERGE INTO "
            + t
            + " t USING (SELECT 'ab  ' AS k) s ON t.c = s.k AND t.n > 11"
            + " WHEN MATCHED AND t.n = 13 THEN DELETE WHEN MATCHED THEN UPDATE SET n = 0"
            + " WHEN NOT MATCHED THEN INSERT (n, c) VALUES (99, s.k)");
    assertEquals(List.of("(0, ab  )", "(11, ab  )", "(3, b   )"), rows());
    if (since("4.1")) {
      append("(14, 'ab')");
      sql("DELETE FROM " + t + " WHERE c = 'ab'");
      assertEquals(List.of("(3, b   )"), rows());
    }
  }

  /** In a sorted file short values come before padded ones; joins must not rely on that order. */
  @Test
  void rowsOfSortedFiles() {
    String location = path("t");
    sql(
        "CREATE TABLE "
            + t
            + " (n INT, c CHAR(4)) USING placed PARTITIONED BY (truncate(100, n)) LOCATION '"
            + location
            + "' TBLPROPERTIES ('placement.reorder' = 'sort(c, n)')");
    sql("INSERT INTO " + t + " VALUES (1, 'ab'), (3, 'ab')");
    append("(1, 'ab'), (5, 'ab')");
    sql("CALL placed.system.optimize(table => '" + t + "')");
    sql("CREATE OR REPLACE TEMP VIEW keys AS SELECT * FROM VALUES (3, 'ab  ') AS v(n, k)");
    // The target is neither shuffled nor, if its order is known, sorted.
    Map<String, String> settings =
        Map.of(
            "spark.sql.autoBroadcastJoinThreshold", "-1",
            "spark.sql.adaptive.enabled", "false",
            "spark.sql.requireAllClusterKeysForCoPartition", "false",
            "spark.sql.sources.v2.bucketing.enabled", "true",
            "spark.sql.sources.v2.bucketing.shuffle.enabled", "true");
    settings.forEach(spark.conf()::set);
    try {
      String merge =
          "MERGE INTO "
              + t
              + " t USING keys s ON t.c = s.k AND t.n = s.n WHEN MATCHED THEN UPDATE SET n = 7"
              + " WHEN NOT MATCHED THEN INSERT (n, c) VALUES (99, s.k)";
      sql(merge);
    } finally {
      settings.keySet().forEach(spark.conf()::unset);
    }
    assertEquals(List.of("(1, ab  )", "(1, ab  )", "(5, ab  )", "(7, ab  )"), rows());
  }

  /** Values of VARCHAR are those of the files. */
  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void varchars(boolean partitioned) {
    create("VARCHAR(4)", partitioned);
    append("(4, 'ab ')");
    sql("INSERT INTO " + t + " REPLACE WHERE c = 'ab' VALUES (5, 'ab')");
    assertEquals(List.of("(3, b)", "(4, ab )", "(5, ab)"), rows());
    sql("DELETE FROM " + t + " WHERE c = 'ab '");
    assertEquals(List.of("(3, b)", "(5, ab)"), rows());
  }

  /** What a query does not find is not replaced or deleted either. */
  @SinceSpark(
      value = "4.1",
      because = "Spark before 4.1 fails to delete from tables with columns of CHAR")
  @Test
  void withoutPaddingOfReads() {
    create("CHAR(4)", true);
    spark.conf().set("spark.sql.readSideCharPadding", "false");
    long found = sql("SELECT * FROM " + t + " WHERE c = 'ab'").count();
    sql("DELETE FROM " + t + " WHERE c = 'ab'");
    assertEquals(3 - found, spark.table(t).count());
    assertEquals(0, sql("SELECT * FROM " + t + " WHERE c = 'ab'").count());
  }
}
