package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sessions of Hive that write to a table at the same time, also beside the Java API. */
class ConcurrentSessionsTest extends SnapshotTables {
  private static final Schema MONTHS = Schema.parse("id: int64, month: int32");
  private static final int SESSIONS = 2;

  private static void atOnce(List<Callable<Void>> all) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      all.forEach(a -> running.add(threads.submit(a)));
      for (Future<Void> f : running) {
        f.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Not of Tez, whose plans are static in local mode. */
  private static Callable<Void> session(String... statements) {
    return () -> {
      try (EmbeddedHive own = EmbeddedHive.start(EmbeddedHive.Engine.MR)) {
        own.runAll(statements);
      }
      return null;
    };
  }

  /** Both sessions look for a free name before either of them moves its file. */
  @Test
  void insertsOfTwoSessionsDoNotReplaceEachOthersFiles() throws Exception {
    String table = "at_once";
    create(table, "id bigint", "partitioned by (month int)");
    hive.run("alter table " + table + " add partition (month = 1)");
    Path partition = Path.of(path(table), "month=1");
    CyclicBarrier moves = new CyclicBarrier(SESSIONS);
    LightLocalFileSystem.beforeRename =
        to -> {
          if (partition.equals(Path.of(to.getParent().toUri().getPath()))) {
            await(moves);
          }
        };
    try {
      atOnce(
          List.of(
              session("insert into " + table + " partition (month = 1) values (1)"),
              session("insert into " + table + " partition (month) select 2, 1")));
    } finally {
      LightLocalFileSystem.beforeRename = to -> {};
    }
    assertEquals(List.of("1", "2"), hive.run("select id from " + table + " order by id"));
    assertEquals(List.of("month=1"), hive.run("show partitions " + table));
    assertEquals(List.of(1L, 2L), ids(table));
    hive.run("insert into " + table + " partition (month = 1) values (3)"); // by Tez
    try (var files = Files.list(partition)) {
      assertEquals(
          3,
          files
              .map(f -> f.getFileName().toString())
              .filter(f -> f.matches("000000_0\\.[0-9a-f]{32}\\.placed"))
              .count());
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rowsOfSessionsAndOfJavaAreThereOnce() throws Exception {
    append("written_at_once", 0, 10);
    share("written_at_once");
    create("written_at_once", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table written_at_once");
    for (int month = 3; month < 6; month++) {
      hive.run("alter table written_at_once add partition (month = " + month + ")");
    }
    List<Callable<Void>> all = new ArrayList<>();
    for (int s = 1; s <= SESSIONS; s++) {
      List<String> statements = new ArrayList<>();
      for (int k = 0; k < 6; k++) {
        int id = 1000 * s + 2 * k;
        statements.add(
            "insert into written_at_once partition (month) select "
                + id
                + ", "
                + k
                + " union all select "
                + (id + 1)
                + ", 3");
      }
      all.add(session(statements.toArray(String[]::new)));
    }
    all.add(
        () -> {
          for (int k = 1; k < 6; k++) {
            append("written_at_once", 10 * k, 10);
            DataSet.at(FileStores.local(), path("written_at_once"))
                .optimize(OptimizeOptions.defaults());
          }
          return null;
        });
    atOnce(all);
    List<Long> ids =
        LongStream.concat(
                LongStream.range(0, 60),
                LongStream.concat(LongStream.range(1000, 1012), LongStream.range(2000, 2012)))
            .boxed()
            .toList();
    assertEquals(ids, ids("written_at_once"));
    assertEquals(
        ids.stream().map(String::valueOf).toList(),
        hive.run("select id from written_at_once order by id"));
    assertEquals(
        List.of("month=0", "month=1", "month=2", "month=3", "month=4", "month=5"),
        hive.run("show partitions written_at_once"));
  }

  /** Its files are hidden, then unlisted, then read by the next rewrite. */
  @Test
  void javaCommitsRewritesAndVacuumsWhileAnInsertMovesItsFiles() throws Exception {
    String table = "moved_into";
    append(table, 0, 10);
    share(table);
    create(table, "id bigint", "partitioned by (month int)");
    hive.run("msck repair table " + table);
    AtomicInteger moves = new AtomicInteger();
    LightLocalFileSystem.beforeRename =
        to -> {
          if (to.getParent().getName().startsWith("month=") && !isStaged(to)) {
            beside(table, moves);
          }
        };
    try {
      hive.run("insert into " + table + " partition (month = 0) values (1000), (1001)");
      hive.run(
          "insert into " + table + " partition (month) select 1002, 1 union all select 1003, 2");
    } finally {
      LightLocalFileSystem.beforeRename = to -> {};
    }
    assertTrue(moves.get() >= 3, moves + " files were moved");
    requireIds(table, 10L * (moves.get() + 1), 1004);
    upkeep(table, progress -> {});
    requireIds(table, 10L * (moves.get() + 1), 1004);
  }

  /** One at a time: Hive moves the files of several partitions at once. */
  private synchronized void beside(String table, AtomicInteger moves) {
    try {
      append(table, 10L * moves.incrementAndGet(), 10);
      upkeep(table, progress -> {});
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isStaged(org.apache.hadoop.fs.Path path) {
    return path.toString().contains(".hive-staging");
  }

  /** The rewrite knows only the files of before. */
  @Test
  void anInsertWhileJavaRewrites() throws Exception {
    String table = "rewritten_beside";
    append(table, 0, 10);
    share(table);
    create(table, "id bigint", "partitioned by (month int)");
    hive.run("msck repair table " + table);
    hive.run("insert into " + table + " partition (month = 0) values (1000)");
    AtomicInteger inserts = new AtomicInteger(1);
    upkeep(
        table,
        progress -> {
          int id = 1000 + inserts.getAndIncrement();
          hive.run("insert into " + table + " partition (month = 0) values (" + id + ")");
        });
    assertTrue(inserts.get() > 1);
    requireIds(table, 10, 1000 + inserts.get());
    upkeep(table, progress -> {});
    requireIds(table, 10, 1000 + inserts.get());
  }

  private void upkeep(String table, DoubleConsumer progress) throws IOException {
    RewriteOptions anew = RewriteOptions.of(Map.of("placement.row-group", "7 rows"));
    Rewrite.prepare(FileStores.local(), path(table), anew).run(progress);
    DataSet dataSet = DataSet.at(FileStores.local(), path(table));
    dataSet.optimize(OptimizeOptions.defaults());
    dataSet.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
  }

  /** Those of Java from 0 on, and those of Hive from 1000 on. */
  private void requireIds(String table, long endOfJava, long endOfHive) throws Exception {
    List<Long> ids =
        LongStream.concat(LongStream.range(0, endOfJava), LongStream.range(1000, endOfHive))
            .boxed()
            .toList();
    assertEquals(ids, ids(table));
    assertEquals(
        ids.stream().map(String::valueOf).toList(),
        hive.run("select id from " + table + " order by id"));
  }

  private void append(String table, long from, int rows) throws Exception {
    try (TableWriter out = Placed.write(path(table), MONTHS).partitionBy("month").open()) {
      for (long k = from; k < from + rows; k++) {
        out.write(k, (int) (k % 3));
      }
      out.commit();
    }
  }
}
