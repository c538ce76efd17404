package io.placed.table.split;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Puts slices into a given number of tasks so that all take about the same time: each to the task
 * that has least, the largest files first (Graham, Bounds on Multiprocessing Timing Anomalies,
 * 1969). A slice stays with the one before it of its file until their task has its share: each task
 * opens a file again.
 */
final class TaskPacking {
  private static final class Task {
    private final int number;
    private final Map<String, List<FileSlice>> slices = new LinkedHashMap<>();
    private long cost;
    private long read;

    Task(int number) {
      this.number = number;
    }

    boolean isDivisible() {
      return slices.size() > 1 || slices.values().iterator().next().size() > 1;
    }
  }

  /** By which part a task may be larger: slices are not divided further. */
  private static final int TOLERATED = 8;

  private final ToLongFunction<FileSlice> bytes;
  private final SplitSizes sizes;
  private final List<Task> tasks = new ArrayList<>();
  private final TreeSet<Task> byCost =
      new TreeSet<>(Comparator.<Task>comparingLong(t -> t.cost).thenComparingInt(t -> t.number));

  /**
   * @param slices those of the largest file first, in the order of its rows
   * @param bytes that a slice reads
   * @param count number of tasks; those without slices are left out
   */
  TaskPacking(
      List<FileSlice> slices, ToLongFunction<FileSlice> bytes, SplitSizes sizes, int count) {
    this.bytes = bytes;
    this.sizes = sizes;
    for (int t = 0; t < count; t++) {
      tasks.add(new Task(t));
    }
    byCost.addAll(tasks);
    long files = slices.stream().map(FileSlice::path).distinct().count();
    // A file that is divided is opened by several tasks.
    long all = slices.stream().mapToLong(bytes).sum() + Math.max(files, count) * sizes.openCost();
    long share = (all + count - 1) / count;
    Map<String, Task> last = new HashMap<>();
    for (FileSlice s : slices) {
      Task task = last.get(s.path());
      long read = bytes.applyAsLong(s);
      if (task == null || task.cost + read / 2 > share || task.read + read > sizes.maxBytes()) {
        task = byCost.first();
        last.put(s.path(), task);
      }
      add(s, task);
    }
  }

  private void add(FileSlice s, Task to) {
    byCost.remove(to);
    List<FileSlice> ofFile = to.slices.computeIfAbsent(s.path(), p -> new ArrayList<>());
    to.read += bytes.applyAsLong(s);
    to.cost += bytes.applyAsLong(s) + (ofFile.isEmpty() ? sizes.openCost() : 0);
    ofFile.add(s);
    byCost.add(to);
  }

  /** Whether a task of several slices reads clearly more than tasks are to read. */
  boolean isExceeded() {
    long most = sizes.maxBytes() + sizes.maxBytes() / TOLERATED;
    return tasks.stream().anyMatch(t -> t.read > most && t.isDivisible());
  }

  /** Slices of one file are together, in the order of its rows; consecutive ones are one. */
  List<ReadTask> tasks() {
    List<ReadTask> out = new ArrayList<>();
    for (Task t : tasks) {
      List<FileSlice> slices = new ArrayList<>();
      for (List<FileSlice> ofFile : t.slices.values()) {
        ofFile.sort(
            Comparator.comparingInt(FileSlice::firstRowGroup)
                .thenComparingInt(s -> s.pages().number()));
        for (FileSlice s : ofFile) {
          FileSlice before = slices.isEmpty() ? null : slices.get(slices.size() - 1);
          if (before != null && before.isFollowedBy(s)) {
            slices.set(slices.size() - 1, before.with(s));
          } else {
            slices.add(s);
          }
        }
      }
      if (!slices.isEmpty()) {
        out.add(ReadTask.of(slices));
      }
    }
    return out;
  }
}
