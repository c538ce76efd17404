package io.placed.spark.read;

import java.util.ArrayList;
import java.util.List;

/**
 * Some of the first rows of a scan that gives out all rows of its files: one task reads just them.
 *
 * @param offset rows that are passed over
 * @param end rows after which the task stops, those passed over included
 */
record RowRange(long offset, long end) {

  PlacedInputPartition plan(List<SourceFile> files) {
    List<FileSlice> slices = new ArrayList<>();
    long skipped = offset;
    long left = end - offset;
    boolean started = false;
    for (SourceFile f : files) {
      var groups = f.file().rowGroups();
      for (int g = 0; g < groups.size() && left > 0; g++) {
        long rows = groups.get(g).rows();
        if (!started && skipped >= rows) {
          skipped -= rows;
          continue;
        }
        left -= started ? rows : rows - skipped;
        started = true;
        slices.add(SplitPlanner.slice(f, g, g + 1, rows, groups.get(g).length()));
      }
    }
    return new PlacedInputPartition(slices, null, null, started ? skipped : 0);
  }
}
