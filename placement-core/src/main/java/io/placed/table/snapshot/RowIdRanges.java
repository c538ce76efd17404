package io.placed.table.snapshot;

import io.placed.table.file.DataFile;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Row ids of files of one table, no two of which may be the same. */
final class RowIdRanges {
  private RowIdRanges() {}

  /**
   * @param snapshot the latest one that can have added a file
   * @param next the first id that no row has
   * @throws IllegalArgumentException if the file has no row ids, or none that the table has given
   */
  static void requireGiven(DataFile file, long snapshot, long next) {
    if (file.ids() == null) {
      throw new IllegalArgumentException(file.path() + ": has no row ids");
    }
    if (file.ids().snapshot() > snapshot || file.ids().end(file.rows()) > next) {
      throw new IllegalArgumentException(
          file.path()
              + ": row ids must end at "
              + next
              + " or before, and be of snapshot "
              + snapshot
              + " or an older one; found "
              + file.rows()
              + " rows with "
              + file.ids());
    }
  }

  /**
   * @param files with row ids
   * @throws IllegalArgumentException that names two files which share an id
   */
  static void requireDisjoint(Collection<DataFile> files) {
    // Without objects, since a table may have a million files: ranges are disjoint if and only if
    // the n-th smallest end is not above the n+1-th smallest beginning.
    long[] first = new long[files.size()];
    long[] end = new long[first.length];
    int n = 0;
    for (DataFile f : files) {
      if (f.rows() > 0) {
        first[n] = f.ids().first();
        end[n++] = f.ids().end(f.rows());
      }
    }
    Arrays.sort(first, 0, n);
    Arrays.sort(end, 0, n);
    for (int i = 1; i < n; i++) {
      if (end[i - 1] > first[i]) {
        throw new IllegalArgumentException(shared(files));
      }
    }
  }

  private static String shared(Collection<DataFile> files) {
    List<DataFile> sorted =
        files.stream()
            .filter(f -> f.rows() > 0)
            .sorted(Comparator.comparingLong(f -> f.ids().first()))
            .toList();
    DataFile widest = sorted.get(0);
    for (DataFile f : sorted.subList(1, sorted.size())) {
      if (f.ids().first() < widest.ids().end(widest.rows())) {
        return "files share row ids: "
            + widest.path()
            + " has "
            + widest.rows()
            + " rows from id "
            + widest.ids().first()
            + " on, "
            + f.path()
            + " from "
            + f.ids().first()
            + " on";
      }
      widest = f;
    }
    throw new IllegalStateException("no files share row ids");
  }
}
