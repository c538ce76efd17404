package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LOAD DATA takes files that every engine shows and can read, and no others. */
class LoadDataTest extends SnapshotTables {
  private static final String COLUMNS = "id bigint, name string, x double";
  private static final String COMMIT = "0123456789abcdef0123456789abcdef-0.placed";

  @AfterEach
  void unsetHook() {
    hive.conf().unset("hive.semantic.analyzer.hook");
  }

  private Path stage(String name) throws IOException {
    return Files.createDirectories(directory.resolve("stage_" + name));
  }

  /** Of other names Java makes directories. */
  private Path put(Path file, String schema, Object... row) throws IOException {
    Path written = directory.resolve("written.placed");
    try (TableWriter out = Placed.write(written.toString(), Schema.parse(schema)).open()) {
      out.write(row);
      out.commit();
    }
    return Files.move(written, file);
  }

  private static List<Path> files(Path place) throws IOException {
    try (var all = Files.walk(place)) {
      return all.filter(Files::isRegularFile)
          .filter(f -> !f.getFileName().toString().endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  /** With and without the hook, moved and copied. */
  private void requireRefused(Path stage, String table, String words) throws IOException {
    List<Path> before = files(directory);
    for (String hook : List.of("", SnapshotHook.class.getName())) {
      hive.conf().set("hive.semantic.analyzer.hook", hook);
      for (String local : Chosen.oneOf(List.of("", "local "))) {
        String load = "load data " + local + "inpath '" + stage + "' into table " + table;
        String refused = hive.failure(load);
        assertTrue(refused.contains(words), load + ": " + refused);
        assertEquals(before, files(directory), load);
      }
    }
  }

  /** Siblings of such a file stay where they are, as names that begin with _ do. */
  private Path stageOfSeveralFiles() throws Exception {
    write(Placed.write(path("wide"), SCHEMA).placement("cf"), 0, 10);
    Path stage = stage("wide");
    for (Path file : files(directory.resolve("wide"))) {
      String name = file.getFileName().toString();
      if (name.endsWith(".placed")) {
        Files.copy(file, stage.resolve(name.startsWith("_") ? name : "main.placed"));
      }
    }
    assertTrue(files(stage).size() > 1, files(stage).toString());
    return stage;
  }

  /** A table over a data set that shows files which Hive adds. */
  private void shared(String table, int rows) throws Exception {
    write(Placed.write(path(table), SCHEMA), 0, rows);
    share(table);
    create(table, COLUMNS, "");
  }

  @Test
  void filesThatNobodyWouldSeeAreRefused() throws Exception {
    shared("load_logged", 10);
    create("load_plain", COLUMNS, "");
    hive.run("insert into load_plain values (1, 'n', 1)");
    hive.run("create table load_managed (" + COLUMNS + ") stored as placed");
    hive.run(
        "create table load_managed_parts ("
            + COLUMNS
            + ") partitioned by (p int) stored as placed");
    hive.run("alter table load_managed_parts add partition (p = 1)");
    put(stage("commit").resolve(COMMIT), "id: int64", 11L);
    put(stage("dat").resolve("part.dat"), "id: int64", 11L);
    Files.writeString(stage("orc").resolve("000000_0"), "ORC and so on");
    Path wide = stageOfSeveralFiles();
    for (String table :
        Chosen.some(
            List.of(
                "load_logged",
                "load_plain",
                "load_managed",
                "load_managed_parts partition (p = 1)"),
            2)) {
      requireRefused(stage("commit"), table, COMMIT + ": is named like a file of a commit");
      requireRefused(stage("dat"), table, "part.dat: nobody looks for rows");
      requireRefused(stage("orc"), table, "000000_0: is an ORC file");
      requireRefused(wide, table, "main.placed: has columns in");
    }
    assertEquals(10, ids("load_logged").size());
    hive.run(
        "load data inpath '"
            + put(stage("commit").resolve("f8.placed"), "id: int64", 12L)
            + "' into table load_logged");
    assertEquals(11, ids("load_logged").size());
    hive.runAll("drop table load_managed", "drop table load_managed_parts");
  }

  /** An OVERWRITE of a table without snapshots is Hive's. */
  @Test
  void filesThatReplaceOthersHaveToBeVisibleToo() throws Exception {
    create("replaced", COLUMNS, "");
    hive.run("insert into replaced values (1, 'n', 1)");
    Path wrong = put(stage("replacing").resolve(COMMIT), "id: int64", 2L);
    String load = "load data inpath '%s' overwrite into table replaced";
    String refused = hive.failure(load.formatted(wrong));
    assertTrue(refused.contains("is named like a file of a commit"), refused);
    assertEquals(List.of("1"), hive.run("select id from replaced"));
    Path right = Files.move(wrong, wrong.resolveSibling("000000_0"));
    hive.run(load.formatted(right));
    assertEquals(List.of("2"), hive.run("select id from replaced"));
  }

  @Test
  void columnsThatTheDataSetCannotReadAreRefused() throws Exception {
    shared("typed", 10);
    create("typed_parts", COLUMNS, "partitioned by (p int)");
    hive.run("alter table typed_parts add partition (p = 1) location '" + path("typed") + "'");
    put(stage("type").resolve("f.placed"), "id: string", "a");
    put(stage("more").resolve("000000_0"), "id: int64, extra: int32", 10L, 1);
    requireRefused(stage("type"), "typed", "f.placed: column id is string in the file");
    requireRefused(stage("more"), "typed", "has no column extra");
    // Where the partition is, only the hook knows.
    hive.conf().set("hive.semantic.analyzer.hook", SnapshotHook.class.getName());
    String refused =
        hive.failure(
            "load data inpath '" + stage("type") + "' into table typed_parts partition (p = 1)");
    assertTrue(refused.contains("column id is string in the file"), refused);
    assertEquals(10, ids("typed").size());

    put(stage("fits").resolve("000000_0"), "ID: int32, X: float", 10, 1.5f);
    hive.run("load data inpath '" + stage("fits") + "' into table typed");
    assertEquals(List.of("10\tNULL\t1.5"), hive.run("select * from typed where id > 9"));
    Rewrite.prepare(FileStores.local(), path("typed"), RewriteOptions.of(Map.of())).run(f -> {});
    assertEquals(11, ids("typed").size());
  }

  /** Values of its columns are those of the directory, whatever the file has. */
  @Test
  void filesOfAPartitionMayHaveItsColumns() throws Exception {
    Schema schema = Schema.parse("id: int64, month: int32");
    try (TableWriter out = Placed.write(path("by_month"), schema).partitionBy("month").open()) {
      out.write(1L, 3);
      out.commit();
    }
    share("by_month");
    create("by_month", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table by_month");
    for (int month = 3; month < 5; month++) {
      Path file = stage("month" + month).resolve("000000_0");
      put(file, "id: int64, month: string", 10L + month, "x");
      hive.run(
          "load data inpath '" + file + "' into table by_month partition (month = " + month + ")");
    }
    assertEquals(
        List.of("1\t3", "13\t3", "14\t4"),
        hive.run("select id, month from by_month where month > 0 order by id"));
    assertEquals(List.of(1L, 13L, 14L), ids("by_month"));
  }

  /** What Hive reads and inserts need not have the name or the columns of a table's file. */
  @Test
  void rowsThatHiveInsertsAreNotLoadedFiles() throws Exception {
    hive.run(
        "create table into_buckets (id bigint) clustered by (id) into 2 buckets stored as placed");
    hive.run("create table into_parts (id bigint) partitioned by (p int) stored as placed");
    put(stage("rows").resolve(COMMIT), "id: int64", 5L);
    hive.run("load data inpath '" + stage("rows") + "' into table into_buckets");
    assertEquals(List.of("5"), hive.run("select id from into_buckets"));
    put(stage("pairs").resolve(COMMIT), "id: int64, p: int32", 6L, 7);
    hive.run("load data inpath '" + stage("pairs") + "' into table into_parts");
    assertEquals(List.of("6\t7"), hive.run("select id, p from into_parts"));
    hive.runAll("drop table into_buckets", "drop table into_parts");
  }

  /** Hive renames the second one. */
  @Test
  void theSameFileTwice() throws Exception {
    shared("twice", 1);
    Path file = put(stage("twice").resolve("f8.placed"), "id: int64", 8L);
    List<Long> expected = new ArrayList<>(List.of(0L));
    for (int round = 0; round < 3; round++) {
      hive.run("load data local inpath '" + file + "' into table twice");
      expected.add(8L);
      assertEquals(expected, ids("twice"));
      if (round == 1) {
        DataSet dataSet = DataSet.at(FileStores.local(), path("twice"));
        Rewrite.prepare(FileStores.local(), dataSet.path(), RewriteOptions.of(Map.of()))
            .run(f -> {});
        assertEquals(expected, ids("twice"));
      }
    }
  }
}
