package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A whole placement and single clauses of one, from the session, the table and the write: the later
 * of them wins, however it is said.
 */
class PlacementLayersTest extends SparkTestCase {
  private static final String SESSION = "spark.datasource.placed.";
  private static final String BY_A = "[1, 3][2, 2][3, 1]";
  private static final String BY_B = "[3, 1][2, 2][1, 3]";

  private static final String SMALL =
      "reorder=sort(b; per-task); row-group=8MiB; packing=many-row-groups(block=64MiB)";

  /** A row group that does not fit the block of the other placement. */
  private static final String LARGE = "128MiB";

  private final String t = table();

  @AfterEach
  void drop() {
    sql("DROP TABLE IF EXISTS " + t);
    for (String name : List.of("placement", "placement.reorder", "placement.row-group")) {
      spark.conf().unset(SESSION + name);
    }
  }

  private static Dataset<Row> data() {
    return sql("SELECT * FROM VALUES (2, 2), (3, 1), (1, 3) AS v(a, b)").coalesce(1);
  }

  private void create(String table, String properties) {
    sql(
        "CREATE TABLE "
            + table
            + " (a INT, b INT) USING placed TBLPROPERTIES ("
            + properties
            + ")");
  }

  /** Rows in the order of their file. */
  private static String order(Dataset<Row> table) {
    StringBuilder rows = new StringBuilder();
    table.select("a", "b").collectAsList().forEach(r -> rows.append(r.mkString("[", ", ", "]")));
    return rows.toString();
  }

  private static String insert(String table, String options) {
    sql("TRUNCATE TABLE " + table);
    sql(
        "INSERT INTO "
            + table
            + (options.isEmpty() ? "" : " WITH (" + options + ")")
            + " SELECT /*+ COALESCE(1) */ * FROM VALUES (2, 2), (3, 1), (1, 3)");
    return order(spark.table(table));
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 has no options in SQL")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theWriteOverTheTable(boolean byPath) {
    String table = byPath ? "placed.`" + path("p") + "`" : t;
    create(table, "'placement.reorder' = 'sort(a; per-task)'");
    assertEquals(BY_A, insert(table, ""));
    assertEquals(BY_B, insert(table, "'placement' = 'reorder=sort(b; per-task)'"));
    assertEquals(BY_B, insert(table, "'Placement' = 'reorder=sort(b; per-task)'"));
    assertEquals(
        BY_B, insert(table, "'placement' = 'orc', 'placement.reorder' = 'sort(b; per-task)'"));
    assertEquals(BY_A, insert(table, "'compression' = 'lz4'"));
    sql("UPDATE " + table + " SET b = b + 0");
    assertEquals(BY_A, order(spark.table(table)));
  }

  @Test
  void theTableOverTheSession() {
    spark.conf().set(SESSION + "placement.reorder", "sort(a; per-task)");
    spark.conf().set(SESSION + "placement.row-group", LARGE);
    create(t, "'placement' = '" + SMALL + "'");
    assertEquals(BY_B, insert(t, ""));
    sql("ALTER TABLE " + t + " UNSET TBLPROPERTIES ('placement')");
    sql("ALTER TABLE " + t + " SET TBLPROPERTIES ('placement.row-group' = '8MiB')");
    assertEquals(BY_A, insert(t, ""));
    spark.conf().set(SESSION + "placement", "reorder=sort(b; per-task)");
    assertEquals(BY_A, insert(t, ""));
    spark.conf().unset(SESSION + "placement.reorder");
    assertEquals(BY_B, insert(t, ""));
  }

