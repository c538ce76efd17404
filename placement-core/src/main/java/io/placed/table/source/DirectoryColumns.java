package io.placed.table.source;

import io.placed.io.PathNames;
import io.placed.table.file.DataFile;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The columns that the directories of a path stand for. The names in the path do not say it alone:
 * directories keep the names that their columns had when they were made. Neither does their order:
 * files of a former partitioning are in other directories than new ones.
 */
final class DirectoryColumns {
  private DirectoryColumns() {}

  /**
   * @param file a path below the directories, relative to the table
   * @param most the number of directories, from the table's on, that are asked for
   * @param here the table's files in these directories
   * @return names in the table; results of transforms are no columns
   */
  static List<String> of(Snapshot snapshot, String file, int most, Supplier<List<DataFile>> here) {
    Partitioning partitioning = snapshot.partitioning();
    List<String> now = partitioning.names(snapshot.schema());
    List<String> columns = new ArrayList<>();
    int i = 0;
    for (Map.Entry<String, String> directory : PathNames.partitionValues(file).entrySet()) {
      if (i == most) {
        break;
      }
      String usual = i < now.size() ? now.get(i) : null;
      String field = directory.getKey().equals(usual) ? usual : field(directory, usual, here);
      boolean known = field != null && snapshot.schema().indexOf(field) >= 0;
      if (known && partitioning.derived(field) == null) {
        columns.add(field);
      }
      i++;
    }
    return columns;
  }

  /**
   * The field of which the files have this value: that of the name, of the position, or another.
   */
  private static String field(
      Map.Entry<String, String> directory, String usual, Supplier<List<DataFile>> here) {
    Set<String> candidates = new LinkedHashSet<>();
    candidates.add(directory.getKey());
    candidates.add(usual);
    List<DataFile> files = here.get();
    files.forEach(f -> candidates.addAll(f.partition().keySet()));
    for (String c : candidates) {
      if (!files.isEmpty() && files.stream().allMatch(f -> has(f, c, directory.getValue()))) {
        return c;
      }
    }
    return usual;
  }

  private static boolean has(DataFile file, String field, String value) {
    return file.partition().containsKey(field)
        && Objects.equals(file.partition().get(field), value);
  }
}
