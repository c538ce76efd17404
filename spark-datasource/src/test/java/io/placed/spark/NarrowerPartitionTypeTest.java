package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Rows saved to a path whose partition column has a narrower type than the table's. */
class NarrowerPartitionTypeTest extends SparkTestCase {
  private void create(String type, String by) {
    sql(
        "create table placed.`"
            + path("t")
            + "` (id bigint, c "
            + type
            + ") using placed partitioned by ("
            + by
            + ")");
    sql("insert into placed.`" + path("t") + "` select id, cast(id as " + type + ") from range(3)");
  }

  private void save(String type, boolean dynamic) {
    spark
        .range(3)
        .selectExpr("id + 10 as id", "cast(id as " + type + ") as c")
        .write()
        .format("placed")
        .option("partitionOverwriteMode", dynamic ? "dynamic" : "static")
        .mode(dynamic ? SaveMode.Overwrite : SaveMode.Append)
        .save(path("t"));
  }

  private long count(String where) {
    return read(path("t")).where(where).count();
  }

  @Test
  void resultsOfTheTablesType() {
    create("decimal(12,4)", "truncate(10, c)");
    Exception e = assertThrows(Exception.class, () -> save("decimal(9,2)", false));
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertTrue(cause.getMessage().contains("column c: type decimal(9,2)"), cause.getMessage());
    assertEquals(3, count("true"));
    save("decimal(12,4)", false);
    assertEquals(2, count("c = 1"));
  }

  @Test
  void partitionsAreReplacedWhateverTheirText() {
    create("decimal(12,2)", "c");
    save("int", true);
    assertEquals(3, count("true"));
    assertEquals(3, count("id >= 10"));
    assertEquals(1, count("c = 2"));
  }

  @Test
  void floatsAreNoPartitionsOfDoubles() {
    create("double", "c");
    assertFails("column c: type float", () -> save("float", false));
    save("int", true);
    assertEquals(3, count("id >= 10"));
    assertEquals(3, count("true"));
  }
}
