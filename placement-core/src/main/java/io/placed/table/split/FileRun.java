package io.placed.table.split;

import io.placed.placement.SortKey;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.source.SourceFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Slices of sorted files in an order in which the leading key goes on from file to file.
 *
 * @param keys how many sort keys the rows of all slices, one after the other, are in order of; 0 =
 *     none
 */
record FileRun(List<FileSlice> slices, int keys) {
  /** As many as the files have. */
  private static final int ALL = Integer.MAX_VALUE;

  /**
   * A file whose bounds of the leading key are known.
   *
   * @param type in which the bounds are: files of several tables may differ, and days are no
   *     microseconds
   */
  private record Range(String path, Type type, Object low, Object high, boolean nulls) {
    static Range of(SourceFile f, String column) {
      int at = f.schema().indexOf(column);
      ColumnStatistics s = at < 0 ? null : f.file().statistics().get(column);
      boolean known = s != null && s.min() != null && s.max() != null && s.nanCount() == 0;
      Type type = known ? f.schema().field(at).type() : null;
      return known ? new Range(f.path(), type, s.min(), s.max(), s.nullCount() > 0) : null;
    }
  }

  /**
   * @param files by path
   * @param leading first sort key of all files
   */
  static FileRun of(List<FileSlice> slices, Map<String, SourceFile> files, SortKey leading) {
    FileRun none = new FileRun(slices, 0);
    List<Range> ranges = new ArrayList<>();
    for (String path : slices.stream().map(FileSlice::path).distinct().toList()) {
      ranges.add(Range.of(files.get(path), leading.column()));
    }
    if (ranges.size() == 1) {
      return new FileRun(inFileOrder(slices), ALL);
    }
    if (ranges.contains(null)
        || ranges.stream().anyMatch(r -> !r.type().equals(ranges.get(0).type()))) {
      return none;
    }
    ranges.sort((a, b) -> ColumnStatistics.compareBounds(a.low(), b.low()));
    if (leading.descending()) {
      Collections.reverse(ranges);
    }
    int keys = ALL;
    for (int i = 0; i < ranges.size(); i++) {
      // Nulls of a file are at its end, where another file goes on.
      boolean outermost = leading.nullsFirst() ? i == 0 : i == ranges.size() - 1;
      if (ranges.get(i).nulls() && !outermost) {
        return none;
      }
      if (i > 0) {
        Range lower = ranges.get(leading.descending() ? i : i - 1);
        Range upper = ranges.get(leading.descending() ? i - 1 : i);
        int gap = ColumnStatistics.compareBounds(upper.low(), lower.high());
        if (gap < 0) {
          return none;
        }
        // Rows of one value in both files are not in order of the next key.
        keys = gap == 0 ? 1 : keys;
      }
    }
    List<FileSlice> ordered = new ArrayList<>();
    for (Range r : ranges) {
      ordered.addAll(inFileOrder(slices.stream().filter(s -> s.path().equals(r.path())).toList()));
    }
    return new FileRun(ordered, keys);
  }

  private static List<FileSlice> inFileOrder(List<FileSlice> slices) {
    return slices.stream()
        .sorted(
            Comparator.comparingInt(FileSlice::firstRowGroup)
                .thenComparingInt(s -> s.pages().number()))
        .toList();
  }
}
