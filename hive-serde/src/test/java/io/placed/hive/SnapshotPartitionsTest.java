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
}
