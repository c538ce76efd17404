package io.placed.scan.plan;

import io.placed.scan.decode.RowFilter;
import io.placed.scan.decode.RowSpan;
import io.placed.scan.request.DeletedRows;
import io.placed.vector.Bits;
import java.io.IOException;
import java.util.Arrays;

/**
 * The rows of a span that a scan returns. Deleted rows go first, so that no condition sees them: it
 * could fail on their values.
 */
public final class SpanRows {
  private final DeletedRows deleted;
  private final RowFilter filter;
  private final ChosenRows chosen;
  private final long[] rows;

  /**
   * @param deleted null = none
   * @param filter null = all rows match
   * @param chosen null = all matching rows are chosen
   * @param batchRows maximum rows of a span
   */
  public SpanRows(DeletedRows deleted, RowFilter filter, ChosenRows chosen, int batchRows) {
    this.deleted = deleted;
    this.filter = filter;
    this.chosen = chosen;
    this.rows = new long[Bits.words(batchRows)];
  }

  /**
   * A bitmap of the rows; valid until the next span.
   *
   * @param first number of the span's first row in the file
   * @param tested whether the span may have rows that do not match
   */
  public long[] select(RowSpan span, long first, boolean tested) throws IOException {
    Arrays.fill(rows, 0);
    Bits.fill(rows, 0, span.count(), true);
    if (deleted != null) {
      deleted.clear(first, rows, span.count());
    }
    if (tested) {
      filter.select(span, rows);
    }
    if (chosen != null) {
      chosen.choose(span, first, rows);
    }
    return rows;
  }
}
