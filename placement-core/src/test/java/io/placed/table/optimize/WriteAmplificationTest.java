package io.placed.table.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.Machine;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The choice of files over thousands of appends; the merges are done on keys in memory. */
@OneIn(2)
class WriteAmplificationTest {
  private static final int ROW_BYTES = 1000;
  private static final int APPENDS = 1500;

  private final long seed = Long.getLong("placed.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final List<DataFile> files = new ArrayList<>();
  private final Map<String, long[]> keys = new HashMap<>();
  private boolean sorted;
  private long rewritten;
  private OptimizeOptions options;

  private void add(String path, long[] values) {
    Arrays.sort(values);
    files.add(file(path, values.length, values[0], values[values.length - 1]));
    keys.put(path, values);
  }

  private static DataFile file(String path, int rows, long min, long max) {
    ColumnStatistics statistics = ColumnStatistics.of(rows, 0, 0, -1, min, max, true, true);
    return new DataFile(
        path,
        (long) rows * ROW_BYTES,
        rows,
        path,
        Map.of(),
        List.of(),
        Map.of("k", statistics),
        false);
  }

  private void append(AppendHistory.Keys distribution, int number) {
    long start = random.nextInt(1_000_000);
    long[] values = new long[1 + random.nextInt(20)];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (distribution) {
            case UNIFORM -> random.nextInt(1_000_000);
            case RISING -> number * 1000L + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 1500);
            case CLUSTERED -> start + random.nextInt(10_000);
            case FEW -> random.nextInt(7);
          };
    }
    add(ManagedName.of(ManagedName.newCommit(Machine.THIS), "0-0"), values);
  }

  /** Returns the number of merges. */
  private int optimize() {
    List<List<DataFile>> merges =
        new OptimizeSelector(options).partition(List.copyOf(files), sorted ? "k" : null);
    String commit = ManagedName.newCommit(Machine.THIS);
    for (int m = 0; m < merges.size(); m++) {
      List<DataFile> merge = merges.get(m);
      files.removeAll(merge);
      long[] all =
          merge.stream()
              .flatMapToLong(f -> Arrays.stream(keys.remove(f.path())))
              .sorted()
              .toArray();
      rewritten += (long) all.length * ROW_BYTES;
      long count = Math.max(1, Math.round((double) all.length * ROW_BYTES / options.fileBytes()));
      int from = 0;
      for (int i = 1; i <= count && from < all.length; i++) {
        int to = i == count ? all.length : (int) (all.length * i / count);
        while (to > 0 && to < all.length && all[to] == all[to - 1]) {
          to++;
        }
        if (to > from) {
          add(ManagedName.of(commit, m + "-" + i), Arrays.copyOfRange(all, from, to));
          from = to;
        }
      }
    }
    return merges.size();
  }

  /** The small file overlaps only one of the two into which a merge was divided. */
  @Test
  void filesOfOneMergeAreOneRun() {
    String commit = ManagedName.newCommit(Machine.THIS);
    List<DataFile> written =
        List.of(
            file(ManagedName.of(commit, "0-1"), 10, 1500, 1600),
            file(ManagedName.of(commit, "1-1"), 181, 0, 999),
            file(ManagedName.of(commit, "1-2"), 182, 1000, 2000));
    OptimizeOptions share = OptimizeOptions.defaults().withFileBytes(200_000).withOverlap(0.25);
    assertEquals(List.of(), new OptimizeSelector(share).partition(written, "k"));
  }

  @ParameterizedTest
  @EnumSource(AppendHistory.Keys.class)
  void isBelowTheBound(AppendHistory.Keys distribution) {
    for (double share : List.of(0.1, 0.25, 0.5)) {
      for (boolean order : List.of(true, false)) {
        files.clear();
        keys.clear();
        rewritten = 0;
        sorted = order;
        options =
            OptimizeOptions.defaults()
                .withFileBytes(order ? 200_000 : 2_000_000)
                .withOverlap(share);
        String message = "seed " + seed + ": " + distribution + " " + share + " " + order;
        for (int i = 0; i < APPENDS; i++) {
          append(distribution, i);
          optimize();
          int more = optimize();
          if (distribution == AppendHistory.Keys.FEW) {
            // Rows with the same key are not divided, so that some files are small.
            more = more == 0 ? 0 : optimize() == 0 ? 0 : optimize();
          }
          assertEquals(0, more, message + ", append " + i);
        }
        long rows = keys.values().stream().mapToLong(k -> k.length).sum();
        double amplification = (double) rewritten / (rows * ROW_BYTES);
        double growth = order ? rows : 1.25 * options.fileBytes() / ROW_BYTES;
        double bound = 1 + Math.log(growth) / Math.log(1 / (1 - share));
        assertTrue(amplification <= bound, message + ": " + amplification + " > " + bound);
        long small = files.stream().filter(f -> f.totalLength() < options.fileBytes() / 2).count();
        if (!order) {
          // Files by size grow geometrically.
          assertTrue(small <= 2 + Math.log(2500) / Math.log(1 / share), message + ": " + small);
        }
      }
    }
  }
}
