package io.placed.statistics;

import io.placed.vector.Column;
import io.placed.vector.Int128Column;

/** Signed 128-bit integers in two halves. */
final class Int128Tracker extends ValueTracker {
  private boolean any;
  private long minHigh;
  private long minLow;
  private long maxHigh;
  private long maxLow;

  @Override
  void add(Column column, long[] validity, int from, int count, DistinctSketch distinct) {
    long[] high = ((Int128Column) column).high();
    long[] low = ((Int128Column) column).low();
    for (int i = from; i < from + count; i++) {
      if (present(validity, i)) {
        include(high[i], low[i]);
        distinct.add(Hash.of(high[i], low[i]));
      }
    }
  }

  private void include(long high, long low) {
    if (!any) {
      any = true;
      minHigh = high;
      minLow = low;
      maxHigh = high;
      maxLow = low;
    } else if (less(high, low, minHigh, minLow)) {
      minHigh = high;
      minLow = low;
    } else if (less(maxHigh, maxLow, high, low)) {
      maxHigh = high;
      maxLow = low;
    }
  }

  private static boolean less(long high, long low, long thanHigh, long thanLow) {
    return high < thanHigh || (high == thanHigh && Long.compareUnsigned(low, thanLow) < 0);
  }

  @Override
  void merge(ValueTracker other) {
    Int128Tracker o = (Int128Tracker) other;
    if (o.any) {
      include(o.minHigh, o.minLow);
      include(o.maxHigh, o.maxLow);
    }
  }

  @Override
  Object min() {
    return any ? Int128Column.toBigInteger(minHigh, minLow) : null;
  }

  @Override
  Object max() {
    return any ? Int128Column.toBigInteger(maxHigh, maxLow) : null;
  }

  @Override
  void reset() {
    any = false;
  }
}
