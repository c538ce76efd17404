package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.OneIn;
import io.placed.Placed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts of tables to which other engines write by path, of which the metastore is not told. */
@OneIn(2)
class StatisticsTest extends SnapshotTables {
  private static final String QUERY = "select count(*) from ";

  private void createAndWrite(String kind, String table) throws Exception {
    hive.run(
        "create "
            + kind
            + " table "
            + table
            + " (id bigint, name string, x double) stored as placed location '"
            + path(table)
            + "'");
    hive.run("insert into " + table + " values (100, 'a', 0)");
    assertEquals(List.of("1"), hive.run(QUERY + table));
    write(Placed.write(path(table), SCHEMA), 0, 3);
    share(table);
  }

  @Test
  void anExternalTable() throws Exception {
    createAndWrite("external", "counted_external");
    assertEquals(List.of("4"), hive.run(QUERY + "counted_external"));
  }

  /** Hive takes the statistics of its own last write for exact, unless it is told not to. */
  @Test
  void aManagedTable() throws Exception {
    createAndWrite("", "counted_managed");
    hive.conf().set("hive.compute.query.using.stats", "false");
    try {
      assertEquals(List.of("4"), hive.run(QUERY + "counted_managed"));
    } finally {
      hive.conf().unset("hive.compute.query.using.stats");
    }
    // What the documentation advises after writes by other engines.
    hive.run("alter table counted_managed set tblproperties ('COLUMN_STATS_ACCURATE' = 'false')");
    assertEquals(List.of("4"), hive.run(QUERY + "counted_managed"));
    hive.run("insert into counted_managed values (101, 'b', 0)");
    assertEquals(List.of("5"), hive.run(QUERY + "counted_managed"));
    hive.run("analyze table counted_managed compute statistics");
    assertEquals(List.of("5"), hive.run(QUERY + "counted_managed"));
  }
}