  /** Spark merges defaults of the session into the options of saves and streams. */
  @Test
  void pathsOverTheSession() throws Exception {
    spark.conf().set(SESSION + "placement.reorder", "sort(a; per-task)");
    spark.conf().set(SESSION + "placement.row-group", LARGE);
    for (String mode : List.of("append", "overwrite")) {
      data().write().format("placed").option("placement", SMALL).mode(mode).save(path(mode));
      assertEquals(BY_B, order(read(path(mode))), mode);
    }
    data().write().format("placed").option("placement.row-group", "8MiB").save(path("clause"));
    assertEquals(BY_A, order(read(path("clause"))));
    data().write().parquet(path("parquet"));
    stream("whole", Map.of("placement", SMALL));
    assertEquals(BY_B, order(read(path("whole"))));
    // A clause of the write that the session says, too.
    stream("both", Map.of("placement", SMALL, "placement.reorder", "sort(a; per-task)"));
    assertEquals(BY_A, order(read(path("both"))));
  }

  private void stream(String to, Map<String, String> options) throws Exception {
    spark
        .readStream()
        .schema("a INT, b INT")
        .parquet(path("parquet"))
        .coalesce(1)
        .writeStream()
        .format("placed")
        .options(options)
        .option("checkpointLocation", path(to + "-checkpoint"))
        .trigger(Trigger.AvailableNow())
        .start(path(to))
        .awaitTermination();
  }

  /** A rewrite gives the table another placement, which later writes keep. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRewriteOverTheTable(boolean byPath) {
    String table = byPath ? "placed.`" + path("p") + "`" : t;
    create(table, "'Placement.reorder' = 'sort(a; per-task)', 'compression' = 'lz4', 'mine' = '1'");
    assertEquals(BY_A, insert(table, ""));
    // Another profile is no other placement.
    sql("CALL placed.system.rewrite(table => '" + table + "', profile => 'compact')");
    assertEquals(BY_A, insert(table, ""));
    sql(
        "CALL placed.system.rewrite(table => '"
            + table
            + "', placement => 'reorder=sort(b; per-task)')");
    assertEquals(BY_B, insert(table, ""));
    Map<String, String> properties = properties(table);
    assertFalse(
        properties.keySet().stream()
            .anyMatch(p -> p.toLowerCase(Locale.ROOT).startsWith("placement")),
        properties.toString());
    assertEquals("lz4", properties.get("compression"));
    assertEquals("1", properties.get("mine"));
  }

  private static Map<String, String> properties(String table) {
    Map<String, String> all = new HashMap<>();
    for (Row r : sql("SHOW TBLPROPERTIES " + table).collectAsList()) {
      all.put(r.getString(0), r.getString(1));
    }
    return all;
  }

  /** Also a table without rows has the placement that it was rewritten with. */
  @Test
  void aRewriteOfNothing() {
    create(t, "'placement.reorder' = 'sort(a; per-task)'");
    insert(t, "");
    sql("TRUNCATE TABLE " + t);
    sql(
        "CALL placed.system.rewrite(table => '"
            + t
            + "', placement => 'reorder=sort(b; per-task)')");
    assertEquals(BY_B, insert(t, ""));
  }

  /** A rewrite of some partitions leaves the placement of the table as it is. */
  @Test
  void aRewriteOfSomePartitions() {
    sql(
        "CREATE TABLE "
            + t
            + " (a INT, b INT, p INT) USING placed PARTITIONED BY (p)"
            + " TBLPROPERTIES ('placement.reorder' = 'sort(a; per-task)')");
    List<String> orders = new ArrayList<>();
    for (int p = 0; p < 2; p++) {
      sql(
          "INSERT INTO "
              + t
              + " SELECT /*+ COALESCE(1) */ a, b, "
              + p
              + " FROM VALUES (2, 2), (3,"
              + " 1), (1, 3) AS v(a, b)");
      sql(
          "CALL placed.system.rewrite(table => '"
              + t
              + "', placement => 'reorder=sort(b; per-task)', where => 'p = 0')");
      orders.add(order(spark.table(t).where("p = " + p)));
    }
    assertEquals(List.of(BY_B, BY_A), orders);
    assertEquals("sort(a; per-task)", properties(t).get("placement.reorder"));
  }
}
