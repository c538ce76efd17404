package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table that replaces another has the rows of its query and no others, also at the location of
 * the other, and while overwrites are dynamic. (Of Parquet, saveAsTable leaves files of the other
 * partitions at such a location, and a table without a location has them deleted.)
 */
class ReplacedTableTest extends SparkTestCase {
  private static final String OF_SPARK = "spark.sql.sources.partitionOverwriteMode";
  private static final String OURS = "spark.datasource.placed.partitionOverwriteMode";

  private interface Replacement {
    void run() throws Exception;
  }

  /** The statements by which a table at a location is replaced by one with the row (9, 2). */
  private static Map<String, Replacement> replacements(String t, String location) {
    String as = " using placed partitioned by (p) location '" + location + "' as select 9 a, 2 p";
    Dataset<Row> nine = sql("select 9 as a, 2 as p");
    Map<String, Replacement> all = new LinkedHashMap<>();
    all.put("create or replace", () -> sql("create or replace table " + t + as));
    all.put("replace", () -> sql("replace table " + t + as));
    all.put(
        "createOrReplace",
        () ->
            nine.writeTo(t)
                .partitionedBy(functions.col("p"))
                .using("placed")
                .tableProperty("location", location)
                .createOrReplace());
    all.put(
        "createOrReplace with an option",
        () ->
            nine.writeTo(t)
                .partitionedBy(functions.col("p"))
                .using("placed")
                .tableProperty("location", location)
                .option("partitionOverwriteMode", "dynamic")
                .createOrReplace());
    all.put(
        "saveAsTable",
        () ->
            nine.write()
                .format("placed")
                .partitionBy("p")
                .option("path", location)
                .mode("overwrite")
                .saveAsTable(t));
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", OURS, OF_SPARK})
  void hasTheRowsOfItsQuery(String setting) throws Exception {
    for (boolean filled : new boolean[] {false, true}) {
      for (String how : replacements("", "").keySet()) {
        String t = table();
        String location = path(t);
        sql(
            "create table "
                + t
                + " (a int, p int) using placed partitioned by (p) location '"
                + location
                + "'");
        if (filled) {
          sql("insert into " + t + " values (1, 1), (2, 2), (3, null)");
        }
        Replacement replacement = replacements(t, location).get(how);
        with(
            setting,
            () -> {
              replacement.run();
              assertEquals(List.of("(9, 2)"), rows(spark.table(t)), how);
              // An overwrite of the new table is dynamic again.
              sql("insert into " + t + " values (1, 1)");
              sql("insert overwrite " + t + " values (10, 2)");
              List<String> dynamic = List.of("(1, 1)", "(10, 2)");
              assertEquals(
                  setting.isEmpty() ? List.of("(10, 2)") : dynamic, rows(spark.table(t)), how);
            });
        assertEquals(rows(spark.table(t)), rows(read(location)), how);
        sql("drop table " + t);
      }
    }
  }

  /** The mode may also be a property of the table. */
  @ParameterizedTest
  @ValueSource(strings = {"tblproperties", "options"})
  void whateverItsOwnPropertiesSay(String clause) {
    String t = table();
    String create =
        " table %s using placed %s ('partitionOverwriteMode' = 'dynamic') partitioned by (p)"
            .formatted(t, clause);
    String location = " location '" + path("t") + "'";
    sql("create" + create + location + " as select id as a, id as p from range(3)");
    sql("create or replace" + create + location + " as select 9L as a, 2L as p");
    assertEquals(List.of("(9, 2)"), rows(spark.table(t)));
    sql("insert into " + t + " values (1, 1)");
    sql("insert overwrite " + t + " values (10, 2)");
    assertEquals(List.of("(1, 1)", "(10, 2)"), rows(spark.table(t)));
    sql("drop table " + t);
  }

  private static void with(String setting, Replacement action) throws Exception {
    if (!setting.isEmpty()) {
      spark.conf().set(setting, "dynamic");
    }
    try {
      action.run();
    } finally {
      if (!setting.isEmpty()) {
        spark.conf().unset(setting);
      }
    }
  }
}
