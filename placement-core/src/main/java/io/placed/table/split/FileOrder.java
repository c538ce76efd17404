package io.placed.table.split;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.scan.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The order in which all files of a scan hold their rows. */
public final class FileOrder {
  /**
   * Files whose footers are read to be sure; the placement of a table says nothing of older ones.
   */
  private static final int MOST_FILES = 64;

  private FileOrder() {}

  /**
   * The columns by which every task's rows are sorted; none if tasks read several pieces or a file
   * is not known to be sorted.
   *
   * @param placement for new files of the table, null if unknown
   * @param comparable whether a column is read and the engine compares its values as the file does
   */
  public static List<SortKey> of(
      Placement placement, List<ReadTask> tasks, Predicate<String> comparable, FileStores stores) {
    // Keys are named as the file named its columns.
    boolean single =
        tasks.stream().allMatch(t -> t.slices().size() == 1 && t.slices().get(0).names().isEmpty());
    if (placement == null
        || !(placement.reorder() instanceof Reordering.Sort)
        || !single
        || tasks.isEmpty()) {
      return List.of();
    }
    List<FileSlice> files = new ArrayList<>();
    for (ReadTask task : tasks) {
      FileSlice slice = task.slices().get(0);
      if (files.stream().noneMatch(f -> f.path().equals(slice.path()))) {
        files.add(slice);
      }
    }
    if (files.size() > MOST_FILES) {
      return List.of();
    }
    List<SortKey> common = null;
    for (FileSlice file : files) {
      List<SortKey> keys = keys(file, stores);
      common = common == null ? keys : commonStart(common, keys);
      if (common.isEmpty()) {
        return List.of();
      }
    }
    List<SortKey> usable = new ArrayList<>();
    for (SortKey key : common) {
      if (!comparable.test(key.column())) {
        break;
      }
      usable.add(key);
    }
    return usable;
  }

  private static List<SortKey> keys(FileSlice slice, FileStores stores) {
    try (FileReader file = slice.open(stores)) {
      return file.placement().reorder() instanceof Reordering.Sort sort ? sort.keys() : List.of();
    } catch (IOException e) {
      // The task that reads the file will say what is wrong with it.
      return List.of();
    }
  }

  private static List<SortKey> commonStart(List<SortKey> a, List<SortKey> b) {
    int n = 0;
    while (n < a.size() && n < b.size() && a.get(n).equals(b.get(n))) {
      n++;
    }
    return a.subList(0, n);
  }
}
