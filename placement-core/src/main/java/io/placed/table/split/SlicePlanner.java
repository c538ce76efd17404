package io.placed.table.split;

import io.placed.scan.request.PageShare;
import io.placed.table.source.SourceFile;
import io.placed.write.RowGroupSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Divides files at row groups and puts the slices into tasks. A row group that is larger than a
 * task is to be is divided between pages, into as many parts as the scan should have tasks at most.
 * Bytes are those of the columns that are read: a task is to read so many, whatever else its files
 * hold.
 */
public final class SlicePlanner {
  /** Rows cost time too, however few bytes they take. */
  private static final double LEAST_SHARE = 1 / 8.0;

  /** Each part opens the file, and reads the dictionaries of its columns. */
  private static final int MOST_PARTS = 64;

  /**
   * By which part the number of tasks grows at first as long as one of them is too large; then by
   * twice as much, and so on.
   */
  private static final int MORE_TASKS = 16;

  /** How often it grows; then there are four times as many. */
  private static final int MOST_PACKINGS = 5;

  /** Time that a task may take to open files, by the time that it may take to read them. */
  private static final int MOST_OPENING = 3;

  /**
   * Of a task. With more, tasks are of more equal size; those that follow each other become one.
   */
  private static final int SLICES = 8;

  private final SplitSizes sizes;
  private final double share;

  /**
   * @param share of the bytes of the files that is read, about
   */
  public SlicePlanner(SplitSizes sizes, double share) {
    this.sizes = sizes;
    this.share = Math.max(LEAST_SHARE, share);
  }

  /**
   * By Spark's rules for files: the largest slices first, the next task when one is full. So a task
   * has few files, and may return the rows of sorted files in order.
   */
  public List<ReadTask> plan(List<SourceFile> files) {
    return plan(files, files);
  }

  /**
   * Tasks of about equal size, which may have slices of many files. Their number is a multiple of
   * the tasks that run at once, since a last one that runs alone takes as long as a full round. As
   * by Spark's rules, a task reads no more than its size if that can be; opening its files may take
   * {@link #MOST_OPENING} times as long. Each further task costs, too: its partial groups and its
   * part of a shuffle.
   */
  public List<ReadTask> planBalanced(List<SourceFile> files) {
    long total = cost(files);
    int atOnce = Math.max(1, sizes.minTasks());
    long size = size(total, atOnce);
    long tasks = ceil(total, size);
    if (tasks > atOnce) {
      long opening = files.size() * sizes.openCost();
      tasks =
          Math.max(
              ceil(total - opening, sizes.maxBytes()),
              ceil(total, (1 + MOST_OPENING) * sizes.maxBytes()));
      tasks = roundUp(Math.max(1, tasks), atOnce);
      size = Math.min(size, Math.max(sizes.openCost(), ceil(total, tasks)));
    }
    List<SourceFile> largestFirst = new ArrayList<>(files);
    largestFirst.sort(
        Comparator.comparingLong((SourceFile f) -> f.file().totalLength()).reversed());
    List<FileSlice> slices = new ArrayList<>();
    for (SourceFile f : largestFirst) {
      slice(f, size / SLICES, size, sizes.minTasks(), slices);
    }
    long most = Math.min(slices.size(), sizes.maxTasks() > 0 ? sizes.maxTasks() : Long.MAX_VALUE);
    tasks = Math.min(most, tasks);
    TaskPacking packing = packing(slices, tasks);
    for (int k = 0; k < MOST_PACKINGS && tasks < most && packing.isExceeded(); k++) {
      // Where slices are large, few combinations of them fit into a task.
      tasks = Math.min(most, roundUp(tasks + Math.max(1, (tasks << k) / MORE_TASKS), atOnce));
      packing = packing(slices, tasks);
    }
    return packing.tasks();
  }

  private TaskPacking packing(List<FileSlice> slices, long tasks) {
    return new TaskPacking(slices, s -> read(s.bytes()), sizes, (int) Math.max(1, tasks));
  }

  /**
   * @param all files of the scan, of which these are some: they say how much a task reads
   */
  public List<ReadTask> plan(List<SourceFile> files, List<SourceFile> all) {
    return plan(files, all, sizes.minTasks(), sizes.minTasks());
  }

  /**
   * The same for one of several divisions of the files.
   *
   * @param divisions number of these, each of which has tasks of its own: where there are enough of
   *     them, files are divided only if they are larger than tasks are to be. Row groups are never:
   *     Spark puts tasks of one key together, and then knows no order of their rows
   */
  List<ReadTask> planDivision(List<SourceFile> files, List<SourceFile> all, int divisions) {
    return plan(files, all, divisions < sizes.minTasks() ? sizes.minTasks() : 1, 1);
  }

