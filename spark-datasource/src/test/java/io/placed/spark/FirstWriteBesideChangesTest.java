package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first rows of a table, while another session changes what the names of its columns and its
 * partitioning mean. Either the write is a conflict, or the table has what it has if the changes
 * came first and the write after them, to the columns that it was planned for.
 */
@SinceSpark(value = "4.0", because = "Spark 3.5 has no procedures")
class FirstWriteBesideChangesTest extends SparkTestCase {
  private static final String COLUMNS = "(a int, b int, d date, e date, s string, u string)";

  /**
   * Four rows, computed by one task, so that another one has a core; all values of two columns of a
   * type differ.
   */
  private static final String ROWS =
      "select cast(%s(id) as int) %s, cast(20 - 3 * id as int) %s,"
          + " date_add(date'2024-01-30', cast(id as int)) %s,"
          + " date_sub(date'2020-05-05', cast(id as int)) %s,"
          + " concat('x', id, 'x') %s, concat(id + 3, 'y') %s from range(0, 4, 1, 1)";

  /** What the function runs once; null = nothing. */
  private static Runnable meanwhile;

  /** What another session does with a table, and the names of the six columns afterwards. */
  private record Change(String names, List<String> statements) {
    Change(String names, String... statements) {
      this(names, List.of(statements));
    }

    Change and(String... more) {
      List<String> all = new ArrayList<>(statements);
      all.addAll(List.of(more));
      return new Change(names, all);
    }

    void run(String table, String partitioning) {
      for (String s : statements) {
        sql(s.replace("TABLE", table).replace("PARTITIONING", partitioning));
      }
    }
  }

  private interface Write {
    /**
     * @param rows a query
     */
    void run(String table, String rows) throws Exception;
  }

  @BeforeAll
  static void registerFunctions() {
    spark.udf().register("interrupted", (UDF1<Long, Long>) v -> interrupted(v), DataTypes.LongType);
    spark.udf().register("quiet", (UDF1<Long, Long>) v -> v, DataTypes.LongType);
  }

  private static synchronized Long interrupted(Long value) throws InterruptedException {
    if (meanwhile != null) {
      // In another thread, because tasks run no statements.
      Thread thread = new Thread(meanwhile);
      meanwhile = null;
      thread.start();
      thread.join();
    }
    return value;
  }

  private static final String NAMES = "a b d e s u";

  /** The change after which the partitioning has the same text, and means another column. */
  private static final String NAMES_OF_OTHERS = "unset, swap, set and fill";

  private static final String SET =
      "call placed.system.set_partitioning(table => 'TABLE', partitioning => 'PARTITIONING')";
  private static final String UNSET = SET.replace("PARTITIONING", "");
  private static final String FILL =
      "insert into TABLE (a, b, d, e, s, u) select 3, 20, date'2024-01-31', date'2020-05-05', 'x2x', '4y'";

  /** Of columns of the same type; not of those that are partition columns. */
  private static Change swap(Change before, String partitions) {
    Map<String, String> names = new LinkedHashMap<>();
    List<String> renames = new ArrayList<>();
    for (String pair : List.of("ab", "de", "su")) {
      String x = pair.substring(0, 1);
      String y = pair.substring(1);
      List<String> fields = List.of(partitions.split(", "));
      boolean fixed = fields.contains(x) || fields.contains(y);
      names.put(x, fixed ? x : y);
      names.put(y, fixed ? y : x);
      for (String rename : List.of(x + " to z", y + " to " + x, "z to " + y)) {
        if (!fixed) {
          renames.add("alter table TABLE rename column " + rename);
        }
      }
    }
    Change swap = new Change(String.join(" ", names.values()), before.statements());
    return swap.and(renames.toArray(String[]::new));
  }

  /**
   * @param fixed partition columns, which cannot be renamed
   * @param listed whether that stays so when the table is partitioned in another way
   */
  private static Map<String, Change> changes(String fixed, boolean listed) {
    Change none = new Change(NAMES);
    Change swap = swap(none, fixed);
    Map<String, Change> changes = new LinkedHashMap<>();
    changes.put("swap", swap);
    changes.put("swap and set", swap.and(SET));
    changes.put("swap and fill", swap.and(FILL));
    changes.put("swap, set and fill", swap.and(SET, FILL));
    changes.put("fill, swap and set", swap(none.and(FILL), fixed).and(SET));
    Change unset = swap(none.and(UNSET), listed ? fixed : "");
    changes.put(NAMES_OF_OTHERS, unset.and(SET, FILL));
    changes.put("unset, set and fill", none.and(UNSET, SET, FILL));
    changes.put("unset and fill", none.and(UNSET, FILL));
    changes.put("fill", none.and(FILL));
    return changes;
  }

