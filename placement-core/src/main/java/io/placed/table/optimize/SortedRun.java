package io.placed.table.optimize;

import io.placed.io.PathNames;
import io.placed.table.file.ManagedName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Files of a partition that do not overlap: a run of a log-structured merge tree. */
final class SortedRun {
  private final TreeSet<KeyRange> files = new TreeSet<>(KeyRange.ORDER);
  private long bytes;

  /**
   * Divides files into runs: files of one commit that do not overlap stay together, and join the
   * first run that they fit into. The larger ones are placed first, so that no small one separates
   * the files into which a merge was divided.
   *
   * @param files in the order in which the snapshot lists them
   */
  static List<SortedRun> of(List<KeyRange> files) {
    Map<String, List<KeyRange>> commits = new LinkedHashMap<>();
    for (KeyRange f : files) {
      String name = PathNames.name(f.file().path());
      String commit = ManagedName.commitOf(name);
      commits
          .computeIfAbsent(commit == null ? f.file().path() : commit, c -> new ArrayList<>())
          .add(f);
    }
    List<SortedRun> runs = new ArrayList<>();
    for (List<KeyRange> commit : commits.values()) {
      List<SortedRun> parts = new ArrayList<>();
      commit.sort(Comparator.comparingLong(KeyRange::bytes).reversed());
      commit.forEach(f -> place(List.of(f), parts));
      parts.forEach(part -> place(part.files, runs));
    }
    return runs;
  }

  private static void place(Collection<KeyRange> files, List<SortedRun> runs) {
    for (SortedRun run : runs) {
      if (run.add(files)) {
        return;
      }
    }
    SortedRun run = new SortedRun();
    run.add(files);
    runs.add(run);
  }

  /** Adds all of them, or none if one overlaps a file of the run or another one. */
  private boolean add(Collection<KeyRange> more) {
    List<KeyRange> added = new ArrayList<>();
    for (KeyRange f : more) {
      KeyRange before = files.lower(f);
      KeyRange after = files.higher(f);
      if (before != null && before.overlaps(f) || after != null && after.overlaps(f)) {
        added.forEach(files::remove);
        return false;
      }
      files.add(f);
      added.add(f);
    }
    added.forEach(f -> bytes += f.bytes());
    return true;
  }

  /** In the order of the key. */
  Collection<KeyRange> files() {
    return files;
  }

  long bytes() {
    return bytes;
  }
}
