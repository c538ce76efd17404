package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.error.CommitConflictException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
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

  /** Kinds of statements that were tried, and those that succeeded, over all tables. */
  private static final Map<String, Integer> TRIED = new ConcurrentHashMap<>();

  private static final Map<String, Integer> SUCCEEDED = new ConcurrentHashMap<>();

  /**
   * Tries by which at least one statement of a kind is expected to succeed: of three MERGEs two
   * have a conflict.
   */
  private static final int TRIES = 20;

  /** What the statements that succeeded did. */
  private static final class Done {
    final List<String> updates = new ArrayList<>();
    final List<Integer> residues = new ArrayList<>();

    /** Rows of INSERT and REPLACE WHERE, by id the number of the statement. */
    final Map<Long, Integer> inserted = new TreeMap<>();

    /** Which of such rows a DELETE or REPLACE WHERE removes, by the number of the statement. */
    final Map<Integer, LongPredicate> removed = new TreeMap<>();

    int conflicts;

    /** Whether a statement may have removed a row, if it was there before. */
    boolean removes(long id, int after) {
      return removed.entrySet().stream().anyMatch(r -> r.getKey() > after && r.getValue().test(id));
    }
  }

  /** A statement, and what it does if it succeeds. */
  private record Statement(String kind, String sql, Consumer<Done> effect) {}

  @AfterAll
  static void requireSuccesses() {
    System.out.println("ConcurrentSessionsTest: " + SUCCEEDED + " of " + TRIED);
    TRIED.forEach(
        (kind, tries) ->
            assertTrue(
                tries < TRIES || SUCCEEDED.containsKey(kind),
                "all " + tries + " statements of the kind " + kind + " had a conflict"));
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
      running.add(threads.submit(() -> statements(number, Chosen.random(seed + number))));
    }
    TreeMap<Long, Integer> expected = new TreeMap<>();
    for (long id = 0; id < ROWS; id++) {
      expected.put(id, 0);
    }
    String told = "seed " + seed;
    List<Done> all = new ArrayList<>();
    for (Future<Done> f : running) {
      Done done = f.get();
      all.add(done);
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
    List<Long> later =
        sql("select id from " + table + " where id >= " + ROWS).collectAsList().stream()
            .map(r -> r.getLong(0))
            .toList();
    requireInserted(all, later, told);
    // The feed knows the same.
    Dataset<Row> changes =
        since("4.2")
            ? sql("select * from " + table + " changes from version 1")
            : spark.read().format("placed").option("readChanges", "true").load(path("t"));
    Dataset<Row> inserted = changes.where("_change_type = 'insert'").select("Id", "N", "TS");
    Dataset<Row> deleted = changes.where("_change_type = 'delete'").select("Id", "N", "TS");
    assertEquals(rows(sql("select * from " + table)), rows(inserted.exceptAll(deleted)), told);
    assertEquals(0, deleted.exceptAll(inserted).count(), told);
  }

  /** IF NOT EXISTS asks for the table, whoever makes it. */
  @Test
  void sessionsThatCreateTheSameTable() throws Exception {
    int sessions = 4;
    ExecutorService threads = Executors.newFixedThreadPool(sessions);
    CyclicBarrier start = new CyclicBarrier(sessions);
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      SparkSession session = spark.newSession();
      running.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 10; round++) {
                  start.await(1, TimeUnit.MINUTES);
                  session.sql(
                      "create table if not exists placed.`"
                          + path("created" + round)
                          + "` (a int) using placed");
                }
                return null;
              }));
    }
    try {
      for (Future<Void> f : running) {
        f.get(3, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
    for (int round = 0; round < 10; round++) {
      String created = "placed.`" + path("created" + round) + "`";
      assertEquals(1, sql("select * from " + created + ".snapshots").count());
      assertFails(
          "TABLE_OR_VIEW_ALREADY_EXISTS", () -> sql("create table " + created + " (a int)"));
    }
  }

  /**
   * Each row that was inserted is there once, unless it was removed: by a later statement of its
   * own session, or by any of the other one.
   */
  private static void requireInserted(List<Done> all, List<Long> found, String told) {
    assertEquals(found.size(), Set.copyOf(found).size(), told + ": twice " + found);
    Set<Long> inserted = new HashSet<>();
    for (Done own : all) {
      inserted.addAll(own.inserted.keySet());
      own.inserted.forEach(
          (id, number) -> {
            boolean mayBeGone = all.stream().anyMatch(d -> d.removes(id, d == own ? number : -1));
            boolean mustBeGone = own.removes(id, number);
            boolean there = found.contains(id);
            assertTrue(there || mayBeGone, told + ": lost " + id);
            assertTrue(!there || !mustBeGone, told + ": came back " + id);
          });
    }
    assertTrue(inserted.containsAll(found), told + ": nobody inserted " + found);
  }

  private Statement random(int thread, int number, Random random) {
    int residue = random.nextInt(7);
    String some = "id % 7 = " + residue + " and id < " + ROWS;
    Consumer<Done> counts = done -> done.residues.add(residue);
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          new Statement("update", "update " + table + " set n = n + 1 where " + some, counts);
      case 2 ->
          new Statement(
              "update that moves rows",
              "update " + table + " set n = n + 1, ts = ts + interval 9 days where " + some,
              counts);
      case 3, 4 ->
          new Statement(
              "merge",
              "merge into "
                  + table
                  + " t using (select id as k from range(0, "
                  + ROWS
                  + ") where id % 7 = "
                  + residue
                  + ") s on t.id = s.k when matched then update set n = n + 1"
                  + " when not matched then insert (id, n) values (k, -1)",
              counts);
      case 5 -> {
        long id = 1000 + 100 * thread + number;
        yield new Statement(
            "insert",
            "insert into " + table + " values (" + id + ", 5, timestamp'2020-01-01')",
            done -> done.inserted.put(id, number));
      }
      case 6 ->
          new Statement(
              "optimize",
              "call placed.system.optimize(table => '" + path("t") + "', overlap => '0')",
              done -> {});
      // Spark 3.5 replaces rows by partition columns only.
      default ->
          random.nextBoolean() || !since("4.0")
              ? delete(number % 2, number)
              : replace(thread, number);
    };
  }

  private Statement delete(int half, int number) {
    return new Statement(
        "delete",
        "delete from " + table + " where id >= 1000 and id % 2 = " + half,
        done -> done.removed.put(number, id -> id >= 1000 && id % 2 == half));
  }

  private Statement replace(int thread, int number) {
    long id = 2000 + 100 * thread + number;
    return new Statement(
        "replace",
        "insert into "
            + table
            + " replace where id between 1000 and 1050 select "
            + id
            + ", 6, null",
        done -> {
          done.removed.put(number, other -> other >= 1000 && other <= 1050);
          done.inserted.put(id, number);
        });
  }

  private Done statements(int thread, Random random) throws Exception {
    SparkSession session = spark.newSession();
    Done done = new Done();
    for (int i = 0; i < STATEMENTS; i++) {
      Statement statement = random(thread, i, random);
      TRIED.merge(statement.kind(), 1, Integer::sum);
      try {
        sql(session, statement.sql());
        done.updates.add(statement.sql());
        statement.effect().accept(done);
        SUCCEEDED.merge(statement.kind(), 1, Integer::sum);
      } catch (Exception e) {
        assertTrue(isConflict(e), statement.sql() + ": " + message(e));
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