  /**
   * @param mostParts of a row group
   */
  private List<ReadTask> plan(
      List<SourceFile> files, List<SourceFile> all, int minTasks, int mostParts) {
    long total = cost(all);
    long size = size(total, minTasks);
    List<FileSlice> slices = new ArrayList<>();
    for (SourceFile f : files) {
      slice(f, size, size, mostParts, slices);
    }
    slices.sort(Comparator.comparingLong(FileSlice::bytes).reversed());
    List<ReadTask> tasks = pack(slices, size);
    if (sizes.maxTasks() > 0 && tasks.size() > sizes.maxTasks()) {
      tasks = pack(slices, ceil(total, sizes.maxTasks()));
    }
    return tasks;
  }

  /** Bytes of a task. */
  private long size(long total, int minTasks) {
    long least = Math.max(1, sizes.openCost());
    return Math.max(
        1, Math.min(sizes.maxBytes(), Math.max(least, ceil(total, Math.max(1, minTasks)))));
  }

  /** Bytes to be read, and those that could be read while the files are opened. */
  private long cost(List<SourceFile> files) {
    long total = 0;
    for (SourceFile f : files) {
      total += read(f.file().totalLength()) + sizes.openCost();
    }
    return total;
  }

  private static long ceil(long a, long b) {
    return (a + b - 1) / b;
  }

  private static long roundUp(long a, long b) {
    return ceil(a, b) * b;
  }

  private long read(long bytes) {
    return (long) (bytes * share);
  }

  /**
   * @param most bytes of a slice of several row groups
   * @param size bytes of a part of a row group that is divided, about
   */
  private void slice(SourceFile source, long most, long size, int mostParts, List<FileSlice> out) {
    int[] all = IntStream.range(0, source.file().rowGroups().size()).toArray();
    for (FileSlice s : divide(source, all, most, share)) {
      boolean one = s.endRowGroup() - s.firstRowGroup() == 1;
      int parts = one ? parts(read(s.bytes()), size, mostParts) : 1;
      for (int part = 0; part < parts; part++) {
        out.add(parts == 1 ? s : s.part(new PageShare(part, parts)));
      }
    }
  }

  /** Parts of a row group: as many as make them nearest to the size, so some are larger. */
  private static int parts(long bytes, long size, int mostParts) {
    int most = Math.min(MOST_PARTS, mostParts);
    return (int) Math.max(1, Math.min(most, Math.round((double) bytes / Math.max(1, size))));
  }

  /**
   * Slices of some row groups of a file. A row group that is left out in between ends a slice.
   *
   * @param kept numbers of the row groups, ascending
   * @param size bytes that a slice reads at most, unless one row group has more
   * @param share of the bytes of the file that is read, about
   */
  public static List<FileSlice> divide(SourceFile f, int[] kept, long size, double share) {
    List<RowGroupSummary> groups = f.file().rowGroups();
    List<FileSlice> out = new ArrayList<>();
    int first = 0;
    while (first < kept.length) {
      int end = first;
      long rows = 0;
      long bytes = 0;
      do {
        rows += groups.get(kept[end]).rows();
        bytes += groups.get(kept[end]).length();
        end++;
      } while (end < kept.length
          && kept[end] == kept[end - 1] + 1
          && (long) ((bytes + groups.get(kept[end]).length()) * share) <= size);
      if (rows > 0) {
        out.add(slice(f, kept[first], kept[end - 1] + 1, rows, bytes));
      }
      first = end;
    }
    return out;
  }

  static FileSlice slice(SourceFile f, int first, int end, long rows, long bytes) {
    return new FileSlice(
        f.path(),
        f.file().length(),
        first,
        end,
        PageShare.ALL,
        rows,
        bytes,
        new HashMap<>(f.partition()),
        new HashMap<>(f.file().names()),
        f.identity(),
        f.deletes(),
        f.file().ids());
  }

  private List<ReadTask> pack(List<FileSlice> slices, long size) {
    List<ReadTask> tasks = new ArrayList<>();
    List<FileSlice> current = new ArrayList<>();
    long bytes = 0;
    for (FileSlice s : slices) {
      if (!current.isEmpty() && bytes + read(s.bytes()) > size) {
        tasks.add(ReadTask.of(current));
        current.clear();
        bytes = 0;
      }
      current.add(s);
      bytes += read(s.bytes()) + sizes.openCost();
    }
    if (!current.isEmpty()) {
      tasks.add(ReadTask.of(current));
    }
    return tasks;
  }
}
