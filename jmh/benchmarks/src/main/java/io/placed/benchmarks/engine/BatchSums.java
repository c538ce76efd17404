package io.placed.benchmarks.engine;

import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/** Sums of the primitive arrays of a batch. */
public final class BatchSums {
  private BatchSums() {}

  public static void add(Batch batch, Totals totals, Loop loop) {
    totals.addRows(batch.rows());
    for (int c = 0; c < batch.columns().size(); c++) {
      add(batch.column(c), c, totals, loop);
    }
  }

  static void add(Column column, int c, Totals totals, Loop loop) {
    int n = column.size();
    long[] present = column.validity();
    int count = Sums.count(present, n);
    if (column instanceof IntColumn i) {
      totals.add(c, Sums.ints(i.values(), present, n, loop), count);
    } else if (column instanceof DoubleColumn d) {
      totals.add(c, Sums.doubles(d.values(), present, n, loop), count);
    } else if (column instanceof LongColumn l) {
      totals.add(c, Sums.longs(l.values(), present, n, loop), count);
    } else if (column instanceof FloatColumn f) {
      totals.add(c, Sums.floats(f.values(), present, n), count);
    } else if (column instanceof BytesColumn b) {
      totals.add(c, Sums.texts(b.arena(), b.starts(), b.lengths(), present, n), count);
    } else if (column instanceof BooleanColumn b) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        sum += !b.isNull(i) && b.get(i) ? 1 : 0;
      }
      totals.add(c, sum, count);
    } else {
      throw new IllegalArgumentException(column.type() + " is not summed");
    }
  }
}
