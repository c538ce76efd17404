package io.placed.statistics;

import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/** Booleans (0 and 1) and everything kept in an int or a long. */
final class LongTracker extends ValueTracker {
  private long min;
  private long max;

  LongTracker() {
    reset();
  }

  @Override
  void add(Column column, long[] validity, int from, int count, DistinctSketch distinct) {
    if (column instanceof LongColumn c) {
      addLongs(c.values(), validity, from, from + count, distinct);
    } else if (column instanceof IntColumn c) {
      addInts(c.values(), validity, from, from + count, distinct);
    } else {
      addBooleans((BooleanColumn) column, validity, from, from + count, distinct);
    }
  }

  private void addLongs(long[] v, long[] validity, int from, int end, DistinctSketch distinct) {
    long lo = min;
    long hi = max;
    long last = 0;
    boolean first = true;
    for (int i = from; i < end; i++) {
      if (present(validity, i)) {
        long x = v[i];
        if (first || x != last) {
          lo = Math.min(lo, x);
          hi = Math.max(hi, x);
          distinct.add(Hash.of(x));
          last = x;
          first = false;
        }
      }
    }
    min = lo;
    max = hi;
  }

  private void addInts(int[] v, long[] validity, int from, int end, DistinctSketch distinct) {
    long lo = min;
    long hi = max;
    int last = 0;
    boolean first = true;
    for (int i = from; i < end; i++) {
      if (present(validity, i)) {
        int x = v[i];
        if (first || x != last) {
          lo = Math.min(lo, x);
          hi = Math.max(hi, x);
          distinct.add(Hash.of(x));
          last = x;
          first = false;
        }
      }
    }
    min = lo;
    max = hi;
  }

  private void addBooleans(
      BooleanColumn column, long[] validity, int from, int end, DistinctSketch distinct) {
    boolean no = false;
    boolean yes = false;
    for (int i = from; i < end && !(no && yes); i++) {
      if (present(validity, i)) {
        boolean x = column.get(i);
        yes |= x;
        no |= !x;
      }
    }
    if (no) {
      include(0, distinct);
    }
    if (yes) {
      include(1, distinct);
    }
  }

  private void include(long value, DistinctSketch distinct) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    distinct.add(Hash.of(value));
  }

  @Override
  void merge(ValueTracker other) {
    LongTracker o = (LongTracker) other;
    min = Math.min(min, o.min);
    max = Math.max(max, o.max);
  }

  @Override
  Object min() {
    return min > max ? null : (Object) min;
  }

  @Override
  Object max() {
    return min > max ? null : (Object) max;
  }

  @Override
  void reset() {
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
  }
}
