package io.placed.table.optimize;

import io.placed.table.file.DataFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges of files that overlap in the leading sort key.
 *
 * <p>As in a log-structured merge tree, the files are runs of different sizes. The smaller runs are
 * merged, and with them the next larger one once their bytes are a given share of it. Files of
 * these runs that overlap no other file of them stay as they are.
 */
final class OverlappingFiles {
  private final List<List<List<DataFile>>> sequences = new ArrayList<>();

  /**
   * @param growth see {@link OptimizeOptions#growth}
   */
  OverlappingFiles(List<KeyRange> files, double growth) {
    List<SortedRun> runs = SortedRun.of(files);
    runs.sort(Comparator.comparingLong(SortedRun::bytes));
    int merged = mergedRuns(runs, growth);
    List<KeyRange> together = new ArrayList<>();
    runs.subList(0, merged).forEach(r -> together.addAll(r.files()));
    together.sort(KeyRange.ORDER);
    divide(together);
    for (SortedRun run : runs.subList(merged, runs.size())) {
      sequences.add(run.files().stream().map(f -> List.of(f.file())).toList());
    }
  }

  /** Number of the smallest runs that are to become one. */
  private static int mergedRuns(List<SortedRun> ascending, double growth) {
    int merged = 0;
    long smaller = 0;
    for (int i = 0; i < ascending.size(); i++) {
      if (i > 0 && smaller >= growth * ascending.get(i).bytes()) {
        merged = i + 1;
      }
      smaller += ascending.get(i).bytes();
    }
    return merged;
  }

  /** Makes a sequence in which connected overlapping files are together. */
  private void divide(List<KeyRange> ordered) {
    List<List<DataFile>> sequence = new ArrayList<>();
    int from = 0;
    while (from < ordered.size()) {
      Object high = ordered.get(from).high();
      int end = from + 1;
      while (end < ordered.size() && KeyRange.below(ordered.get(end).low(), high)) {
        Object other = ordered.get(end).high();
        high = KeyRange.highs(other, high) > 0 ? other : high;
        end++;
      }
      sequence.add(ordered.subList(from, end).stream().map(KeyRange::file).toList());
      from = end;
    }
    sequences.add(sequence);
  }

  /**
   * Sequences in the order of the key. Several files at one place are to become files that do not
   * overlap.
   */
  List<List<List<DataFile>>> sequences() {
    return sequences;
  }
}
