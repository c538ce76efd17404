package io.placed.table;

import io.placed.table.file.DataFile;
import io.placed.table.file.RowIdColumns;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Which file has the row of a number. The rows of a single file are numbered from 0 on; those of a
 * table by their {@linkplain RowIdColumns#ID ids}, which no later commit changes unless it writes
 * the row again. Positions among all rows would be shifted by every commit that removes some.
 */
final class RowNumbers {
  private final String table;

  /** Whether the snapshot is a single file. */
  private final boolean single;

  private final Snapshot snapshot;

  /** In the order of their first rows. */
  private final List<DataFile> files;

  /** Number of the first row of each file. */
  private final long[] first;

  /**
   * Some rows of a file.
   *
   * @param rows their numbers in the file, from 0, ascending
   */
  record Part(DataFile file, long[] rows) {}

  /**
   * @param single whether the snapshot is a single file, not a directory of files
   * @throws IllegalArgumentException if the directory has no snapshots, so that its rows have no
   *     ids
   */
  RowNumbers(String table, boolean single, Snapshot snapshot) {
    this.table = table;
    this.single = single;
    this.snapshot = snapshot;
    List<DataFile> numbered = new ArrayList<>();
    for (DataFile file : snapshot.files()) {
      if (file.rows() > 0 && (single || file.ids() != null)) {
        numbered.add(file);
      }
    }
    if (numbered.isEmpty() && snapshot.id() == 0 && !single) {
      throw new IllegalArgumentException(
          table
              + ": has no snapshots, and rows are found by "
              + RowIdColumns.ID
              + ", which they get when a snapshot lists their files; add the files, or read one of"
              + " them");
    }
    numbered.sort(Comparator.comparingLong(this::firstOf));
    this.files = numbered;
    this.first = numbered.stream().mapToLong(this::firstOf).toArray();
  }

  private long firstOf(DataFile file) {
    return single ? 0 : file.ids().first();
  }

  /**
   * The files that have these rows.
   *
   * @param numbers ascending, without duplicates
   * @throws IllegalArgumentException that names a number which no row has
   */
  List<Part> find(long[] numbers) {
    List<Part> parts = new ArrayList<>();
    int f = 0;
    for (int from = 0, to; from < numbers.length; from = to) {
      int at = Arrays.binarySearch(first, f, first.length, numbers[from]);
      f = at < 0 ? -at - 2 : at;
      if (f < 0 || numbers[from] - first[f] >= files.get(f).rows()) {
        throw missing(numbers[from]);
      }
      DataFile file = files.get(f);
      long end = first[f] + file.rows();
      for (to = from + 1; to < numbers.length && numbers[to] < end; to++) {
        // Counts the rows of the file.
      }
      long[] rows = new long[to - from];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = numbers[from + i] - first[f];
      }
      parts.add(new Part(file, rows));
    }
    return parts;
  }

  /** The error for a row that a file had, but that is deleted. */
  IllegalArgumentException deleted(DataFile file, long row) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s: row %d is deleted in snapshot %d",
            table,
            firstOf(file) + row,
            snapshot.id()));
  }

  private IllegalArgumentException missing(long number) {
    if (single) {
      long rows = files.isEmpty() ? 0 : files.get(0).rows();
      return new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: there is no row %d; the file has %d rows, numbered from 0",
              table,
              number,
              rows));
    }
    long rows = files.stream().mapToLong(DataFile::liveRows).sum();
    String ids = "";
    if (!files.isEmpty()) {
      DataFile last = files.get(files.size() - 1);
      ids = " with ids from " + first[0] + " to " + (last.ids().end(last.rows()) - 1);
    }
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s: there is no row with %s %d in snapshot %d; it has %d rows%s, less those that were"
                + " removed or written again",
            table,
            RowIdColumns.ID,
            number,
            snapshot.id(),
            rows,
            ids));
  }
}
