package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Renames and drops of columns that the placement of a table names. */
class AlteredPlacementTest extends SparkTestCase {
  private static String refused(String statement) {
    return message(assertThrows(Exception.class, () -> sql(statement), statement));
  }

  @Test
  void thePlacementOfATableByPathFollows() {
    sql("select id a, id % 7 b from range(100)")
        .write()
        .format("placed")
        .option("placement.reorder", "sort(b)")
        .save(path("t"));
    String t = "placed.`" + path("t") + "`";
    sql("alter table " + t + " rename column b to `x y`");
    sql("insert into " + t + " select id, id % 5 from range(10)");
    assertEquals(List.of("(110)"), rows(sql("select count(`x y`) from " + t)));
    String message = refused("alter table " + t + " drop column `x y`");
    assertTrue(
        message.contains("the placement of the table contains placement.reorder=sort"), message);
  }

  /**
   * The placement of a table by path is in its log, that of a catalog table in the catalog; names
   * ignore case.
   */
  @ParameterizedTest
  @CsvSource({
    "true, placement.reorder", "true, Placement.Reorder",
    "false, placement.reorder", "false, Placement.Reorder"
  })
  void propertiesHoldTheirColumns(boolean byPath, String property) {
    String t = byPath ? "placed.`" + path("p") + "`" : table();
    sql(
        "create table "
            + t
            + " (a bigint, b bigint) using placed tblproperties ('"
            + property
            + "' = 'sort(b)')");
    sql("insert into " + t + " select id, id % 7 from range(10)");
    for (String change : List.of("rename column b to c", "drop column b")) {
      String message = refused("alter table " + t + " " + change);
      assertTrue(
          message.contains("the properties of the table contain placement.reorder"), message);
    }
    sql("alter table " + t + " unset tblproperties ('" + property + "')");
    sql("alter table " + t + " rename column b to c");
    sql("insert into " + t + " select id, id % 5 from range(10)");
    assertEquals(List.of("(20)"), rows(sql("select count(c) from " + t)));
  }
}
