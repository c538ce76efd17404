package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import java.util.Arrays;

/** Sums of floating point numbers, in doubles. */
final class DoubleSums extends Accumulator {
  private final int argument;
  private final ValueCounts counts;
  private int shift;
  private double[] sums = new double[1];

  DoubleSums(int argument, ValueCounts counts) {
    this.argument = argument;
    this.counts = counts;
  }

  @Override
  void grow(int groups) {
    sums = Lanes.grown(sums, shift, groups);
    shift = Lanes.shift(groups);
  }

  @Override
  void add(GroupedRows rows, Full full) {
    ExpressionValues x = rows.values(argument);
    int n = rows.count();
    double[] v = x.doubles();
    long[] present = rows.counted(x.present());
    if (rows.groups() != null) {
      add(v, present, rows.lanes(shift), n);
    } else {
      sums[0] += present == null ? sum(v, n) : sum(v, present, n);
    }
  }

  private void add(double[] v, long[] present, int[] lanes, int n) {
    double[] to = sums;
    if (present == null) {
      for (int i = 0; i < n; i++) {
        to[lanes[i]] += v[i];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      to[lanes[i]] += masked(v[i], present[i >> 6] >>> i);
    }
  }

  /** Missing values are masked: a few of them at random would cost a wrong guess each. */
  private static double masked(double v, long bits) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(v) & -(bits & 1));
  }

  /** Four sums at a time, so that not the latency of an addition is the limit. */
  private static double sum(double[] v, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      a += v[i];
      b += v[i + 1];
      c += v[i + 2];
      d += v[i + 3];
    }
    for (; i < n; i++) {
      a += v[i];
    }
    return a + b + (c + d);
  }

  private static double sum(double[] v, long[] present, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      long bits = present[i >> 6] >>> i;
      a += masked(v[i], bits);
      b += masked(v[i + 1], bits >>> 1);
      c += masked(v[i + 2], bits >>> 2);
      d += masked(v[i + 3], bits >>> 3);
    }
    for (; i < n; i++) {
      a += masked(v[i], present[i >> 6] >>> i);
    }
    return a + b + (c + d);
  }

  @Override
  void append(int group, Column to) {
    double sum = Lanes.sum(sums, group, shift);
    // A group that was put out within a batch may have more of it to come.
    if (counts.of(argument, group) > 0 || sum != 0) {
      ((DoubleColumn) to).append(sum);
    } else {
      to.appendNull();
    }
  }

  @Override
  void reset(int group) {
    Arrays.fill(sums, group << shift, group + 1 << shift, 0);
  }
}
