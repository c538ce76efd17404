package io.placed.benchmarks.engine;

import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;

/** ORC's columns in memory, in version 2 of its batches: decimals up to 18 digits are longs. */
final class OrcColumns {
  private static final long MICROS = 1_000_000;

  private OrcColumns() {}

  /** Adds a column's values from the arrays of the batch. */
  static void add(ColumnVector v, int n, int c, Totals totals, Loop loop) {
    // One value for all rows.
    v.flatten(false, null, n);
    int count = n;
    if (!v.noNulls) {
      for (int i = 0; i < n; i++) {
        count -= v.isNull[i] ? 1 : 0;
      }
    }
    boolean[] missing = v.noNulls ? null : v.isNull;
    if (v instanceof LongColumnVector l) {
      totals.add(c, longs(l.vector, missing, n, loop), count);
    } else if (v instanceof DoubleColumnVector d) {
      totals.add(c, doubles(d.vector, missing, n, loop), count);
    } else if (v instanceof BytesColumnVector b) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        if (missing == null || !missing[i]) {
          sum += Sums.text(b.vector[i], b.start[i], b.length[i]);
        }
      }
      totals.add(c, sum, count);
    } else if (v instanceof TimestampColumnVector t) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        if (missing == null || !missing[i]) {
          sum += Math.floorDiv(t.time[i], 1000) * MICROS + t.nanos[i] / 1000;
        }
      }
      totals.add(c, sum, count);
    } else {
      throw new IllegalArgumentException(v.type + " is not summed");
    }
  }

  private static long longs(long[] v, boolean[] missing, int n, Loop loop) {
    if (missing == null) {
      return Sums.longs(v, null, n, loop);
    }
    long a = 0;
    long b = 0;
    int i = 0;
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += missing[i] ? 0 : v[i];
        b += missing[i + 1] ? 0 : v[i + 1];
      }
    }
    for (; i < n; i++) {
      a += missing[i] ? 0 : v[i];
    }
    return a + b;
  }

  private static double doubles(double[] v, boolean[] missing, int n, Loop loop) {
    if (missing == null) {
      return Sums.doubles(v, null, n, loop);
    }
    double a = 0;
    double b = 0;
    int i = 0;
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += missing[i] ? 0 : v[i];
        b += missing[i + 1] ? 0 : v[i + 1];
      }
    }
    for (; i < n; i++) {
      a += missing[i] ? 0 : v[i];
    }
    return a + b;
  }
}
