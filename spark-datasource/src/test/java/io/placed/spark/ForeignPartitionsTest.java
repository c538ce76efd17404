package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Foreign files outside of the partition directories: their partition columns are read from the
 * file, and they are in no partition, including the null partition.
 */
class ForeignPartitionsTest extends SparkTestCase {
  private static final List<String> ROWS =
      List.of("(1, 1)", "(2, 2)", "(3, null)", "(11, 1)", "(12, 7)", "(13, null)", "(21, null)");

  private String t;

  @BeforeEach
  void write() throws Exception {
    t = "placed.`" + path("t") + "`";
    sql("create table " + t + " (id int, p int) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 1), (2, 2), (3, null)");
    sql("alter table " + t + " set tblproperties ('placed.foreign-files' = 'true')");
    put("select id, p from values (11, 1), (12, 7), (13, null) as v(id, p)", "beside.placed");
    put("select 21 id", "without.placed");
  }

  @AfterEach
  void staticOverwrites() {
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
  }

  private void put(String query, String name) throws Exception {
    put(query, path("t"), name);
  }

  private void put(String query, String table, String name) throws Exception {
    String other = path("other-" + name.replace('/', '-'));
    sql(query).coalesce(1).write().format("placed").save(other);
    try (var files = Files.list(Path.of(other))) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(file, Path.of(table, name));
    }
  }

  private List<String> tableRows() {
    return rows(sql("select * from " + t));
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }

  private List<String> java(String where) throws Exception {
    List<String> out = new ArrayList<>();
    try (var scan = Placed.read(path("t")).select("id", "p").where(Predicate.parse(where)).open()) {
      for (Batch b : scan) {
        for (int i = 0; i < b.rows(); i++) {
          out.add(Arrays.asList(b.row(i)).toString().replace('[', '(').replace(']', ')'));
        }
      }
    }
    return sorted(out);
  }

  @Test
  void everyEngineReadsTheSame() throws Exception {
    assertEquals(sorted(ROWS), tableRows());
    for (String where :
        List.of(
            "p = 1",
            "p is null",
            "p is not null",
            "p <> 1",
            "p > 1 and id > 1",
            "p in (2, 7)",
            "p = 1 or id = 12",
            "not (p = 1)")) {
      List<String> expected =
          rows(sql("select * from values " + values() + " as v(id, p) where " + where));
      assertEquals(expected, rows(sql("select * from " + t + " where " + where)), where);
      assertEquals(expected, java(where), where);
      assertEquals(
          List.of("(" + expected.size() + ")"),
          rows(sql("select count(*) from " + t + " where " + where)),
          where);
    }
    assertEquals(
        List.of("(1, 2, 11)", "(2, 1, 2)", "(7, 1, 12)", "(null, 3, 21)"),
        rows(sql("select p, count(*), max(id) from " + t + " group by p")));
    assertEquals(
        List.of("(7, 7, 1, 4)"), rows(sql("select count(*), max(p), min(p), count(p) from " + t)));
    spark.range(1, 8, 6).toDF("k").createOrReplaceTempView("keys");
    assertEquals(
        List.of("(1, 1)", "(11, 1)", "(12, 7)"),
        rows(sql("select t.* from " + t + " t join keys on t.p = keys.k")));
    assertEquals(List.of("(12, 7)"), rows(sql("select * from " + t + " order by p desc limit 1")));
  }

  /** A column may be null in a foreign file; what removes others writes no row with a null. */
  @Test
  void removedPartitionsLeaveColumnsRequired() throws Exception {
    String required = path("required");
    Schema schema = Schema.parse("k: int64 not null, day: string");
    try (TableWriter out = Placed.write(required, schema).partitionBy("day").open()) {
      out.write(1L, "a");
      out.write(2L, "b");
      out.write(3L, "c");
      out.commit();
    }
    DataSet table = DataSet.at(FileStores.local(), required);
    table.alter(List.of(), Map.of("placed.foreign-files", "true"));
    put("select if(id > 1, id, null) k from range(1, 3)", required, "day=b/foreign.placed");
    sql("delete from placed.`" + required + "` where day = 'a'");
    assertEquals("overwriteWhere", table.current().operation());
    sql("truncate table placed.`" + required + "` partition (day = 'c')");
    assertEquals(
        List.of("(2, b)", "(2, b)", "(null, b)"),
        rows(sql("select * from placed.`" + required + "`")));
    assertTrue(table.current().schema().field(0).nullable());
    assertFalse(table.current().loggedSchema().field(0).nullable());
  }

  private static String values() {
    return String.join(", ", ROWS);
  }

  /** The default of a column in a catalog is for files without the column and its directory. */
  @Test
  void partitionColumnsWithADefault() {
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    String c = table();
    sql(
        "create table "
            + c
            + " (id int, p int default 5) using placed partitioned by (p) location '"
            + path("t")
            + "'");
    try {
      for (String visible : List.of("true", "false")) {
        // The log lists the files if they are not visible by themselves.
        sql("alter table " + t + " set tblproperties ('placed.foreign-files' = '" + visible + "')");
        sql("refresh table " + c);
        String values = values().replace("(21, null)", "(21, 5)");
        for (String where :
            List.of("p = 5", "p is null", "p is not null", "p > 4 and id > 20", "p in (1, 5)")) {
          String expected = "select * from values " + values + " as v(id, p) where " + where;
          String found = "select * from " + c + " where " + where;
          assertEquals(rows(sql(expected)), rows(sql(found)), where);
          String count = "select count(*), count(p), max(p) from (";
          assertEquals(rows(sql(count + expected + ")")), rows(sql(count + found + ")")), where);
        }
        assertEquals(
            List.of("(7, 5, 1)"), rows(sql("select count(*), count(p), min(p) from " + c)));
        assertEquals(
            List.of("(21, 5)"), rows(sql("select * from " + c + " where p + id = 26 and p = 5")));
        assertEquals(
            List.of("(1, 2)", "(2, 1)", "(5, 1)", "(7, 1)", "(null, 2)"),
            rows(sql("select p, count(*) from " + c + " group by p")));
      }
      sql("delete from " + c + " where p = 5");
      assertEquals(6, spark.table(c).count());
    } finally {
      sql("drop table " + c);
      spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
    }
  }

  @Test
  void conditionsAreAboutRows() {
    sql("delete from " + t + " where p = 1");
    assertEquals(
        sorted(List.of("(2, 2)", "(3, null)", "(12, 7)", "(13, null)", "(21, null)")), tableRows());
    sql("update " + t + " set id = 100 where p = 7");
    assertEquals(
        sorted(List.of("(2, 2)", "(3, null)", "(100, 7)", "(13, null)", "(21, null)")),
        tableRows());
    sql("delete from " + t + " where p is null");
    assertEquals(sorted(List.of("(2, 2)", "(100, 7)")), tableRows());
  }

  @SinceSpark(
      value = "4.0",
      because = "Spark 3.5 cannot overwrite a partition if files are outside of it")
  @Test
  void aStaticOverwriteReplacesRows() {
    sql("insert overwrite " + t + " partition (p = 1) select 50");
    assertEquals(
        sorted(List.of("(50, 1)", "(2, 2)", "(3, null)", "(12, 7)", "(13, null)", "(21, null)")),
        tableRows());
    sql("insert overwrite " + t + " select 1, 1");
    assertEquals(List.of("(1, 1)"), tableRows());
  }

  @Test
  void theyAreInNoPartition() {
    assertEquals(List.of("(p=1)", "(p=2)", "(p=null)"), rows(sql("show partitions " + t)));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    sql("insert overwrite " + t + " select 60, cast(null as int)");
    List<String> left =
        List.of("(1, 1)", "(2, 2)", "(60, null)", "(11, 1)", "(12, 7)", "(13, null)", "(21, null)");
    assertEquals(sorted(left), tableRows());
    sql("alter table " + t + " drop partition (p = null)");
    sql("truncate table " + t + " partition (p = 2)");
    sql("call placed.system.vacuum(table => '" + path("t") + "', older_than_hours => 0)");
    assertEquals(
        sorted(List.of("(1, 1)", "(11, 1)", "(12, 7)", "(13, null)", "(21, null)")), tableRows());
    String refused =
        message(assertThrows(Exception.class, () -> PlacedTables.rewrite(spark, path("t"), "orc")));
    assertTrue(refused.contains("is outside of the directories"), refused);
    // Rewriting the rows moves them into partitions.
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    sql("insert overwrite " + t + " select * from " + t);
    assertEquals(
        sorted(List.of("(1, 1)", "(11, 1)", "(12, 7)", "(13, null)", "(21, null)")), tableRows());
  }
}
