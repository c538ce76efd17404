package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.vacuum.VacuumOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Partitions of data sets with snapshots, in directories that Hive and others made. */
class SnapshotPartitionsTest extends SnapshotTables {
  private static final Schema MONTHS = Schema.parse("id: int64, Month: int32");

  private void months(String table, boolean overwrites, Object[]... rows) throws Exception {
    WriteBuilder to = Placed.write(path(table), MONTHS).partitionBy("Month");
    try (TableWriter out = (overwrites ? to.overwrite() : to).open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
  }

  private List<String> directories(String table) throws Exception {
    try (var all = Files.list(directory.resolve(table))) {
      return all.map(p -> p.getFileName().toString())
          .filter(n -> n.contains("="))
          .sorted()
          .toList();
    }
  }

  /** Hive creates directories with lower-case column names. */
  @Test
  void aPartitionIsReadFromDirectoriesInEverySpelling() throws Exception {
    months("spellings", false, new Object[] {0L, 0}, new Object[] {1L, 1}, new Object[] {2L, 1});
    share("spellings");
    create("spellings", "id bigint", "partitioned by (month int)");
    hive.run("insert into spellings partition (month) select 100, 1");
    assertEquals(List.of("Month=0", "Month=1", "month=1"), directories("spellings"));
    for (String conversion : List.of("more", "none")) {
      for (String vectorized : List.of("true", "false")) {
        hive.conf().set("hive.fetch.task.conversion", conversion);
        hive.conf().set("hive.vectorized.execution.enabled", vectorized);
        assertEquals(
            List.of("1\t1", "2\t1", "100\t1"), hive.run("select * from spellings order by id"));
        assertEquals(List.of("2"), hive.run("select id from spellings where id = 2 and month = 1"));
        assertEquals(List.of("3"), hive.run("select count(*) from spellings"));
      }
    }
    hive.conf().unset("hive.fetch.task.conversion");
    hive.conf().unset("hive.vectorized.execution.enabled");
    hive.run("drop table spellings");
    create("spellings", "id bigint", "partitioned by (month int)");
    String refused = hive.failure("msck repair table spellings");
    assertTrue(refused.contains("Found two paths for same partition"), refused);
    assertEquals(List.of(0L, 1L, 2L, 100L), ids("spellings"));
    Rewrite.prepare(FileStores.local(), path("spellings"), RewriteOptions.of(Map.of()))
        .run(f -> {});
    DataSet.at(FileStores.local(), path("spellings"))
        .vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    Files.delete(directory.resolve("spellings/Month=1"));
    hive.run("msck repair table spellings");
    assertEquals(
        List.of("0\t0", "1\t1", "2\t1", "100\t1"), hive.run("select * from spellings order by id"));
  }

  @Test
  void aPartitionThatHiveMadeKeepsItsDirectory() throws Exception {
    months("kept", false, new Object[] {0L, 0});
    share("kept");
    create("kept", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table kept");
    hive.run("insert into kept partition (month) select 1, 0 union all select 7, 7");
    months("kept", false, new Object[] {8L, 7}, new Object[] {9L, 3});
    List<String> directories = List.of("Month=0", "Month=3", "month=7");
    assertEquals(directories, directories("kept"));
    String query = "select * from kept order by id";
    assertEquals(List.of("0\t0", "1\t0", "7\t7", "8\t7"), hive.run(query));
    Rewrite.prepare(FileStores.local(), path("kept"), RewriteOptions.of(Map.of())).run(f -> {});
    assertEquals(List.of("0\t0", "1\t0", "7\t7", "8\t7"), hive.run(query));
    hive.run("drop table kept");
    create("kept", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table kept");
    assertEquals(List.of("0\t0", "1\t0", "7\t7", "8\t7", "9\t3"), hive.run(query));
    months("kept", true, new Object[] {20L, 7}, new Object[] {21L, 0});
    assertEquals(List.of("20\t7", "21\t0"), hive.run(query));
    assertEquals(directories, directories("kept"));
  }

  /** Hive creates the directory in lower case, and without files. */
  @Test
  void aPartitionThatIsAddedHasTheRowsOfTheDirectoryInAnotherSpelling() throws Exception {
    months("added", false, new Object[] {0L, 0}, new Object[] {1L, 1}, new Object[] {2L, 1});
    share("added");
    create("added", "id bigint", "partitioned by (month int)");
    hive.run("alter table added add partition (month = 1)");
    assertEquals(List.of("Month=0", "Month=1", "month=1"), directories("added"));
    for (EmbeddedHive.Engine engine : EmbeddedHive.Engine.values()) {
      try (EmbeddedHive session = EmbeddedHive.start(engine)) {
        for (String conversion : List.of("more", "none")) {
          session.conf().set("hive.fetch.task.conversion", conversion);
          String how = engine + " " + conversion;
          assertEquals(
              List.of("1\t1", "2\t1"), session.run("select * from added order by id"), how);
          assertEquals(
              List.of("2\t1"), session.run("select * from added where id = 2 and month = 1"), how);
          assertEquals(List.of("2"), session.run("select count(*) from added"), how);
          assertEquals(
              List.of("1\t3"), session.run("select month, sum(id) from added group by month"), how);
        }
      }
    }
  }

  /** Hive moves the directory of a partition that is new to it in the place of what is there. */
  @Test
  void filesOfPartitionsThatTheMetastoreDoesNotListAreNotRemoved() throws Exception {
    Schema schema = Schema.parse("id: int64, year: int32, month: int32");
    try (TableWriter out =
        Placed.write(path("unlisted"), schema).partitionBy("year", "month").open()) {
      for (long k = 0; k < 4; k++) {
        out.write(k, 2020, (int) (k % 2));
      }
      out.commit();
    }
    share("unlisted");
    create("unlisted", "id bigint", "partitioned by (year int, month int)");
    months("staged/files", false, new Object[] {50L, 1});
    Path staged = Files.createDirectories(directory.resolve("staged/plain"));
    try (var files = Files.walk(directory.resolve("staged/files"))) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(file, staged.resolve("x.placed"));
    }
    String into = "insert into unlisted partition ";
    for (String statement :
        List.of(
            into + "(year, month) select 10, 2020, 1",
            into + "(year = 2020, month) select 10, 1",
            into
                + "(year, month) select 10, 2020, 7 union all select id, 2020, 1 from unlisted"
                + " union all select 11, 2020, 1",
            "from (select 10 id) s insert into unlisted partition (year, month) (month, id, year)"
                + " select 1, id, 2020",
            "load data inpath '"
                + staged
                + "' into table unlisted partition (year=2020,month=1)")) {
      String refused = hive.failure(statement);
      assertTrue(refused.contains("Run MSCK REPAIR TABLE"), statement + ": " + refused);
      assertEquals(List.of(0L, 1L, 2L, 3L), ids("unlisted"), statement);
    }
    hive.conf().set("hive.exec.stagingdir", directory.resolve("elsewhere/.stage").toString());
    String refused = hive.failure(into + "(year = 2020, month = 1) values (10)");
    assertTrue(refused.contains("Run MSCK REPAIR TABLE"), refused);
    hive.conf().set("hive.exec.stagingdir", ".hive-staging");
    hive.run(into + "(year = 2020, month = 1) values (10)");
    hive.run(into + "(year, month) select 11, 2020, 1 union all select 12, 2020, 9");
    assertEquals(List.of(0L, 1L, 2L, 3L, 10L, 11L, 12L), ids("unlisted"));
    hive.run("alter table unlisted add partition (year = 2020, month = 0)");
    hive.run(into + "(year, month) select 13, 2020, 0");
    assertEquals(
        List.of("0\t3", "1\t4", "9\t1"),
        hive.run("select month, count(*) from unlisted group by month order by month"));
  }

  /** A data set with one file of such a partition could not be read at all. */
  @Test
  void partitionsThatTheDataSetCouldNotReadAreRefused() throws Exception {
    months("texts", false, new Object[] {0L, 0});
    share("texts");
    create("texts", "id bigint", "partitioned by (month string)");
    hive.run("msck repair table texts");
    Path staged = Files.createDirectories(directory.resolve("loaded"));
    try (var files = Files.walk(directory.resolve("texts"))) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(file, staged.resolve("x.placed"));
    }
    for (String statement :
        List.of(
            "insert into texts partition (month = 'May') values (1)",
            "insert into texts partition (month) select 1, '2147483648'",
            "load data inpath '" + staged + "' into table texts partition (month = 'May')")) {
      String refused = hive.failure(statement);
      assertTrue(refused.contains("is not a value of type int32"), statement + ": " + refused);
    }
    hive.run("insert into texts partition (month) select 5, '05' union all select 6, null");
    assertEquals(List.of(0L, 5L, 6L), ids("texts"));
  }

  @Test
  void aPartitionWhoseDirectoryIsGoneHasTheRowsOfAnotherSpelling() throws Exception {
    months("gone", false, new Object[] {0L, 0}, new Object[] {1L, 1});
    share("gone");
    create("gone", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table gone");
    Files.createDirectory(directory.resolve("gone/month=1"));
    Rewrite.prepare(FileStores.local(), path("gone"), RewriteOptions.of(Map.of())).run(f -> {});
    DataSet.at(FileStores.local(), path("gone")).vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    Files.delete(directory.resolve("gone/Month=1"));
    for (EmbeddedHive.Engine engine : EmbeddedHive.Engine.values()) {
      try (EmbeddedHive session = EmbeddedHive.start(engine)) {
        assertEquals(
            List.of("0\t0", "1\t1"), session.run("select * from gone order by id"), "" + engine);
        assertEquals(List.of("1"), session.run("select id from gone where month = 1"), "" + engine);
      }
    }
  }
}