  private static Map<String, Write> writes() {
    Map<String, Write> writes = new LinkedHashMap<>();
    writes.put("insert", (t, rows) -> sql("insert into " + t + " by name " + rows));
    writes.put("insert overwrite", (t, rows) -> sql("insert overwrite " + t + " by name " + rows));
    writes.put(
        "dynamic insert overwrite",
        (t, rows) -> {
          spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
          try {
            sql("insert overwrite " + t + " by name " + rows);
          } finally {
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
          }
        });
    writes.put("append", (t, rows) -> sql(rows).writeTo(t).append());
    writes.put("overwrite partitions", (t, rows) -> sql(rows).writeTo(t).overwritePartitions());
    writes.put(
        "replace where",
        (t, rows) ->
            sql(
                "insert into "
                    + t
                    + " replace where a >= 0 select "
                    + String.join(", ", sql("select * from " + t).columns())
                    + " from ("
                    + rows
                    + ")"));
    return writes;
  }

  private static List<String> partitionings() {
    return List.of("", "a", "bucket(4, a)", "truncate(2, s)", "days(d)", "months(d), b");
  }

  /** In a catalog, which alone knows the table before its first rows, or at a path. */
  static Stream<List<String>> cases() {
    List<List<String>> all = new ArrayList<>();
    all.add(List.of("catalog", "bucket(4, a)", NAMES_OF_OTHERS, "insert"));
    for (String place : List.of("catalog", "path")) {
      for (String by : partitionings()) {
        for (String change : changes("", false).keySet()) {
          for (String write : writes().keySet()) {
            all.add(List.of(place, by, change, write));
          }
        }
      }
    }
    return Chosen.some(all, 12).stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void followsOrIsAConflict(List<String> of) throws Exception {
    String by = of.get(1);
    Change change = changes(by, of.get(0).equals("catalog")).get(of.get(2));
    Write write = writes().get(of.get(3));
    String before = table(of.get(0), by);
    change.run(before, by);
    write.run(before, rows("quiet", change.names()));
    String t = table(of.get(0), by);
    meanwhile = () -> change.run(t, by);
    boolean done = isDone(() -> write.run(t, rows("interrupted", NAMES)));
    assertNull(meanwhile);
    if (!done) {
      String alone = table(of.get(0), by);
      change.run(alone, by);
      assertEquals(rows(all(alone)), rows(all(t)));
    } else {
      assertEquals(rows(all(before)), rows(all(t)));
    }
    assertFindsItsRows(t);
  }

  /** A save to a place where another session makes the table, and changes it, meanwhile. */
  @ParameterizedTest
  @MethodSource("changesOfASave")
  void aSaveFollowsOrIsAConflict(String by, String name) throws Exception {
    Change change = changes(by, false).get(name);
    String path = path("saved");
    String t = "placed.`" + path + "`";
    meanwhile =
        () -> {
          sql("create table " + t + " " + COLUMNS + " using placed" + partitioned(by));
          change.run(t, by);
        };
    String[] partitions = by.isEmpty() ? new String[0] : by.split(", ");
    Dataset<Row> rows = sql(rows("interrupted", NAMES));
    boolean done =
        isDone(
            () ->
                rows.write()
                    .format("placed")
                    .partitionBy(partitions)
                    .mode(SaveMode.Append)
                    .save(path));
    assertNull(meanwhile);
    String other = table("path", by);
    change.run(other, by);
    if (done) {
      writes().get("append").run(other, rows("quiet", change.names()));
    }
    assertEquals(rows(all(other)), rows(all(t)));
    assertFindsItsRows(t);
  }

  static Stream<Arguments> changesOfASave() {
    List<Arguments> all = new ArrayList<>();
    all.add(Arguments.of("a", NAMES_OF_OTHERS));
    for (String by : List.of("", "a", "s, a")) {
      for (String change : changes("", false).keySet()) {
        all.add(Arguments.of(by, change));
      }
    }
    return Chosen.some(all, 5).stream();
  }

  private interface Action {
    void run() throws Exception;
  }

  private static boolean isDone(Action write) {
    try {
      write.run();
      return true;
    } catch (Exception e) {
      String said = message(e);
      assertTrue(said.contains("retry"), said);
      return false;
    }
  }

  private String table(String place, String by) {
    String t = table();
    t = place.equals("path") ? "placed.`" + path(t) + "`" : t;
    sql("create table " + t + " " + COLUMNS + " using placed" + partitioned(by));
    return t;
  }

  private static String partitioned(String by) {
    return by.isEmpty() ? "" : " partitioned by (" + by + ")";
  }

  /** The query of rows for columns of these names, in the order of the table. */
  private static String rows(String function, String names) {
    List<Object> all = new ArrayList<>(List.of(function));
    all.addAll(List.of(names.split(" ")));
    return ROWS.formatted(all.toArray());
  }

  private static Dataset<Row> all(String t) {
    return sql("select a, b, d, e, s, u from " + t);
  }

  /** Conditions that skip files, and the same ones where none can be skipped. */
  private static void assertFindsItsRows(String t) {
    for (String c : NAMES.split(" ")) {
      for (Row value : all(t).select(c).distinct().collectAsList()) {
        String v = "'" + value.get(0) + "'";
        String q = "select a, b, d, e, s, u from " + t + " where ";
        assertEquals(
            rows(sql(q + "coalesce(" + c + ", null) = " + v)), rows(sql(q + c + " = " + v)), c + v);
      }
    }
  }
}
