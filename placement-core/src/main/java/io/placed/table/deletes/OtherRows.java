package io.placed.table.deletes;

import io.placed.scan.request.DeletedRows;
import io.placed.vector.Bits;
import java.util.Arrays;

/**
 * All rows but some. A bitmap of the others would grow with the number of rows that the log claims.
 */
record OtherRows(RowBitmap some) implements DeletedRows {
  @Override
  public long count(long first, long rows) {
    return rows - some.count(first, rows);
  }

  @Override
  public void clear(long first, long[] rows, int count) {
    long[] others = new long[Bits.words(count)];
    Arrays.fill(others, -1L);
    some.clear(first, others, count);
    for (int w = 0; w < others.length; w++) {
      rows[w] &= ~others[w];
    }
  }
}
