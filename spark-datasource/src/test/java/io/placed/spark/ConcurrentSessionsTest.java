package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * UPDATE, MERGE, DELETE, REPLACE WHERE, INSERT, optimize and a changed partitioning at the same
 * time, from two sessions. Each row counts the statements that changed it, so that a lost or
 * repeated change is seen; statements that fail with a conflict change nothing.
 */
class ConcurrentSessionsTest extends SparkTestCase {
  private static final int ROWS = 300;
  private static final int STATEMENTS = 9;

  /** What the statements that succeeded did. */
  private static final class Done {
    final List<String> updates = new ArrayList<>();
    final List<Integer> residues = new ArrayList<>();
    int conflicts;
  }

  private String table;

  @ParameterizedTest
  @CsvSource({
    "serializable, 0.5, ''",
    "serializable, 0, 'partitioned by (bucket(3, Id))'",
    "snapshot, 0.2, 'partitioned by (truncate(100, Id), days(ts))'",
    "snapshot, 1, ''"
  })
  void everyStatementHappensOnceOrNotAtAll(String isolation, String share, String by)
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("ConcurrentSessionsTest seed " + seed);
    table = "placed.`" + path("t") + "`";
    sql("create table " + table + " (`Id` bigint, `N` int, `TS` timestamp) using placed " + by);
    sql(
        "alter table "
            + table
            + " set tblproperties ('isolation' = '"
            + isolation
            + "', 'placed.deletes.max-share' = '"
            + share
            + "')");
    sql(
        "insert into "
            + table
            + " select /*+ repartition(3) */ id, 0, timestamp_seconds(id * 3600) from range(0, "
            + ROWS
            + ")");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<Done>> running = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int number = i;
      running.add(threads.submit(() -> statements(number, new Random(seed + number))));
    }
    TreeMap<Long, Integer> expected = new TreeMap<>();
    for (long id = 0; id < ROWS; id++) {
      expected.put(id, 0);
    }
    String told = "seed " + seed;
    for (Future<Done> f : running) {
      Done done = f.get();
      told += "\n" + done.updates + " " + done.conflicts + " conflicts";
      for (int residue : done.residues) {
        expected.replaceAll((id, n) -> id % 7 == residue ? n + 1 : n);
      }
    }
    threads.shutdown();
    TreeMap<Long, Integer> found = new TreeMap<>();
    for (Row r : sql("select id, n from " + table + " where id < " + ROWS).collectAsList()) {
      assertEquals(null, found.put(r.getLong(0), r.getInt(1)), told + ": twice " + r);
    }
    assertEquals(expected, found, told);
    // The feed knows the same.
    Dataset<Row> changes = sql("select * from " + table + " changes from version 1");
    Dataset<Row> inserted = changes.where("_change_type = 'insert'").select("Id", "N", "TS");
    Dataset<Row> deleted = changes.where("_change_type = 'delete'").select("Id", "N", "TS");
    assertEquals(rows(sql("select * from " + table)), rows(inserted.exceptAll(deleted)), told);
    assertEquals(0, deleted.exceptAll(inserted).count(), told);
  }

  private Done statements(int thread, Random random) throws Exception {
    SparkSession session = spark.newSession();
    Done done = new Done();
    for (int i = 0; i < STATEMENTS; i++) {
      int residue = random.nextInt(7);
      boolean counts = true;
      String some = "id % 7 = " + residue + " and id < " + ROWS;
      String statement =
          switch (random.nextInt(8)) {
            case 0, 1 -> "update " + table + " set n = n + 1 where " + some;
            case 2 -> "update " + table + " set n = n + 1, ts = ts + interval 9 days where " + some;
            case 3, 4 ->
                "merge into "
                    + table
                    + " t using (select id as k from range(0, "
                    + ROWS
                    + ") where id % 7 = "
                    + residue
                    + ") s on t.id = s.k when matched then update set n = n + 1"
                    + " when not matched then insert (id, n) values (k, -1)";
            case 5 -> {
              counts = false;
              yield "insert into "
                  + table
                  + " values ("
                  + (1000 + 100 * thread + i)
                  + ", 5, timestamp'2020-01-01')";
            }
            case 6 -> {
              counts = false;
              yield "call placed.system.optimize(table => '" + path("t") + "', overlap => '0')";
            }
            default -> {
              counts = false;
              yield random.nextBoolean()
                  ? "delete from " + table + " where id >= 1000 and id % 2 = " + i % 2
                  : "insert into "
                      + table
                      + " replace where id between 1000 and 1050 select 2000 + "
                      + (100 * thread + i)
                      + ", 6, null";
            }
          };
      try {
        session.sql(statement);
        done.updates.add(statement);
        if (counts) {
          done.residues.add(residue);
        }
      } catch (Exception e) {
        assertTrue(isConflict(e), statement + ": " + message(e));
        done.conflicts++;
      }
    }
    return done;
  }

  private static boolean isConflict(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof CommitConflictException) {
        return true;
      }
    }
    return false;
  }
}
