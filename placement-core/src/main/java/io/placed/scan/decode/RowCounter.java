package io.placed.scan.decode;

import io.placed.format.v1.RowGroupEntry;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.util.List;

/** A column that is not stored: its values count the rows of the file, deleted ones included. */
final class RowCounter implements ColumnDecoder {
  /** Value of the first row of each row group. */
  private final long[] values;

  private final List<RowGroupEntry> rowGroups;

  /**
   * @param first value of the first row of the file
   */
  RowCounter(long first, List<RowGroupEntry> rowGroups) {
    this.rowGroups = rowGroups;
    this.values = new long[rowGroups.size()];
    long next = first;
    for (int g = 0; g < values.length; g++) {
      values[g] = next;
      next += rowGroups.get(g).rows();
    }
  }

  private long value(int rowGroup, int page, int from) {
    return values[rowGroup] + (long) page * rowGroups.get(rowGroup).pageRows() + from;
  }

  @Override
  public void decode(int rowGroup, int page, int from, int count, Column target) {
    LongColumn numbers = (LongColumn) target;
    long first = value(rowGroup, page, from);
    for (int i = 0; i < count; i++) {
      numbers.append(first + i);
    }
  }

  @Override
  public boolean select(RowSpan span, SelectedRows selected, Column target) {
    LongColumn numbers = (LongColumn) target;
    long first = value(span.rowGroup(), span.page(), span.from());
    int[] positions = selected.positions();
    for (int i = 0; i < selected.count(); i++) {
      numbers.append(first + positions[i]);
    }
    return true;
  }
}
