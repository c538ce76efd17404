package io.placed.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tables that Spark and Hive share: what one does, the other sees. */
@OneIn(2)
class SharedTableTest extends TwoEngines {
  private static final int CONDITIONS = 8;

  @Test
  void randomRowsAndConditionsMeanTheSame() throws Exception {
    long seed = System.nanoTime();
    System.out.println("SharedTableTest seed " + seed);
    EveryType.view(spark, seed, "random_rows");
    spark
        .table("random_rows")
        .write()
        .format("placed")
        .option("placement.row-group", "256 rows")
        .save(at("random").toString());
    show("random");
    declare("random", EveryType.COLUMNS);
    hive.run("create table random_orc stored as orc as select * from random");
    String all = "select " + EveryType.PARTS + " from ";
    List<String> expected = sorted(ofSpark(all + "random"));
    assertSame(expected, sorted(hive.run(all + "random")), "seed " + seed);
    assertSame(expected, sorted(hive.run(all + "random_orc")), "seed " + seed);

    List<String> conditions = EveryType.conditions(seed, CONDITIONS);
    expected = sorted(ofSpark(summaries("random", conditions)));
    String message = "seed " + seed + ", " + conditions;
    assertSame(expected, sorted(hive.run(summaries("random", conditions))), message);
    assertSame(expected, sorted(hive.run(summaries("random_orc", conditions))), message);

    hive.run("create table random_copy stored as placed as select * from random");
    String copy = "select count(*), sum(bi), sum(d9), max(s) from ";
    assertEquals(ofSpark(copy + "random"), hive.run(copy + "random_copy"));
  }

  private static String summaries(String table, List<String> conditions) {
    List<String> parts = new ArrayList<>();
    for (int k = 0; k < conditions.size(); k++) {
      parts.add(
          String.format(
              Locale.ROOT,
              "select %d as k, %s from %s where %s",
              k,
              EveryType.SUMMARY,
              table,
              conditions.get(k)));
    }
    return String.join(" union all ", parts);
  }

  @Test
  void rowsStayThroughBothEnginesAndARewrite() throws Exception {
    append(0, 100);
    declare("loop", "id bigint, name string, x double");
    String unseen =
        assertThrows(IOException.class, () -> hive.run("insert into loop values (100, 'n', 0)"))
            .getMessage();
    assertTrue(unseen.contains("would not be visible"), unseen);
    spark.sql(
        "ALTER TABLE placed.`%s` SET TBLPROPERTIES ('placed.foreign-files' = 'true')"
            .formatted(at("loop")));
    requireRows(100);
    hive.run("insert into loop select id + 100, name, x from loop");
    requireRows(200);
    append(200, 300);
    requireRows(300);
    spark.sql(
        "CALL placed.system.rewrite(table => '%s', placement => 'reorder=sort(name)')"
            .formatted(at("loop")));
    requireRows(300);
    hive.run("insert into loop select id + 300, name, x from loop");
    requireRows(600);
    spark.sql(
        "INSERT OVERWRITE placed.`%s` SELECT * FROM loop WHERE id < 500".formatted(at("loop")));
    requireRows(500);
  }

  private static void append(long from, long end) {
    spark
        .range(from, end)
        .selectExpr("id", "concat('n', id % 100) AS name", "id % 100 / 4 AS x")
        .write()
        .format("placed")
        .mode("append")
        .save(at("loop").toString());
  }

  /** Of ids from 0 on, in both engines. */
  private static void requireRows(long end) throws Exception {
    List<String> expected =
        LongStream.range(0, end)
            .mapToObj(id -> id + "\tn" + id % 100 + "\t" + id % 100 / 4d)
            .sorted()
            .toList();
    show("loop");
    String query = "select id, name, x from loop";
    assertSame(expected, sorted(ofSpark(query)), "Spark, " + end + " rows");
    assertSame(expected, sorted(hive.run(query)), "Hive, " + end + " rows");
  }

  @Test
  void partitionsOfHiveAreThoseOfSpark() throws Exception {
    hive.run(
        "create external table parts (id bigint, name string) partitioned by (p int)"
            + " stored as placed location '%s'".formatted(at("parts").toUri()));
    hive.run("insert into parts partition (p = 1) values (1, 'one'), (2, null)");
    hive.run("insert into parts partition (p) select id + 10, 'n', id from parts");
    show("parts");
    List<String> rows = List.of("1\tone\t1", "11\tn\t1", "12\tn\t2", "2\tNULL\t1");
    String query = "select id, name, p from parts";
    assertEquals(rows, sorted(hive.run(query)));
    assertEquals(rows, sorted(ofSpark(query)));
    spark.sql("INSERT INTO placed.`%s` VALUES (3, 'three', 3)".formatted(at("parts")));
    hive.run("alter table parts add partition (p = 3)");
    assertEquals(List.of("3\tthree\t3"), hive.run(query + " where p = 3"));
    assertEquals(List.of("5"), hive.run("select count(*) from parts"));
  }

  @Test
  void columnsThatSparkAlteredAreReadByHive() throws Exception {
    spark.sql(
        "CREATE TABLE altered (id BIGINT, name STRING, x DOUBLE, n INT) USING placed LOCATION '%s'"
            .formatted(at("altered")));
    spark.sql(
        "INSERT INTO altered SELECT id, concat('n', id % 7), id / 4, CAST(id AS INT) FROM"
            + " range(500)");
    spark.sql("ALTER TABLE altered RENAME COLUMN name TO label");
    spark.sql("ALTER TABLE altered DROP COLUMN x");
    spark.sql("ALTER TABLE altered ADD COLUMN x BIGINT");
    spark.sql("ALTER TABLE altered ADD COLUMN name STRING");
    spark.sql("ALTER TABLE altered ALTER COLUMN n TYPE BIGINT");
    spark.sql(
        "INSERT INTO altered (id, label, n, x, name)"
            + " SELECT id, 'm', 5000000000 + id, id * 2, 'new' FROM range(500, 600)");
    declare("altered", columns(spark.table("altered")));
    spark.sql("ALTER TABLE altered SET TBLPROPERTIES ('placed.foreign-files' = 'true')");
    hive.run("insert into altered (id, label, x) values (600, 'h', 7)");
    spark.sql("REFRESH TABLE altered");
    for (String query :
        List.of(
            "select id, label, n, x, name from altered",
            "select id, label, n, x, name from altered where label = 'n3' and id < 100",
            "select id, x from altered where x > 1190 or name = 'new' and id = 510",
            "select count(*), sum(id), max(label), count(x), sum(x), count(name) from altered",
            "select label, count(*), sum(n) from altered where x is null group by label")) {
      List<String> expected = sorted(ofSpark(query));
      assertEquals(expected, sorted(hive.run(query)), query);
    }
    assertEquals(List.of("601"), hive.run("select count(id) from altered"));
  }

  private static void show(String table) {
    spark.read().format("placed").load(at(table).toString()).createOrReplaceTempView(table);
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }
}
