package io.placed.table.split;

import io.placed.table.source.SourceFile;
import io.placed.write.RowGroupSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * Some of the first rows of a scan that returns all rows of its files: one task reads just them.
 *
 * @param offset rows that are passed over
 * @param end rows after which the task stops, those passed over included
 */
public record RowRange(long offset, long end) {

  public ReadTask plan(List<SourceFile> files) {
    List<FileSlice> slices = new ArrayList<>();
    long skipped = offset;
    long left = end - offset;
    for (SourceFile f : files) {
      List<RowGroupSummary> groups = f.file().rowGroups();
      long deleted = f.file().rows() - f.file().liveRows();
      if (slices.isEmpty() && skipped >= f.file().liveRows()) {
        skipped -= f.file().liveRows();
        continue;
      }
      int first = 0;
      // Which row groups deleted rows are in is not known here.
      while (slices.isEmpty()
          && deleted == 0
          && first < groups.size()
          && skipped >= groups.get(first).rows()) {
        skipped -= groups.get(first++).rows();
      }
      long unread = slices.isEmpty() ? skipped : 0;
      long rows = 0;
      long bytes = 0;
      int next = first;
      for (; next < groups.size() && left > 0 && rows - deleted - unread < left; next++) {
        rows += groups.get(next).rows();
        bytes += groups.get(next).length();
      }
      if (rows > 0) {
        left -= Math.max(0, rows - deleted - unread);
        slices.add(SlicePlanner.slice(f, first, next, rows, bytes));
      }
    }
    return new ReadTask(List.copyOf(slices), null, slices.isEmpty() ? 0 : skipped);
  }
}
