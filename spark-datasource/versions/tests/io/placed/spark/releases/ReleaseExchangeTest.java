package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.PlacedTables;
import io.placed.spark.version.SparkRelease;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables that one release of Spark made, and another one changed, read and changed by each release:
 * partitions by transforms, renamed and added columns, deleted and merged rows, tags.
 *
 * <p>The tables are in {@code versions/tables}; a folder is named after the releases that wrote to
 * it, in turn. {@code -Dplaced.exchange.write=true} writes those of the release that runs.
 */
class ReleaseExchangeTest extends ReleaseTestCase {
  private static final Path TABLES =
      Path.of(System.getProperty("placed.exchange.tables")).toAbsolutePath().normalize();

  private static final String INSERTED =
      "select id as K, timestamp_seconds(1767225600 + id * 12345) as `Event Time`,"
          + " cast(id % 13 as int) as v, concat('s', id % 10) as s,"
          + " if(id % 3 = 0, 'a', 'B') as p from range(200)";

  private static final String EVOLVED =
      "select K, `Event Time`, v as `Wert €`, s, p, cast(null as double) as extra from ("
          + INSERTED
          + ") union all select id, timestamp_seconds(1767225600 + id * 999), cast(id as int),"
          + " 'new', 'B', id / 4 from range(200, 300)";

  private static final String MERGED =
      "select K, `Event Time`, if(K % 6 = 1, -1, `Wert €`) as `Wert €`, s, p, extra from ("
          + EVOLVED
          + ") where K % 7 <> 3 union all select id * 6 + 1, null, -2, 'merged', 'c', 0.5"
          + " from range(50, 60)";

  /** What each release does with a table that is there. */
  private static final String CHANGED =
      "select K, `Event Time`, `Wert €`, if(p = 'B' and K % 5 = 0, upper(s), s) as Text, p, extra"
          + " from ("
          + MERGED
          + " union all select id, timestamp_seconds(id), 5, 'later', 'a', 1.0"
          + " from range(400, 450)) where K % 11 <> 4";

  /** Rows of queries without tables, which are the same for each table. */
  private static final Map<String, List<String>> EXPECTED = new HashMap<>();

  private static List<String> tables() throws IOException {
    try (Stream<Path> folders = Files.list(TABLES)) {
      return folders.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  /** Tables that two releases changed, another one the last time. */
  static Stream<String> tablesOfOthers() throws IOException {
    return tables().stream().filter(name -> name.contains("-") && !name.endsWith(release()));
  }

  private static String release() {
    return SparkRelease.SUPPORTED;
  }

  private static String at(String path) {
    return "placed.`" + path + "`";
  }

  private static void tag(String path, String name) throws IOException {
    PlacedTables.createTag(spark, path, name, null, false);
  }

  private static void make(String path) throws IOException {
    String t = at(path);
    sql(
        "create table "
            + t
            + " (K bigint, `Event Time` timestamp, v int, s string, p string) using placed"
            + " partitioned by (p, bucket(2, K), months(`Event Time`))");
    sql("insert into " + t + " " + INSERTED);
    tag(path, "inserted");
    sql("alter table " + t + " rename column v to `Wert €`");
    sql("alter table " + t + " add column extra double");
    sql(
        "insert into "
            + t
            + " select id, timestamp_seconds(1767225600 + id * 999), cast(id as int), 'new', 'B',"
            + " id / 4 from range(200, 300)");
    tag(path, "evolved");
    sql("delete from " + t + " where k % 7 = 3");
    sql(
        "merge into "
            + t
            + " t using (select id * 6 + 1 as k from range(60)) u on t.K = u.k and u.k < 300"
            + " when matched then update set `wert €` = -1"
            + " when not matched and u.k > 300 then insert (K, `Event Time`, `Wert €`, s, p, extra)"
            + " values (u.k, null, -2, 'merged', 'c', 0.5)");
    tag(path, "merged");
  }

  private static void change(String path) throws IOException {
    String t = at(path);
    sql(
        "insert into "
            + t
            + " select id, timestamp_seconds(id), 5, 'later', 'a', 1.0 from range(400, 450)");
    sql("alter table " + t + " rename column s to Text");
    sql("update " + t + " set text = upper(Text) where p = 'B' and k % 5 = 0");
    sql("delete from " + t + " where K % 11 = 4");
  }

  private static List<String> expected(String query) {
    return EXPECTED.computeIfAbsent(query, q -> rows(q));
  }

  private static void check(String query, String t) {
    assertEquals(expected(query), rows("select * from " + t));
    for (String where :
        List.of(
            "K = 37",
            "p = 'B' and K between 20 and 60",
            "`Event Time` < timestamp'2026-01-10 00:00:00'",
            "`Event Time` is null")) {
      assertEquals(
          expected("select * from (" + query + ") where " + where),
          rows("select * from " + t + " where " + where),
          where);
    }
    String some = " order by K limit 20 offset 15";
    assertEquals(
        expected("select * from (" + query + ")" + some), rows("select * from " + t + some), some);
    assertEquals(25, sql("select K from (select * from " + t + " limit 25 offset 40)").count());
  }

  private static void checkTags(String path) {
    check(INSERTED, at(path) + " version as of 'inserted'");
    check(EVOLVED, at(path) + " version as of 'evolved'");
    check(MERGED, at(path) + " version as of 'merged'");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tablesOfOthers")
  void aTableOfOthers(String name) throws IOException {
    Path folder = directory.resolve("t");
    copy(TABLES.resolve(name), folder);
    String path = folder.toString();
    checkTags(path);
    check(CHANGED, at(path) + " version as of 'changed'");
    PlacedTables.rollback(spark, path, "merged", null);
    check(MERGED, at(path));
    change(path);
    check(CHANGED, at(path));
    PlacedTables.rewrite(spark, path, "reorder=sort(K); row-group=50 rows");
    PlacedTables.optimize(spark, path, OptimizeOptions.defaults());
    PlacedTables.vacuum(spark, path, new VacuumOptions(Duration.ZERO, 1, false));
    check(CHANGED, at(path));
    checkTags(path);
  }

  /** Both kinds of tables are there: one of an older release, changed by a newer one, and back. */
  @Test
  void theTablesAreThere() throws IOException {
    List<String> names = tables();
    assertTrue(names.containsAll(List.of("3.5", "4.2", "3.5-4.2", "4.2-3.5")), names.toString());
  }

  /** Writes the tables of this release: one of its own, and those of others, changed. */
  @Test
  void write() throws IOException {
    Assumptions.assumeTrue(Boolean.getBoolean("placed.exchange.write"));
    Files.createDirectories(TABLES);
    Path own = TABLES.resolve(release());
    remove(own);
    make(own.toString());
    for (String name : tables()) {
      if (name.contains("-") || name.equals(release())) {
        continue;
      }
      Path changed = TABLES.resolve(name + "-" + release());
      remove(changed);
      copy(TABLES.resolve(name), changed);
      change(changed.toString());
      tag(changed.toString(), "changed");
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(ReleaseExchangeTest::delete);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
