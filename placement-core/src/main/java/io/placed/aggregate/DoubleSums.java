package io.placed.aggregate;

import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import java.util.Arrays;

/** Sums of floating point numbers, in doubles. */
final class DoubleSums extends Accumulator {
  private final Evaluator argument;
  private double[] sums = new double[1];
  private boolean[] any = new boolean[1];

  DoubleSums(Evaluator argument) {
    this.argument = argument;
  }

  @Override
  void grow(int groups) {
    sums = Arrays.copyOf(sums, groups);
    any = Arrays.copyOf(any, groups);
  }

  @Override
  void add(Batch batch, int[] groups, Full full) {
    Numbers x = argument.evaluate(batch);
    int n = batch.rows();
    if (groups == null) {
      any[0] |= x.present == null ? n > 0 : Bits.count(x.present, 0, n) > 0;
      sums[0] += x.present == null ? sum(x.doubles, n) : sum(x.doubles, x.present, n);
      return;
    }
    double[] v = x.doubles;
    for (int i = 0; i < n; i++) {
      if (x.isPresent(i)) {
        sums[groups[i]] += v[i];
        any[groups[i]] = true;
      }
    }
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

  /** Missing values are masked: a few of them at random would cost a wrong guess each. */
  private static double sum(double[] v, long[] present, int n) {
    double a = 0;
    double b = 0;
    int i = 0;
    for (; i + 2 <= n; i += 2) {
      long bits = present[i >> 6] >>> i;
      a += Double.longBitsToDouble(Double.doubleToRawLongBits(v[i]) & -(bits & 1));
      b += Double.longBitsToDouble(Double.doubleToRawLongBits(v[i + 1]) & -(bits >>> 1 & 1));
    }
    if (i < n && (present[i >> 6] >>> i & 1) != 0) {
      a += v[i];
    }
    return a + b;
  }

  @Override
  void append(int group, Column to) {
    if (any[group]) {
      ((DoubleColumn) to).append(sums[group]);
    } else {
      to.appendNull();
    }
  }

  @Override
  void reset(int group) {
    sums[group] = 0;
    any[group] = false;
  }
}
