package io.placed.table.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.rewrite.RewriteTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories of appends, optimized from time to time. */
class OptimizeTest {
  private static final long FILE_BYTES = 300_000;

  @TempDir Path temporary;
  private final long seed = Long.getLong("placed.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  private AppendHistory history(boolean sorted) {
    return history(sorted, "table");
  }

  private AppendHistory history(boolean sorted, String name) {
    return new AppendHistory(temporary.resolve(name).toString(), sorted, random);
  }

  private static OptimizeOptions options(double overlap) {
    return OptimizeOptions.defaults().withFileBytes(FILE_BYTES).withOverlap(overlap);
  }

  private static boolean overlap(DataFile a, DataFile b, String key) {
    ColumnStatistics x = a.statistics().get(key);
    ColumnStatistics y = b.statistics().get(key);
    return x.min() != null
        && y.min() != null
        && ColumnStatistics.compareBounds(x.min(), y.max()) < 0
        && ColumnStatistics.compareBounds(y.min(), x.max()) < 0;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void costIsBoundedAndASecondCallIsIdle(int number) throws Exception {
    random.setSeed(seed + number);
    boolean sorted = number < 6;
    AppendHistory table = history(sorted);
    double share = List.of(0.1, 0.25, 0.5).get(random.nextInt(3));
    String message = "seed " + (seed + number) + ": " + table + ", overlap " + share;
    long rewritten = 0;
    for (int i = 0; i < 20; i++) {
      table.append(300 + random.nextInt(1500));
      if (random.nextInt(3) > 0) {
        continue;
      }
      RewriteResult done = table.table().optimize(options(share));
      rewritten += done.bytesAfter();
      rewritten += untilIdle(table, share, message);
      assertShare(table, sorted, share, message);
    }
    table.assertRows(message);
    double bound =
        1 + Math.log((double) table.ingested / table.smallest) / Math.log(1 / (1 - share));
    double amplification = (double) rewritten / table.ingested;
    assertTrue(amplification <= bound, message + ": " + amplification + " > " + bound);
  }

  /**
   * Calls it again, usually once: where pages or values are few, the files of the first call may be
   * small. Returns the bytes that were written.
   */
  private static long untilIdle(AppendHistory table, double share, String message)
      throws IOException {
    long written = 0;
    for (int call = 0; call < 3; call++) {
      long newest = table.table().newestId();
      RewriteResult done = table.table().optimize(options(share));
      if (done.filesBefore() == 0) {
        assertEquals(0, done.filesAfter(), message);
        assertEquals(newest, done.snapshot(), message);
        assertEquals(newest, table.table().newestId(), message);
        return written;
      }
      written += done.bytesAfter();
    }
    throw new AssertionError(message + ": the third call found files to merge");
  }

  /** At most this share of the bytes is outside of the largest files that do not overlap. */
  private void assertShare(AppendHistory table, boolean sorted, double share, String message)
      throws IOException {
    for (List<DataFile> files : table.partitions().values()) {
      List<KeyRange> ranges = new ArrayList<>();
      files.forEach(f -> ranges.add(KeyRange.of(f, table.key)));
      ranges.removeIf(r -> r == null);
      if (sorted) {
        List<SortedRun> runs = SortedRun.of(ranges);
        long all = runs.stream().mapToLong(SortedRun::bytes).sum();
        long largest = runs.stream().mapToLong(SortedRun::bytes).max().orElse(0);
        assertTrue(all - largest <= share * all, message + ": " + (all - largest) + " of " + all);
      } else {
        long small = files.stream().filter(f -> f.totalLength() < FILE_BYTES / 2).count();
        assertTrue(small <= 1 + Math.log(100) / Math.log(2) / share, message + ": " + small);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void withoutToleranceNoFilesOverlap(int number) throws Exception {
    random.setSeed(seed - number);
    AppendHistory table = history(true);
    String message = "seed " + (seed - number) + ": " + table;
    for (int i = 0; i < 12; i++) {
      table.append(300 + random.nextInt(2500));
      if (i % 4 == 3) {
        table.table().optimize(options(0));
        for (List<DataFile> files : table.partitions().values()) {
          for (DataFile a : files) {
            for (DataFile b : files) {
              assertTrue(a == b || !overlap(a, b, table.key), () -> message + ": " + a + " " + b);
            }
          }
        }
      }
    }
    table.assertRows(message);
    untilIdle(table, 0, message);
  }

  @Test
  void largeFilesThatDoNotOverlapAreNotTouched() throws Exception {
    AppendHistory table = history(true);
    // Two values are sorted into two files of a partition.
    while (table.keys != AppendHistory.Keys.RISING || table.type.equals("boolean")) {
      table = history(true);
    }
    String message = "seed " + seed + ": " + table;
    for (int i = 0; i < 8; i++) {
      table.append(4000);
    }
    table.table().optimize(options(0));
    Set<String> large = new HashSet<>(table.files().keySet());
    assertTrue(large.size() > 3, message + ": " + large);
    for (int i = 0; i < 10; i++) {
      table.append(300);
      Set<String> before = new HashSet<>(table.files().keySet());
      before.retainAll(large);
      RewriteResult done = table.table().optimize(options(0.25));
      Set<String> kept = new HashSet<>(table.files().keySet());
      kept.retainAll(large);
      assertTrue(kept.size() >= large.size() - 4, message + ": " + done);
    }
    table.assertRows(message);
  }

  @Test
  void goesOnWhereItEnded() throws Exception {
    FileStores stores = FileStores.local();
    AppendHistory table;
    Rewrite rewrite;
    int tries = 0;
    do {
      // If the keys are clustered, there may be one group of files that overlap.
      assertTrue(tries < 20, "seed " + seed);
      table = history(true, "table-" + tries++);
      for (int i = 0; i < 6; i++) {
        table.append(3000);
      }
      rewrite = Optimize.prepare(stores, table.path, options(0));
    } while (rewrite.tasks().size() < 2);
    String message = "seed " + seed + ": " + table;
    int files = 0;
    while (rewrite.tasks().size() > 1) {
      int tasks = rewrite.tasks().size();
      rewrite.start();
      rewrite.tasks().get(random.nextInt(tasks)).run(stores, n -> {});
      files++;
      rewrite = Optimize.prepare(stores, table.path, options(0));
      // Without the files that are merged, groups of small files on either side of them are one.
      assertTrue(rewrite.tasks().size() < tasks, message);
    }
    table.append(100);
    rewrite = Optimize.prepare(stores, table.path, options(0.5));
    RewriteResult done = rewrite.run(part -> {});
    assertTrue(done.filesReused() >= files, message + ": " + done);
    table.assertRows(message);
  }

  @Test
  void conflictsAreThoseOfARewrite() throws Exception {
    AppendHistory table = history(true);
    String message = "seed " + seed + ": " + table;
    for (int i = 0; i < 5; i++) {
      table.append(2000);
    }
    FileStores stores = FileStores.local();
    Rewrite first = Optimize.prepare(stores, table.path, options(0));
    table.append(500);
    first.run(part -> {});
    table.assertRows(message);
    table.append(2000);
    Rewrite second = Optimize.prepare(stores, table.path, options(0));
    second.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask t : second.tasks()) {
      written.add(t.run(stores, n -> {}));
    }
    Rewrite.prepare(
            stores,
            table.path,
            io.placed.table.rewrite.RewriteOptions.of(Map.of("placement", "orc")))
        .run(part -> {});
    assertThrows(CommitConflictException.class, () -> second.commit(written), message);
    table.assertRows(message);
  }

  /** Files that are not merged become files of the table too. */
  @Test
  void aDirectoryWithoutSnapshotsKeepsAllRows() throws Exception {
    Path directory = temporary.resolve("plain");
    Schema schema = Schema.parse("k: int64, x: double");
    int[] sizes = {20_000, 100, 100};
    for (int f = 0; f < sizes.length; f++) {
      String file = directory.resolve("file" + f + ".placed").toString();
      try (TableWriter out = Placed.write(file, schema).open()) {
        for (int i = 0; i < sizes[f]; i++) {
          out.write(random.nextLong(), random.nextDouble());
        }
        out.commit();
      }
    }
    DataSet table = DataSet.at(FileStores.local(), directory.toString());
    RewriteResult done = table.optimize(options(0.25));
    assertEquals(2, done.filesBefore());
    assertEquals(20_200, table.current().rows());
    assertEquals(2, table.current().files().size());
    try (TableScan scan = Placed.read(directory.toString()).open()) {
      assertEquals(20_200, scan.rows().count());
    }
  }

  @Test
  void partitionsAreChosen() throws Exception {
    AppendHistory table = history(true);
    while (!table.partitioned) {
      table = history(true);
    }
    for (int i = 0; i < 4; i++) {
      table.append(500);
    }
    table.table().optimize(options(0).withWhere(Predicate.parse("part = 1")));
    Map<Map<String, String>, List<DataFile>> files = table.partitions();
    assertEquals(4, files.get(Map.of("part", "0")).size());
    assertTrue(files.get(Map.of("part", "1")).size() < 4);
    table.assertRows("seed " + seed);
    AppendHistory same = table;
    assertEquals(
        "'payload is null': payload is not a partition column; allowed are [part]",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    same.table().optimize(options(0).withWhere(Predicate.parse("payload is null"))))
            .getMessage());
    assertEquals(
        "overlap must be from 0 to 0.5, found 0.6",
        assertThrows(IllegalArgumentException.class, () -> options(0.6)).getMessage());
  }

  /** Without a key there is no place to divide it at. */
  @Test
  void aLargeFileWithManyDeletedRowsIsRewritten() throws Exception {
    for (boolean sorted : new boolean[] {false, true}) {
      String path = temporary.resolve("large-" + sorted).toString();
      try (TableWriter out =
          Placed.write(path, Schema.parse("k: int64, x: double"))
              .placement("reorder=" + (sorted ? "sort(k)" : "none"))
              .open()) {
        for (long i = 0; i < 20_000; i++) {
          out.write(i, random.nextDouble());
        }
        out.commit();
      }
      DataSet table = DataSet.at(FileStores.local(), path);
      table.deleteRows(Predicate.parse("k < 3000"));
      DataFile file = table.current().files().get(0);
      assertEquals(17_000, file.liveRows());
      OptimizeOptions small =
          OptimizeOptions.defaults().withFileBytes(file.totalLength() / 3).withOverlap(0);
      RewriteResult done = table.optimize(small);
      assertEquals(1, done.filesBefore());
      assertEquals(17_000, table.current().rows());
      assertTrue(table.current().files().stream().allMatch(DataFile::isWhole));
      try (TableScan scan = Placed.read(path).open()) {
        assertEquals(17_000, scan.rows().count());
      }
    }
  }

  /** A file from before the partitioning may belong to several partitions. */
  @Test
  void filesOutsideOfTheChosenPartitionsStay() throws Exception {
    String path = temporary.resolve("older").toString();
    DataSet table = DataSet.at(FileStores.local(), path);
    for (int f = 0; f < 4; f++) {
      try (TableWriter out =
          Placed.write(path, Schema.parse("k: int64, part: int32"))
              .partitionedBy(f < 2 ? "" : "part")
              .open()) {
        for (int i = 0; i < 100; i++) {
          out.write((long) i, i % 2);
        }
        out.commit();
      }
      if (f == 1) {
        table.alter(PartitionSpec.parse("part"));
      }
    }
    RewriteResult done = table.optimize(options(0.25).withWhere(Predicate.parse("part = 1")));
    assertEquals(2, done.filesBefore());
    assertEquals(5, table.current().fileCount());
    assertEquals(400, table.current().rows());
  }
}
