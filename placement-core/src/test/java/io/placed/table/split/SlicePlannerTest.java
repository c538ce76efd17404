package io.placed.table.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.partition.Partitioning;
import io.placed.table.source.SourceFile;
import io.placed.write.RowGroupSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random files are divided among tasks that take about as long as each other. */
class SlicePlannerTest {
  private static final int ROWS = 960;

  private final long seed = Long.getLong("placed.seed", new Random().nextInt());

  private static SourceFile file(int number, long[] groups) {
    List<RowGroupSummary> summaries = new ArrayList<>();
    long offset = 0;
    for (long bytes : groups) {
      summaries.add(new RowGroupSummary(ROWS, offset, bytes));
      offset += bytes;
    }
    DataFile file =
        new DataFile(
            "f" + number,
            offset,
            (long) ROWS * groups.length,
            "id" + number,
            Map.of(),
            summaries,
            Map.of(),
            false);
    return new SourceFile("/t/f" + number, file, Schema.of(), Map.of(), Partitioning.NONE);
  }

  private static List<SourceFile> files(Random random) {
    List<SourceFile> files = new ArrayList<>();
    int count = 1 + random.nextInt(40);
    int scale = 1 + random.nextInt(5000);
    for (int f = 0; f < count; f++) {
      long[] groups = new long[1 + random.nextInt(6)];
      for (int g = 0; g < groups.length; g++) {
        groups[g] = 1 + random.nextInt(scale);
      }
      files.add(file(f, groups));
    }
    return files;
  }

  private static long cost(ReadTask task, SplitSizes sizes) {
    Set<String> paths = new HashSet<>();
    long cost = 0;
    for (FileSlice s : task.slices()) {
      cost += s.bytes() + (paths.add(s.path()) ? sizes.openCost() : 0);
    }
    return cost;
  }

  @Test
  void tasksTakeAboutAsLongAsEachOther() {
    Random random = new Random(seed);
    int several = 0;
    for (int round = 0; round < 2000; round++) {
      List<SourceFile> files = files(random);
      int minTasks = 1 + random.nextInt(8);
      SplitSizes sizes =
          new SplitSizes(
              100 + random.nextInt(20_000),
              random.nextInt(100),
              minTasks,
              random.nextInt(4) == 0 ? 1 + random.nextInt(10) : 0);
      List<ReadTask> tasks = new SlicePlanner(sizes, 1).planBalanced(files);
      String message =
          "seed " + seed + " round " + round + " " + sizes + " " + tasks.size() + " tasks";
      assertAllRowsOnce(files, tasks, message);
      long largest = 0;
      long sum = 0;
      for (ReadTask task : tasks) {
        sum += cost(task, sizes);
        for (FileSlice s : task.slices()) {
          largest = Math.max(largest, s.bytes() + sizes.openCost());
        }
      }
      // A file that is divided is opened by several tasks.
      long mean = sum / tasks.size();
      for (ReadTask task : tasks) {
        assertTrue(cost(task, sizes) <= mean + largest, message + " " + cost(task, sizes));
        if (sizes.maxTasks() == 0 && task.slices().size() > 1) {
          long read = task.slices().stream().mapToLong(FileSlice::bytes).sum();
          assertTrue(read <= sizes.maxBytes() + sizes.maxBytes() / 8 + 1, message + " " + read);
        }
      }
      if (sizes.maxTasks() > 0) {
        assertTrue(tasks.size() <= sizes.maxTasks(), message);
      } else if (tasks.size() > minTasks && 4 * largestGroup(files) < mean) {
        assertEquals(0, tasks.size() % minTasks, message);
        several++;
      }
    }
    assertTrue(several > 100, several + " of several rounds, seed " + seed);
  }

  private static long largestGroup(List<SourceFile> files) {
    return files.stream()
        .flatMap(f -> f.file().rowGroups().stream())
        .mapToLong(RowGroupSummary::length)
        .max()
        .getAsLong();
  }

  /** Each page of each row group is in one task; parts of a row group are complete. */
  private static void assertAllRowsOnce(
      List<SourceFile> files, List<ReadTask> tasks, String message) {
    Map<String, Integer> expected = new TreeMap<>();
    for (SourceFile f : files) {
      for (int g = 0; g < f.file().rowGroups().size(); g++) {
        expected.put(f.path() + " " + g, ROWS);
      }
    }
    Map<String, Integer> found = new TreeMap<>();
    Set<String> parts = new HashSet<>();
    for (ReadTask task : tasks) {
      for (FileSlice s : task.slices()) {
        for (int g = s.firstRowGroup(); g < s.endRowGroup(); g++) {
          String group = s.path() + " " + g;
          assertTrue(parts.add(group + " " + s.pages()), message + ": twice " + group);
          found.merge(group, s.pages().end(ROWS) - s.pages().first(ROWS), Integer::sum);
        }
      }
    }
    assertEquals(expected, found, message);
  }

  /** Of TPC-H's lineitem in buckets: two and a half tasks are full, but two run at once. */
  @Test
  void noTaskRunsAlone() {
    List<SourceFile> files = new ArrayList<>();
    for (int f = 0; f < 38; f++) {
      files.add(file(f, f < 22 ? new long[] {60 << 20} : new long[] {2 << 20}));
    }
    SplitSizes sizes = new SplitSizes(128 << 20, 4 << 20, 2, 0);
    // Opening the files alone makes no second round.
    assertEquals(2, new SlicePlanner(sizes, 1 / 8.0).planBalanced(files).size());
    List<ReadTask> tasks = new SlicePlanner(sizes, 1 / 4.0).planBalanced(files);
    assertEquals(4, tasks.size());
    long[] costs = tasks.stream().mapToLong(t -> cost(t, sizes)).sorted().toArray();
    assertTrue(costs[3] < 1.2 * costs[0], Arrays.toString(costs));
  }

  /** Row groups of the default placement, of which two fit into a task by its bytes alone. */
  @Test
  void asManyTasksAsFit() {
    long[] groups = new long[165];
    Arrays.fill(groups, 62 << 20);
    SplitSizes sizes = new SplitSizes(128 << 20, 4 << 20, 8, 0);
    List<ReadTask> tasks = new SlicePlanner(sizes, 1).planBalanced(List.of(file(0, groups)));
    assertTrue(tasks.size() >= 80 && tasks.size() <= 88, tasks.size() + " tasks");
    assertTrue(tasks.stream().mapToInt(t -> t.slices().size()).sum() < 110);
    List<SourceFile> files = new ArrayList<>();
    for (int f = 0; f < 80; f++) {
      files.add(file(f, Arrays.copyOf(groups, 8)));
    }
    int several = new SlicePlanner(sizes, 1).planBalanced(files).size();
    assertTrue(several <= 360, several + " tasks for 320 times two row groups");
  }

  /** The slices of a file stay together, and are read as one. */
  @Test
  void filesAreOpenedOnce() {
    List<SourceFile> files = new ArrayList<>();
    for (int f = 0; f < 8; f++) {
      files.add(file(f, new long[] {100, 100, 100, 100}));
    }
    for (ReadTask task : new SlicePlanner(new SplitSizes(500, 10, 4, 0), 1).planBalanced(files)) {
      assertEquals(1, task.slices().size(), task.toString());
    }
  }
}
