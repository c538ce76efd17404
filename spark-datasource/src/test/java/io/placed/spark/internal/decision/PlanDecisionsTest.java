package io.placed.spark.internal.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.PlacedCatalog;
import io.placed.spark.SinceSpark;
import io.placed.spark.SparkTestCase;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.types.SparkTypes;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** Decisions in an ordinary session; the rules that call them are tested through SQL. */
class PlanDecisionsTest extends SparkTestCase {
  private static PlanDecisions decisions() {
    Catalyst catalyst = Catalyst.get();
    return new PlanDecisions(catalyst.tables(spark), catalyst::planSettings);
  }

  @SinceSpark(value = "4.0", because = "In Spark 3.5 placed is the catalog of paths")
  @Test
  void aPathHasTwoPartsAndNoCatalogOfItsName() {
    assertEquals(
        List.of("placed_paths", "/a"), decisions().names().pathName(List.of("placed", "/a")));
    assertEquals(
        List.of("placed_paths", "/a"), decisions().names().pathName(List.of("PLACED", "/a")));
    assertNull(decisions().names().pathName(List.of("parquet", "/a")));
    assertNull(decisions().names().pathName(List.of("c", "placed", "/a")));
    spark.conf().set("spark.sql.catalog.placed", "any");
    try {
      assertNull(decisions().names().pathName(List.of("placed", "/a")));
    } finally {
      spark.conf().unset("spark.sql.catalog.placed");
    }
  }

  /** As procedures are told it. */
  @Test
  void aTableIsNamedByItsPathInEveryCatalogOfPaths() {
    assertEquals("/a", decisions().names().pathOf(List.of("placed", "/a")));
    assertEquals("/a", decisions().names().pathOf(List.of("PLACED", "/a")));
    assertNull(decisions().names().pathOf(List.of("paths", "/a")));
    spark.conf().set("spark.sql.catalog.paths", PlacedCatalog.class.getName());
    try {
      assertEquals("/a", decisions().names().pathOf(List.of("paths", "/a")));
      assertNull(decisions().names().pathOf(List.of("paths", "system", "/a")));
      spark.conf().set("spark.sql.runSQLOnFiles", "false");
      assertNull(decisions().names().pathOf(List.of("placed", "/a")));
    } finally {
      spark.conf().unset("spark.sql.runSQLOnFiles");
      spark.conf().unset("spark.sql.catalog.paths");
    }
  }

  @SinceSpark(value = "4.0", because = "In Spark 3.5 placed is the catalog of paths")
  @Test
  void aDatabaseOfTheNameHasTablesAndPathsHaveSlashes() {
    sql("CREATE DATABASE placed");
    try {
      assertNull(decisions().names().pathName(List.of("placed", "t")));
      assertEquals(
          List.of("placed_paths", "/t"), decisions().names().pathName(List.of("placed", "/t")));
    } finally {
      sql("DROP DATABASE placed");
    }
  }

  @Test
  void thePastIsAskedOfThePath() {
    String name = table();
    sql("CREATE TABLE " + name + " (a INT) USING placed LOCATION '" + path("past") + "'");
    try {
      TimeTravel.PastTable past =
          decisions()
              .timeTravel()
              .past(List.of(name), options(Map.of("VersionAsOf", "7", "mergeSchema", "true")));
      assertEquals("placed_paths", past.name().get(0));
      assertTrue(past.name().get(1).endsWith(path("past")), past.toString());
      assertEquals("7", past.snapshot());
      assertNull(past.micros());
      assertEquals(options(Map.of("mergeSchema", "true")), past.options());

      assertEquals(
          1_000_000L,
          decisions()
              .timeTravel()
              .past(List.of(name), options(Map.of("timestampAsOf", "1970-01-01T00:00:01Z")))
              .micros());
      assertNull(
          decisions().timeTravel().past(List.of(name), options(Map.of("mergeSchema", "true"))));
      assertNull(
          decisions().timeTravel().past(List.of("no_" + name), options(Map.of("snapshot", "7"))));
      assertThrows(
          AnalysisException.class,
          () ->
              decisions()
                  .timeTravel()
                  .past(List.of(name), options(Map.of("versionAsOf", "7", "snapshot", "7"))));
    } finally {
      sql("DROP TABLE " + name);
    }
  }

  @Test
  void writesEvolveTablesOfTheSessionsCatalog() {
    String name = table();
    sql("CREATE TABLE " + name + " (a INT) USING placed");
    try {
      if (!since("4.2")) {
        assertFails("needs Spark 4.2", () -> decisions().schemaEvolution().evolving(List.of(name)));
        assertFails(
            "needs Spark 4.2",
            () -> decisions().schemaEvolution().evolving(List.of("placed_paths", "/a")));
        assertNull(decisions().schemaEvolution().evolving(List.of("no_" + name)));
        return;
      }
      assertEquals(List.of("default", name), decisions().schemaEvolution().evolving(List.of(name)));
      assertEquals(
          List.of("default", name),
          decisions().schemaEvolution().evolving(List.of("spark_catalog", "default", name)));
      assertNull(decisions().schemaEvolution().evolving(List.of("placed_paths", "/a")));
      assertNull(decisions().schemaEvolution().evolving(List.of("no_" + name)));
    } finally {
      sql("DROP TABLE " + name);
    }
  }

  private static CaseInsensitiveStringMap options(Map<String, String> options) {
    return new CaseInsensitiveStringMap(options);
  }

  @Test
  void aTableWithoutAFormatHasTheSessions() {
    assertTrue(decisions().creation().creates("spark_catalog", "Placed", false));
    assertFalse(decisions().creation().creates("spark_catalog", "Placed", true));
    assertFalse(decisions().creation().creates("another", "placed", false));
    assertFalse(decisions().creation().creates("spark_catalog", null, false));
    spark.conf().set("spark.sql.sources.default", "placed");
    try {
      if (!since("4.0")) {
        assertFalse(decisions().creation().creates("spark_catalog", null, false));
        spark.conf().set("spark.sql.legacy.createHiveTableByDefault", "false");
      }
      assertTrue(decisions().creation().creates("spark_catalog", null, false));
      // As Spark reads it, whatever the case.
      spark.conf().set("spark.sql.legacy.createHiveTableByDefault", "TRUE");
      assertFalse(decisions().creation().creates("spark_catalog", null, false));
      assertTrue(decisions().creation().creates("spark_catalog", "placed", false));
    } finally {
      spark.conf().unset("spark.sql.legacy.createHiveTableByDefault");
      spark.conf().unset("spark.sql.sources.default");
    }
  }

  @Test
  void partitionColumnsAreCheckedAndMovedInAMetastoreOnly() {
    Transform[] byFirst = SparkTypes.identities(List.of("A"));
    List<String> names = List.of("a", "b");
    List<DataType> types = List.of(DataTypes.StringType, DataTypes.LongType);
    assertEquals(List.of(0, 1), decisions().creation().columnOrder(names, types, List.of(byFirst)));
    assertEquals(
        List.of(0, 1),
        decisions().creation().columnOrder(names, types, List.of(Expressions.bucket(4, "a"))));
    DataType list = DataTypes.createArrayType(DataTypes.LongType);
    assertThrows(
        AnalysisException.class,
        () -> decisions().creation().columnOrder(names, List.of(list, list), List.of(byFirst)));
  }
}
