package io.placed.table.split;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.scan.FileReader;
import io.placed.table.source.SourceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The order in which all tasks of a scan return their rows.
 *
 * @param tasks with their slices in this order
 * @param keys by which the rows of every task are sorted; none if a file is not known to be sorted,
 *     or files of a task overlap
 */
public record FileOrder(List<ReadTask> tasks, List<SortKey> keys) {
  /**
   * Files whose footers are read to be sure; the placement of a table says nothing of older ones.
   */
  public static final int MOST_FILES = 64;

  public FileOrder {
    tasks = List.copyOf(tasks);
    keys = List.copyOf(keys);
  }

  /**
   * @param placement for new files of the table, null if unknown
   * @param files of the tasks
   * @param comparable whether a column is read and the engine compares its values as the file does
   */
  public static FileOrder of(
      Placement placement,
      List<ReadTask> tasks,
      List<SourceFile> files,
      Predicate<String> comparable,
      FileStores stores) {
    FileOrder none = new FileOrder(tasks, List.of());
    Map<String, FileSlice> slices = new LinkedHashMap<>();
    tasks.forEach(t -> t.slices().forEach(s -> slices.putIfAbsent(s.path(), s)));
    Map<String, SourceFile> byPath = new HashMap<>();
    files.forEach(f -> byPath.put(f.path(), f));
    if (placement == null
        || !(placement.reorder() instanceof Reordering.Sort)
        || slices.isEmpty()
        || slices.size() > MOST_FILES
        || byPath.size() < files.size()) { // A file is there twice, with other rows each time.
      return none;
    }
    List<SortKey> common = null;
    Runs runs = null;
    for (FileSlice file : slices.values()) {
      List<SortKey> keys = usable(keys(file, stores), comparable);
      common = common == null ? keys : commonStart(common, keys);
      if (common.isEmpty()) {
        return none;
      }
      if (runs == null) { // Files that overlap spare the other footers.
        runs = Runs.of(tasks, byPath, common.get(0));
      }
      if (runs.keys() == 0) {
        return none;
      }
    }
    return new FileOrder(runs.tasks(), common.subList(0, Math.min(runs.keys(), common.size())));
  }

  /**
   * Tasks with their files in the order of the leading key.
   *
   * @param keys how many keys hold beyond the ends of files
   */
  private record Runs(List<ReadTask> tasks, int keys) {
    static Runs of(List<ReadTask> tasks, Map<String, SourceFile> files, SortKey leading) {
      List<ReadTask> arranged = new ArrayList<>();
      int keys = Integer.MAX_VALUE;
      for (ReadTask task : tasks) {
        FileRun run = FileRun.of(task.slices(), files, leading);
        keys = Math.min(keys, run.keys());
        arranged.add(new ReadTask(run.slices(), task.key(), task.skipped()));
      }
      return new Runs(arranged, keys);
    }
  }

  /** The keys under the names that the engine has for the columns. */
  private static List<SortKey> keys(FileSlice slice, FileStores stores) {
    List<SortKey> keys = new ArrayList<>();
    try (FileReader file = slice.open(stores)) {
      if (file.placement().reorder() instanceof Reordering.Sort sort) {
        for (SortKey key : sort.keys()) {
          String column = slice.columnOf(key.column());
          // Rows are in order of the next key only where they are equal in the column that the file
          // has, which was dropped, or for which the file's directories give another value.
          if (column == null || slice.partition().containsKey(column)) {
            break;
          }
          keys.add(new SortKey(column, key.descending(), key.nullsFirst()));
        }
      }
      return keys;
    } catch (IOException e) {
      // The task that reads the file will say what is wrong with it.
      return List.of();
    }
  }

  private static List<SortKey> usable(List<SortKey> keys, Predicate<String> comparable) {
    int n = 0;
    while (n < keys.size() && comparable.test(keys.get(n).column())) {
      n++;
    }
    return keys.subList(0, n);
  }

  private static List<SortKey> commonStart(List<SortKey> a, List<SortKey> b) {
    int n = 0;
    while (n < a.size() && n < b.size() && a.get(n).equals(b.get(n))) {
      n++;
    }
    return a.subList(0, n);
  }
}
