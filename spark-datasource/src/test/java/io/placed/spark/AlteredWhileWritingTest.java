package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.schema.Type;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.internal.Frames;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ALTER TABLE while the rows of a write are computed, triggered by a function in the query. */
class AlteredWhileWritingTest extends SparkTestCase {
  /** Two rows, computed by tasks. */
  private static final String ROWS =
      " cast(id as int) id, meanwhile(char(96 + id)) name, cast(id - 6 as int) p from range(7, 9)";

  /** The alteration, which the function runs once; null = none. */
  private static Runnable alteration;

  /** A write into a table with columns id, name, p and the rows of {@link #fill}. */
  private interface Write {
    void run(String table, String path);
  }

  @BeforeAll
  static void registerFunction() {
    spark
        .udf()
        .register("meanwhile", (UDF1<String, String>) s -> meanwhile(s), DataTypes.StringType);
  }

  private static synchronized String meanwhile(String s) {
    if (alteration != null) {
      Runnable now = alteration;
      alteration = null;
      now.run();
    }
    return s;
  }

  private static void alter(String path, ColumnChange... changes) {
    try {
      DataSet.at(FileStores.local(), path).alter(List.of(changes), Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ColumnChange.Rename rename(String from, String to) {
    return new ColumnChange.Rename(from, to);
  }

  private static Dataset<Row> values() {
    return sql("select" + ROWS);
  }

  /** The writes, each with the rows that the table has afterwards. */
  private static Map<String, Write> writes() {
    Map<String, Write> writes = new LinkedHashMap<>();
    String select = " select" + ROWS;
    writes.put("insert", (t, path) -> sql("insert into " + t + select));
    writes.put(
        "append", (t, path) -> values().write().format("placed").mode(SaveMode.Append).save(path));
    writes.put("insert overwrite", (t, path) -> sql("insert overwrite " + t + select));
    writes.put(
        "overwrite partitions",
        (t, path) -> {
          try {
            values().writeTo(t).overwritePartitions();
          } catch (Exception e) {
            throw sneaky(e);
          }
        });
    writes.put(
        "replace partition",
        (t, path) -> sql("insert into " + t + " replace where p = 1" + select + " where id = 7"));
    if (since("4.0")) { // older ones replace rows by partition columns only
      writes.put(
          "replace rows", (t, path) -> sql("insert into " + t + " replace where id = 2" + select));
    }
    writes.put(
        "update",
        (t, path) -> sql("update " + t + " set name = meanwhile(concat(name, '!')) where id = 2"));
    writes.put("delete", (t, path) -> sql("delete from " + t + " where meanwhile(name) = 'b'"));
    writes.put(
        "merge",
        (t, path) ->
            sql(
                "merge into "
                    + t
                    + " t using (select 2 id, 'x' name union all select 9, 'y') s on t.id = s.id"
                    + " when matched then update set name = meanwhile(s.name) when not matched then"
                    + " insert (id, name, p) values (s.id, meanwhile(s.name), 1)"));
    writes.put(
        "sorted by a curve",
        (t, path) ->
            values()
                .write()
                .format("placed")
                .option("placement.reorder", "z-order(id)")
                .mode(SaveMode.Append)
                .save(path));
    return writes;
  }

  private static RuntimeException sneaky(Exception e) {
    return e instanceof RuntimeException r ? r : new IllegalStateException(e);
  }

  private String fill(String name) {
    String path = path(name.replace(' ', '-'));
    alteration = null;
    sql("select * from values (1, 'a', 1), (2, 'b', 1), (3, 'c', 2) v(id, name, p)")
        .repartition(1)
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path);
    return path;
  }

  private static String at(String path) {
    return "placed.`" + path + "`";
  }

  private static String columns(String path) {
    return Arrays.toString(read(path).columns());
  }

  @Test
  void renamesAreFollowed() {
    for (Map.Entry<String, Write> write : writes().entrySet()) {
      String quiet = fill(write.getKey() + " quiet");
      write.getValue().run(at(quiet), quiet);
      List<String> expected = rows(read(quiet).select("id", "name", "p"));
      String path = fill(write.getKey());
      alteration =
          () ->
              alter(path, rename("name", "between"), rename("id", "name"), rename("between", "id"));
      write.getValue().run(at(path), path);
      assertTrue(alteration == null, write.getKey());
      assertEquals("[name, id, p]", columns(path), write.getKey());
      assertEquals(expected, rows(read(path).select("name", "id", "p")), write.getKey());
    }
  }

  @Test
  void droppedColumnsAreConflicts() {
    for (boolean again : new boolean[] {false, true}) {
      for (Map.Entry<String, Write> write : writes().entrySet()) {
        String path = fill(write.getKey() + again);
        alteration =
            () -> {
              alter(path, new ColumnChange.Drop("name"));
              if (again) {
                alter(path, new ColumnChange.Add(List.of("name"), Type.STRING, "id"));
              }
            };
        Throwable e =
            assertThrows(
                Throwable.class, () -> write.getValue().run(at(path), path), write.getKey());
        assertTrue(
            text(e).contains("column name was dropped after the write was planned"), text(e));
        assertEquals(again ? "[id, name, p]" : "[id, p]", columns(path), write.getKey());
        assertEquals(List.of("(1, 1)", "(2, 1)", "(3, 2)"), rows(read(path).select("id", "p")));
      }
    }
  }

  private static String text(Throwable e) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }

  /** A save that replaces the table also replaces its columns. */
  @Test
  void anOverwritingSaveHasItsOwnColumns() {
    String path = fill("save");
    alteration = () -> alter(path, rename("name", "title"));
    values().write().format("placed").partitionBy("p").mode(SaveMode.Overwrite).save(path);
    assertEquals("[id, name, p]", columns(path));
    assertEquals(List.of("(7, g, 1)", "(8, h, 2)"), rows(read(path)));
    alteration = () -> alter(path, rename("name", "title"));
    sql(
        "create or replace table "
            + at(path)
            + " as select 1 id, meanwhile('z') name from range(1)");
    assertEquals("[id, name]", columns(path));
  }

  /** Another table may be created at its path after it was found that there is none. */
  @Test
  void aNewTableReplacesNoOther() {
    for (String curve : List.of("", " options ('placement.reorder'='z-order(id)')")) {
      String path = path("new" + curve.length());
      String create = "create table " + at(path) + curve + " as select" + ROWS;
      alteration =
          () -> {
            try {
              DataSet.at(FileStores.local(), path)
                  .begin(io.placed.schema.Schema.parse("other: int32"), List.of(), null)
                  .append(List.of());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          };
      Throwable e = assertThrows(Throwable.class, () -> sql(create));
      assertTrue(text(e).contains(path + ": nothing was committed: there was no table"), text(e));
      assertEquals("[other]", columns(path));
      String replaced = path("replaced" + curve.length());
      sql(create.replace(path, replaced));
      assertEquals(List.of("(7, g, 1)", "(8, h, 2)"), rows(read(replaced)));
    }
  }

  /** In another thread, because tasks run no statements. */
  private static void whileWriting(String statement) {
    alteration =
        () -> {
          Thread thread = new Thread(() -> sql(statement));
          thread.start();
          try {
            thread.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
  }

  /** The first rows of a table that only the catalog knows when its columns change. */
  @Test
  void aFirstWriteFollowsTheCatalog() {
    for (String by : List.of("", " partitioned by (bucket(2, id))", " partitioned by (p)")) {
      String t = table();
      String create = "create table " + t + " (id int, name string, p int) using placed" + by;
      String insert = "insert into " + t + " (id, name, p) select" + ROWS;
      sql(create);
      whileWriting("alter table " + t + " rename column name to title");
      sql(insert);
      assertEquals(
          List.of("(7, g, 1)", "(8, h, 2)"), rows(sql("select id, title, p from " + t)), by);
      sql("insert into " + t + " (id, title, p) values (9, 'i', 1)");
      assertEquals(3, sql("select * from " + t + " where title > 'a'").count(), by);
      sql("drop table " + t);
      sql(create);
      whileWriting("alter table " + t + " drop column name");
      Throwable e = assertThrows(Throwable.class, () -> sql(insert), by);
      assertTrue(text(e).contains("column name was dropped after the write was planned"), text(e));
      sql("alter table " + t + " add column name int");
      sql("insert into " + t + " (id, name, p) values (9, 10, 1)");
      assertEquals(List.of("(9, 10, 1)"), rows(sql("select id, name, p from " + t)), by);
      sql("drop table " + t);
    }
  }

  /** The fields of the rows are none of the table, which had none when the write was planned. */
  @Test
  @SinceSpark(value = "4.0", because = "Spark 3.5 has no procedures")
  void aFirstWriteOfAnotherPartitioningIsAConflict() {
    String change = "call placed.system.set_partitioning(table => '%s', partitioning => '%s')";
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("", "bucket(2, id)");
    changes.put("p", "");
    changes.put("bucket(2, id)", "p, truncate(1, name)");
    changes.forEach(
        (before, after) -> {
          String t = table();
          sql(
              "create table "
                  + t
                  + " (id int, name string, p int) using placed"
                  + (before.isEmpty() ? "" : " partitioned by (" + before + ")"));
          String insert = "insert into " + t + " (id, name, p) select" + ROWS;
          whileWriting(change.formatted(t, after));
          Throwable e = assertThrows(Throwable.class, () -> sql(insert));
          String found =
              "the table was created, partitioned by [%s], after the write by [%s] was planned; retry";
          assertTrue(text(e).contains(found.formatted(after, before)), text(e));
          assertEquals(0, sql("select * from " + t).count());
          sql(insert);
          assertEquals(
              List.of("(7, g, 1)", "(8, h, 2)"), rows(sql("select id, name, p from " + t)), after);
        });
    String path = path("created-with-partitions");
    Runnable append = () -> values().write().format("placed").mode(SaveMode.Append).save(path);
    whileWriting(
        "create table placed.`"
            + path
            + "` (id int, name string, p int) using placed"
            + " partitioned by (p)");
    Throwable e = assertThrows(Throwable.class, append::run);
    assertTrue(text(e).contains("the table was created, partitioned by [p]"), text(e));
    append.run();
    assertEquals(List.of("(7, g, 1)", "(8, h, 2)"), rows(read(path).select("id", "name", "p")));
  }

  /** The struct is a new column then, of which the rows have no values. */
  @Test
  void aFirstWriteOfFormerFieldsIsAConflict() {
    String t = table();
    sql("create table " + t + " (id int, s struct<x: string, y: int>) using placed");
    for (String change : List.of("rename column s.x to z", "drop column s.y")) {
      whileWriting("alter table " + t + " " + change);
      String rows =
          " select id, named_struct('"
              + (change.startsWith("rename") ? "x" : "z")
              + "', name, 'y', p) from (select"
              + ROWS
              + ")";
      Throwable e = assertThrows(Throwable.class, () -> sql("insert into " + t + rows));
      assertTrue(text(e).contains("was dropped after the write was planned"), text(e));
    }
    sql("insert into " + t + " values (1, named_struct('z', 'a'))");
    assertEquals(List.of("(1, (a))"), rows(sql("select * from " + t)));
  }

  /** The first rows of a table whose directory goes away would be nobody's. */
  @Test
  void aFirstWriteEndsWithTheTable() {
    for (String statement : List.of("drop table %1$s", "alter table %1$s rename to %1$s_new")) {
      String t = table();
      sql("create table " + t + " (id int, name string, p int) using placed");
      whileWriting(String.format(statement, t));
      Throwable e = assertThrows(Throwable.class, () -> sql("insert into " + t + " select" + ROWS));
      assertTrue(text(e).contains("the table was removed after the write was planned"), text(e));
    }
  }

  /** IF NOT EXISTS asks for a table, whoever makes it, and so does the mode of a save. */
  @Test
  void aTableThatAnotherMakesFirstStays() throws Exception {
    for (String reorder : List.of("none", "z-order(id)")) {
      Map<String, Consumer<String>> statements = new LinkedHashMap<>();
      String as =
          " using placed tblproperties ('placement.reorder' = '" + reorder + "') as select" + ROWS;
      statements.put("create", path -> sql("create table placed.`" + path + "`" + as));
      statements.put(
          "create if not exists",
          path -> sql("create table if not exists placed.`" + path + "`" + as));
      statements.put(
          "ignore",
          path ->
              values()
                  .write()
                  .format("placed")
                  .option("placement.reorder", reorder)
                  .mode(SaveMode.Ignore)
                  .save(path));
      for (Map.Entry<String, Consumer<String>> s : statements.entrySet()) {
        String path = path(reorder.charAt(0) + s.getKey().replace(' ', '-'));
        whileWriting("create table placed.`" + path + "` (other int) using placed");
        if (s.getKey().equals("create")) {
          Throwable e = assertThrows(Throwable.class, () -> s.getValue().accept(path));
          assertTrue(text(e).contains("another writer has created one"), text(e));
        } else {
          s.getValue().accept(path);
        }
        assertEquals(List.of("other"), List.of(read(path).columns()), s.getKey());
        try (Stream<Path> files = Files.list(Path.of(path))) {
          assertEquals(
              List.of("_placed"), files.map(f -> f.getFileName() + "").toList(), s.getKey());
        }
      }
    }
  }

  @Test
  void partitionsThatAreEmptiedBringNoColumnBack() throws Exception {
    String path = fill("stale");
    PlacedTable stale = PathTables.load(path, Map.of());
    alter(path, rename("name", "title"), new ColumnChange.Drop("id"));
    stale.truncatePartition(Frames.row(1));
    assertEquals("[title, p]", columns(path));
    assertEquals(List.of("(c, 2)"), rows(read(path)));
    stale.deleteWhere(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
    assertEquals("[title, p]", columns(path));
    assertEquals(List.of(), rows(read(path)));
  }

  /** Several batches, including a column that the stream itself adds. */
  @Test
  void aStreamFollows() throws Exception {
    String path = fill("stream");
    List<Runnable> between = new ArrayList<>();
    between.add(() -> {});
    between.add(() -> alter(path, rename("extra", "more"), rename("name", "title")));
    between.add(() -> alter(path, rename("more", "most")));
    Dataset<Row> input =
        spark
            .readStream()
            .format("rate-micro-batch")
            .option("rowsPerBatch", 1)
            .option("startTimestamp", 0)
            .load()
            .select(
                functions.col("value").cast("int").plus(10).as("id"),
                functions.lit("s").as("name"),
                functions.lit(5).as("extra"),
                functions.lit(1).as("p"));
    var query =
        input
            .writeStream()
            .format("placed")
            .option("checkpointLocation", path("checkpoint"))
            .partitionBy("p")
            .start(path);
    try {
      long last = DataSet.at(FileStores.local(), path).newestId();
      for (Runnable change : between) {
        last = waitFor(query, path, last + 1);
        change.run();
      }
      waitFor(query, path, last + 2);
    } finally {
      query.stop();
    }
    Dataset<Row> found = read(path);
    assertEquals("[id, title, p, most]", Arrays.toString(found.columns()));
    assertEquals(0, found.where("id >= 10 and (title is null or most is null)").count());
    assertFalse(found.where("id >= 10").isEmpty());
  }

  private static long waitFor(
      org.apache.spark.sql.streaming.StreamingQuery query, String path, long id) throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    while (dataSet.newestId() < id) {
      if (query.exception().isDefined()) {
        throw query.exception().get();
      }
      Thread.onSpinWait();
    }
    return dataSet.newestId();
  }
}
