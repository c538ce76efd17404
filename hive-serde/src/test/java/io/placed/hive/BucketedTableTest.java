package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CLUSTERED BY tables: Hive takes each of their files for a bucket. */
class BucketedTableTest extends SnapshotTables {
  private static final List<String> ALL =
      List.of("hive.convert.join.bucket.mapjoin.tez", "hive.auto.convert.sortmerge.join");

  @AfterEach
  void unset() {
    ALL.forEach(hive.conf()::unset);
    hive.conf().unset("hive.auto.convert.join");
  }

  private void make(String table) {
    create(table, "k int, v string", "clustered by (k) sorted by (k) into 4 buckets");
    hive.run(
        "insert into "
            + table
            + " select pos, concat('v', pos) from (select posexplode(split(space(199), ' ')) as"
            + " (pos, x)) t");
  }

  /** A bucket map join, a join of sorted buckets, a sample, and queries without any. */
  private static List<String> counts(String left) {
    String join = "select count(*), sum(x.k) from " + left + " x join other_side y on x.k = y.k";
    ALL.forEach(s -> hive.conf().set(s, "true"));
    String mapJoin = String.join("; ", hive.run(join));
    hive.conf().set("hive.auto.convert.join", "false");
    String merge = String.join("; ", hive.run(join));
    hive.conf().unset("hive.auto.convert.join");
    ALL.forEach(hive.conf()::unset);
    long sampled = 0;
    for (int i = 1; i <= 4; i++) {
      sampled +=
          hive.run("select k from " + left + " tablesample(bucket " + i + " out of 4 on k)").size();
    }
    return List.of(mapJoin, merge, String.valueOf(sampled));
  }

  @Test
  void tablesWithSnapshotsAreRefusedUnlessTheyAreNotClustered() throws Exception {
    make("other_side");
    for (String way : Chosen.oneOf(List.of("rewritten", "deleted"))) {
      List<String> all = List.of("200\t19900", "200\t19900", "200");
      make(way);
      assertEquals(all, counts(way));
      DataSet table = DataSet.at(FileStores.local(), path(way));
      if (way.equals("rewritten")) {
        Rewrite.prepare(FileStores.local(), table.path(), RewriteOptions.of(Map.of())).run(f -> {});
      } else {
        table.deleteRows(Predicate.parse("k < 190"));
        all = List.of("10\t1945", "10\t1945", "10");
      }
      requireRefused(way);
      assertEquals(List.of("200"), hive.run("select count(v) from other_side"));
      hive.run("alter table " + way + " not clustered");
      assertEquals(all, counts(way));
    }
  }

  private static void requireRefused(String table) {
    for (String query :
        List.of(
            "select count(*) from " + table + " x join other_side y on x.k = y.k",
            "select count(*) from other_side x join " + table + " y on x.k = y.k",
            "select count(v) from " + table)) {
      for (String setting : Chosen.oneOf(ALL)) {
        hive.conf().set(setting, "true");
        String refused = hive.failure(query);
        assertTrue(refused.contains(table + " is CLUSTERED BY"), query + ": " + refused);
        assertTrue(refused.contains("ALTER TABLE default." + table + " NOT CLUSTERED"), refused);
        hive.conf().unset(setting);
      }
    }
    // Hive reads one of the files in the directory, which the table may not show any more.
    String sample = "select max(k) from " + table + " tablesample(bucket 1 out of 4 on k)";
    String refused = hive.failure(sample);
    assertTrue(
        refused.contains("is CLUSTERED BY") || refused.contains("which does not show it"), refused);
  }
}
