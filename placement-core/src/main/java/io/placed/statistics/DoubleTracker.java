package io.placed.statistics;

import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;

/** Floating point: NaN is counted, not compared. */
final class DoubleTracker extends ValueTracker {
  private static final long NAN_HASH = Hash.of(Double.doubleToLongBits(Double.NaN));

  private double min;
  private double max;
  private boolean any;
  private long nanCount;

  DoubleTracker() {
    reset();
  }

  @Override
  void add(Column column, long[] validity, int from, int count, DistinctSketch distinct) {
    if (column instanceof DoubleColumn c) {
      double[] v = c.values();
      for (int i = from; i < from + count; i++) {
        if (present(validity, i)) {
          include(v[i], distinct);
        }
      }
    } else {
      float[] v = ((FloatColumn) column).values();
      for (int i = from; i < from + count; i++) {
        if (present(validity, i)) {
          include(v[i], distinct);
        }
      }
    }
  }

  private void include(double x, DistinctSketch distinct) {
    if (Double.isNaN(x)) {
      nanCount++;
      distinct.add(NAN_HASH);
      return;
    }
    any = true;
    if (x < min) {
      min = x;
    }
    if (x > max) {
      max = x;
    }
    // Adding 0.0 turns -0.0 into 0.0: SQL does not tell them apart.
    distinct.add(Hash.of(Double.doubleToRawLongBits(x + 0.0)));
  }

  @Override
  void merge(ValueTracker other) {
    DoubleTracker o = (DoubleTracker) other;
    min = Math.min(min, o.min);
    max = Math.max(max, o.max);
    any |= o.any;
    nanCount += o.nanCount;
  }

  @Override
  Object min() {
    return any ? (Object) min : null;
  }

  @Override
  Object max() {
    return any ? (Object) max : null;
  }

  @Override
  long nanCount() {
    return nanCount;
  }

  @Override
  void reset() {
    min = Double.POSITIVE_INFINITY;
    max = Double.NEGATIVE_INFINITY;
    any = false;
    nanCount = 0;
  }
}
