package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.read.PlannedRead;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class FilesTest extends SparkTestCase {
  private void write(String name, String query) {
    sql(query).coalesce(1).write().format("placed").save(path(name));
  }

  /** Copies the data file of a table to another path, as a foreign file. */
  private Path copy(String table, String target) throws Exception {
    try (var files = Files.walk(directory.resolve(table))) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Path to = directory.resolve(target);
      Files.createDirectories(to.getParent());
      return Files.copy(file, to);
    }
  }

  @Test
  void severalPathsAndPatterns() {
    for (int i = 0; i < 3; i++) {
      write("in/t" + i, "select " + i + " as id");
    }
    Dataset<Row> two = spark.read().format("placed").load(path("in/t0"), path("in/t2"));
    assertEquals(List.of("(0)", "(2)"), rows(two));
    assertEquals(List.of("(0)", "(1)", "(2)"), rows(read(path("in/t*"))));
    assertEquals(List.of("(1)", "(2)"), rows(read(path("in/t{1,2}"))));
    assertEquals(3, read(path("in/t*")).count());
    AnalysisException e = assertThrows(AnalysisException.class, () -> read(path("in/x*")));
    assertEquals("PATH_NOT_FOUND", condition(e));
  }

  /** Whoever saves to a path with letters of patterns reads what was saved, not what they match. */
  @Test
  void pathsWithLettersOfPatterns() {
    write("names/ax", "select 0 as id");
    for (String name : List.of("a{x}", "a[x]", "a*", "a?", "a\\x", "{x} a")) {
      String t = path("names/" + name);
      for (int i = 1; i <= 2; i++) {
        sql("select " + i + " as id").write().format("placed").mode("append").save(t);
      }
      assertEquals(List.of("(1)", "(2)"), rows(read(t)), name);
      assertEquals(
          List.of("(1)"), rows(spark.read().option("snapshot", 1).format("placed").load(t)));
      assertEquals(
          List.of("(2)"), rows(sql("SELECT * FROM placed.`" + t + "` WHERE id > 1")), name);
    }
    assertEquals(List.of("(0)"), rows(read(path("names/a{x,y}"))));
  }

  /** The files of an emptied partition exist until a vacuum. */
  @Test
  void aPartitionThatWasEmptiedHasNoRows() {
    String t = path("emptied");
    sql("select id, id % 3 p from range(30)").write().format("placed").partitionBy("p").save(t);
    assertEquals(10, spark.read().format("placed").load(t + "/p=2").count());
    sql("select id, 0L p from range(5)")
        .write()
        .format("placed")
        .partitionBy("p")
        .mode("overwrite")
        .save(t);
    assertEquals(0, spark.read().format("placed").load(t + "/p=2").count());
    assertEquals(5, spark.read().format("placed").load(t + "/p=0", t + "/p=1").count());
    assertEquals(
        10, spark.read().format("placed").option("snapshot", "1").load(t + "/p=2").count());
  }

  /** A file may have nulls where another one promises that there are none. */
  @Test
  void nullsOfSomeFilesOfADirectory() throws Exception {
    for (String required : List.of("a", "b")) {
      String dir = path("nulls-" + required);
      for (String file : List.of("a", "b")) {
        String type = file.equals(required) ? "int32 not null" : "int32";
        Schema schema = Schema.parse("a: " + type + ", s: struct<x: " + type + ">");
        try (TableWriter out = Placed.write(dir + "/" + file + ".placed", schema).open()) {
          Integer value = file.equals(required) ? 1 : null;
          out.write(value, Arrays.asList(value));
          out.commit();
        }
      }
      for (Dataset<Row> t :
          List.of(
              read(dir),
              read(dir + "/*.placed"),
              spark.read().format("placed").option("mergeSchema", true).load(dir),
              spark.read().format("placed").load(dir + "/a.placed", dir + "/b.placed"))) {
        assertEquals(List.of("(1, (1))", "(null, (null))"), rows(t));
        assertEquals(
            List.of("(1, 1, 2)"), rows(t.selectExpr("count(a)", "count(s.x)", "count(*)")));
        assertEquals(1, t.where("a is null").count());
        assertEquals(1, t.where("s.x is null").count());
        assertEquals(1, t.where("a is not null").count());
        assertEquals(
            List.of("(0, 0)", "(1, 1)"), rows(t.selectExpr("ifnull(a, 0)", "ifnull(s.x, 0)")));
        assertEquals(List.of("(1, 1)", "(null, 1)"), rows(t.groupBy("a").count()));
      }
      try (TableScan scan = Placed.read(dir).where(Predicate.isNull("a")).open()) {
        assertEquals(1, scan.rows().count());
      }
    }
  }

  @Test
  void partitionsByTheirDirectories() {
    sql("select id, id % 3 as p, id % 2 as q from range(12)")
        .write()
        .format("placed")
        .partitionBy("p", "q")
        .save(path("t"));
    assertEquals(
        List.of("(1, 1)", "(7, 1)"), rows(read(path("t/p=1")).where("q = 1").select("id", "q")));
    assertEquals(List.of("id", "q"), List.of(read(path("t/p=1")).columns()));
    Dataset<Row> based =
        spark
            .read()
            .format("placed")
            .option("basePath", path("t"))
            .load(path("t/p=1"), path("t/p=2"));
    assertEquals(8, based.count());
    assertEquals(4, based.where("p = 2").count());
    assertEquals(12, read(path("t/p=*")).count());
    // Replaced files are not read through the directory either.
    sql("select 100L as id, 1L as p, 1L as q")
        .write()
        .format("placed")
        .mode("overwrite")
        .partitionBy("p", "q")
        .save(path("t"));
    assertEquals(List.of("(100)"), rows(read(path("t/p=1")).select("id")));
  }

  @Test
  void partitionsSavedByThemselves() {
    for (int i = 0; i < 2; i++) {
      sql("select 1 as single, 1 as square")
          .write()
          .format("placed")
          .mode("overwrite")
          .save(path("t/key=1"));
      sql("select 2 as single, 8 as cube")
          .write()
          .format("placed")
          .mode("overwrite")
          .save(path("t/key=2"));
    }
    Dataset<Row> merged = spark.read().format("placed").option("mergeSchema", true).load(path("t"));
    assertEquals(
        List.of("(1, 1, null, 1)", "(2, null, 8, 2)"),
        rows(merged.select("single", "square", "cube", "key")));
    assertEquals(2, merged.count());
    assertEquals(2, read(path("t")).count());
    sql("select 1 as a, 1 as p").write().format("placed").partitionBy("p").save(path("table"));
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                sql("select 2 as a")
                    .write()
                    .format("placed")
                    .mode("append")
                    .save(path("table/p=2")));
    assertTrue(message(e).contains("directory of the table"), message(e));
  }

  @Test
  void foreignFiles() throws Exception {
    write("a", "select 1 as id, 'x' as s");
    write("b", "select 2 as id, 'y' as s");
    copy("a", "f/one.placed");
    copy("b", "f/sub/two.placed");
    copy("a", "h/k=1/one.placed");
    copy("b", "h/k=2/two.placed");
    assertEquals(List.of("(1, x, 1)", "(2, y, 2)"), rows(read(path("h")).select("id", "s", "k")));
    assertEquals(List.of("(2)"), rows(read(path("h")).where("k = 2").select("id")));
    assertEquals(List.of("(1, x)"), rows(read(path("f/one.placed"))));
    Dataset<Row> recursive =
        spark.read().format("placed").option("recursiveFileLookup", true).load(path("h"));
    assertEquals(List.of("(1, x)", "(2, y)"), rows(recursive));
    Dataset<Row> deep =
        spark.read().format("placed").option("recursiveFileLookup", true).load(path("f"));
    assertEquals(2, deep.count());
    Dataset<Row> named =
        spark.read().format("placed").option("pathGlobFilter", "t*.placed").load(path("h"));
    assertEquals(List.of("(2)"), rows(named.select("id")));
    Files.setLastModifiedTime(
        directory.resolve("h/k=1/one.placed"), java.nio.file.attribute.FileTime.fromMillis(0));
    Dataset<Row> young =
        spark
            .read()
            .format("placed")
            .option("modifiedAfter", "2001-01-01T00:00:00")
            .load(path("h"));
    assertEquals(List.of("(2)"), rows(young.select("id")));
    Dataset<Row> old =
        spark
            .read()
            .format("placed")
            .option("modifiedBefore", "2001-01-01T00:00:00")
            .load(path("h"));
    assertEquals(List.of("(1)"), rows(old.select("id")));
    // The first write makes the directory a table, which includes the existing files.
    sql("select 3 as id, 'z' as s, 1 as k").write().format("placed").mode("append").save(path("h"));
    assertEquals(3, read(path("h")).count());
  }

  @Test
  void mergedAndWidenedSchemas() throws Exception {
    write("a", "select 1 as id, 'x' as s, named_struct('u', 1) as st");
    write("b", "select 5000000000 as id, 2.5d as d, named_struct('u', 2L, 'v', 'w') as st");
    copy("a", "f/1.placed");
    copy("b", "f/2.placed");
    for (String[] paths : List.of(new String[] {path("f")}, new String[] {path("a"), path("b")})) {
      Dataset<Row> merged = spark.read().format("placed").option("mergeSchema", true).load(paths);
      assertEquals(
          List.of("(1, x, null, (1, null))", "(5000000000, null, 2.5, (2, w))"),
          rows(merged.select("id", "s", "d", "st")));
      assertEquals(1, merged.where("id > 4000000000").count());
      assertEquals(1, merged.where("id = 1 and d is null").count());
      assertEquals(1, merged.where("st.v = 'w'").count());
    }
    Dataset<Row> given =
        spark
            .read()
            .format("placed")
            .schema("s string, id decimal(20,0), none int")
            .load(path("a"));
    assertEquals(List.of("(x, 1, null)"), rows(given));
    Exception e =
        assertThrows(
            Exception.class,
            () -> rows(spark.read().format("placed").schema("s int").load(path("a"))));
    assertTrue(message(e).contains("s"), message(e));
  }

  @Test
  void damagedAndMissingFiles() throws Exception {
    spark.range(0, 4000, 1, 2).write().format("placed").save(path("t"));
    List<Path> files;
    try (var all = Files.walk(directory.resolve("t"))) {
      files =
          all.filter(f -> f.toString().endsWith(".placed"))
              .sorted(Comparator.naturalOrder())
              .toList();
    }
    try (RandomAccessFile f = new RandomAccessFile(files.get(0).toFile(), "rw")) {
      f.seek(60);
      int b = f.read();
      f.seek(60);
      f.write(b ^ 0x40);
    }
    Exception e = assertThrows(Exception.class, () -> rows(read(path("t"))));
    assertTrue(message(e).contains(files.get(0).getFileName().toString()), message(e));
    Dataset<Row> tolerant =
        spark.read().format("placed").option("ignoreCorruptFiles", true).load(path("t"));
    // A condition that statistics cannot evaluate, so pages are read.
    String some = "id <> 5 and id <> 3005";
    assertEquals(1999, tolerant.where(some).count());
    spark.conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    try {
      assertEquals(1999, read(path("t")).where(some).count());
    } finally {
      spark.conf().unset("spark.sql.files.ignoreCorruptFiles");
    }
    Dataset<Row> gone = read(path("t"));
    Dataset<Row> goneTolerant =
        spark.read().format("placed").option("ignoreMissingFiles", true).load(path("t"));
    Files.delete(files.get(0));
    assertFails(files.get(0).getFileName().toString(), () -> rows(gone));
    assertEquals(2000, goneTolerant.where("id >= 0").count());
    assertEquals(2000, goneTolerant.count());
    assertEquals(List.of("(2000)"), rows(goneTolerant.selectExpr("count(id)")));
  }

  /** What is pushed down depends on it, so that a plan keeps what it was planned with. */
  @Test
  void missingFilesArePassedOverAsPlanned() throws Exception {
    spark.range(0, 4000, 1, 2).write().format("placed").save(path("t"));
    Path file;
    try (var all = Files.walk(directory.resolve("t"))) {
      file = all.filter(f -> f.toString().endsWith(".placed")).sorted().findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    String setting = "spark.sql.files.ignoreMissingFiles";
    try {
      for (String query :
          List.of(
              "select id from %s limit 3900",
              "select sum(id), count(*) from %s where id >= 0",
              "select id from %s where id >= 0 order by id limit 3000")) {
        String text = String.format(query, "placed.`" + path("t") + "`");
        Dataset<Row> strict = sql(text);
        strict.queryExecution().optimizedPlan();
        spark.conf().set(setting, "true");
        Dataset<Row> tolerant = sql(text);
        tolerant.queryExecution().optimizedPlan();
        Files.delete(file);
        assertFails(file.getFileName().toString(), () -> rows(strict));
        spark.conf().unset(setting);
        assertTrue(rows(tolerant).size() > 0, query);
        Files.write(file, bytes);
      }
    } finally {
      spark.conf().unset(setting);
    }
  }

  /** Options that choose files choose among those of the state that the table was opened at. */
  @Test
  void filesAreChosenOfOneSnapshot() throws Exception {
    write("t", "select 1 as id");
    Map<String, String> settings =
        Map.of(
            "pathGlobFilter",
            "*.placed",
            "modifiedAfter",
            "2001-01-01T00:00:00",
            "modifiedBefore",
            "2999-01-01T00:00:00",
            "timeZone",
            "UTC");
    for (Map.Entry<String, String> option : settings.entrySet()) {
      PlacedTable table = PathTables.load(path("t"), Map.of());
      long before = read(path("t")).count();
      assertEquals(before, filesOf(table, Map.of()), option.getKey());
      sql("select 2 as id").coalesce(1).write().format("placed").mode("append").save(path("t"));
      assertEquals(before, filesOf(table, Map.of(option.getKey(), option.getValue())));
      spark.conf().set("spark.datasource.placed." + option.getKey(), option.getValue());
      try {
        assertEquals(before, filesOf(table, Map.of()), option.getKey());
      } finally {
        spark.conf().unset("spark.datasource.placed." + option.getKey());
      }
      assertEquals(0, filesOf(table, Map.of("pathGlobFilter", "none*")));
    }
    // A property of the table is for reads; what is written is one state, too.
    sql(
        "create table chosen (id int) using placed location '"
            + path("t")
            + "'"
            + " tblproperties ('pathGlobFilter' = 'none*')");
    assertEquals(0, spark.table("chosen").count());
    if (since("4.0")) {
      assertEquals(5, spark.read().option("pathGlobFilter", "*").table("chosen").count());
    }
    sql("delete from chosen where id = 2");
    assertEquals(1, read(path("t")).count());
    sql("drop table chosen");
  }

  private static int filesOf(PlacedTable table, Map<String, String> options) {
    Scan scan = table.newScanBuilder(new CaseInsensitiveStringMap(options)).build();
    return ((PlannedRead) scan).plan().query().files().size();
  }

  @Test
  void whatIsNoTable() throws Exception {
    AnalysisException missing = assertThrows(AnalysisException.class, () -> read(path("nowhere")));
    assertEquals("PATH_NOT_FOUND", condition(missing));
    Files.createDirectories(directory.resolve("empty"));
    AnalysisException empty = assertThrows(AnalysisException.class, () -> read(path("empty")));
    assertTrue(empty.getMessage().contains("neither a Placed file"), empty.getMessage());
    Files.writeString(directory.resolve("text.placed"), "not a table at all, only some words");
    AnalysisException text = assertThrows(AnalysisException.class, () -> read(path("text.placed")));
    assertTrue(text.getMessage().contains("text.placed"), text.getMessage());
    spark.range(3).write().parquet(path("parquet"));
    AnalysisException parquet = assertThrows(AnalysisException.class, () -> read(path("parquet")));
    assertTrue(parquet.getMessage().contains("parquet"), parquet.getMessage());
    AnalysisException nothing =
        assertThrows(AnalysisException.class, () -> spark.read().format("placed").load());
    assertTrue(nothing.getMessage().contains("path"), nothing.getMessage());
  }
}
