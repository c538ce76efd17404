package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.schema.DecimalType;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Sums of integers and of unscaled decimals. Values are added in 64 bits while the number of rows
 * and the largest magnitude say that no sum can leave them; then the sums are moved to 128 bits and
 * start again from zero.
 */
final class IntegerSums extends Accumulator {
  /** Sums of 64 bits stay below. */
  private static final double SMALL = 0x1p62;

  /** If one in so many values does not count, these are taken away from the sum of all. */
  private static final int FEW = 16;

  private final int argument;
  private final ValueCounts counts;

  /** Least magnitude that a sum must not have. */
  private final BigInteger bound;

  private final double safe;

  private int shift;
  private long[] small = new long[1];

  /** No small sum has a greater magnitude, about. */
  private double smallReach;

  private long[] low = new long[1];
  private long[] high = new long[1];

  /** No sum of small and large has a greater magnitude, about. */
  private double reach;

  /**
   * @param digits what the sums may have; null for integers, whose sums have 64 bits
   */
  IntegerSums(int argument, ValueCounts counts, DecimalType digits) {
    this.argument = argument;
    this.counts = counts;
    this.bound =
        digits == null ? BigInteger.ONE.shiftLeft(63) : BigInteger.TEN.pow(digits.precision());
    this.safe = 0.999 * bound.doubleValue();
  }

  @Override
  void grow(int groups) {
    small = Lanes.grown(small, shift, groups);
    shift = Lanes.shift(groups);
    low = Arrays.copyOf(low, groups);
    high = Arrays.copyOf(high, groups);
  }

  @Override
  void add(GroupedRows rows, Full full) {
    ExpressionValues x = rows.values(argument);
    int n = rows.count();
    long[] present = rows.counted(x.present());
    double more = Math.scalb((double) n, x.magnitudeBits(n));
    if (reach + more >= safe) {
      settle();
    }
    if (reach + more >= safe || more >= SMALL) {
      settle();
      addCarefully(x, present, rows.groups(), n, full);
      return;
    }
    reach += more;
    if (smallReach + more >= SMALL) {
      moveSmall();
    }
    smallReach += more;
    add(x.low(), present, rows.groups() == null ? null : rows.lanes(shift), n);
  }

  private void add(long[] v, long[] present, int[] lanes, int n) {
    if (lanes == null) {
      small[0] += present == null ? sum(v, n) : sum(v, present, n);
      return;
    }
    long[] to = small;
    if (present == null) {
      for (int i = 0; i < n; i++) {
        to[lanes[i]] += v[i];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      to[lanes[i]] += v[i] & -(present[i >> 6] >>> i & 1);
    }
  }

  private static long sum(long[] v, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += v[i];
    }
    return sum;
  }

  private static long sum(long[] v, long[] present, int n) {
    if (n - Bits.count(present, 0, n) <= n / FEW) {
      return sum(v, n) - sumOfOthers(v, present, n);
    }
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += v[i] & -(present[i >> 6] >>> i & 1);
    }
    return sum;
  }

  /** The sum of the values that do not count; it may wrap around, and so does the sum of all. */
  private static long sumOfOthers(long[] v, long[] present, int n) {
    long sum = 0;
    for (int from = 0; from < n; from += 64) {
      long others = ~present[from >> 6] & -1L >>> from - Math.min(n, from + 64);
      for (; others != 0; others &= others - 1) {
        sum += v[from + Long.numberOfTrailingZeros(others)];
      }
    }
    return sum;
  }

  private void moveSmall() {
    for (int k = 0; k < small.length; k++) {
      add(k >> shift, small[k], small[k] >> 63);
      small[k] = 0;
    }
    smallReach = 0;
  }

  /** Adds up the sums and finds out how far they reach. */
  private void settle() {
    moveSmall();
    reach = 0;
    boolean grouped = low.length > 1;
    if (grouped) {
      reset(GroupedRows.NONE);
    }
    for (int g = 0; g < low.length; g++) {
      reach = Math.max(reach, Math.abs(high[g] * 0x1p64 + (low[g] >>> 1) * 2.0));
    }
  }

  private void add(int group, long l, long h) {
    long sum = low[group] + l;
    high[group] += h + (Long.compareUnsigned(sum, l) < 0 ? 1 : 0);
    low[group] = sum;
  }

  private void addCarefully(ExpressionValues x, long[] present, int[] groups, int n, Full full) {
    for (int i = 0; i < n; i++) {
      int g = groups == null ? 0 : groups[i];
      boolean wanted = groups == null || g != GroupedRows.NONE;
      if (wanted && (present == null || (present[i >> 6] >>> i & 1) != 0)) {
        long l = x.low()[i];
        long h = x.high() == null ? l >> 63 : x.high()[i];
        if ((low[g] | high[g]) != 0 && !fits(g, l, h)) {
          full.putOut(g);
        }
        add(g, l, h);
      }
    }
    reach = Double.POSITIVE_INFINITY;
  }

  private boolean fits(int g, long l, long h) {
    BigInteger sum =
        Int128Column.toBigInteger(high[g], low[g]).add(Int128Column.toBigInteger(h, l));
    return sum.abs().compareTo(bound) < 0;
  }

  @Override
  void append(int group, Column to) {
    for (int k = group << shift; k < group + 1 << shift; k++) {
      add(group, small[k], small[k] >> 63);
      small[k] = 0;
    }
    // A group that was put out within a batch may have more of it to come.
    if (counts.of(argument, group) <= 0 && (low[group] | high[group]) == 0) {
      to.appendNull();
    } else if (to instanceof Int128Column c) {
      c.append(high[group], low[group]);
    } else {
      ((LongColumn) to).append(low[group]);
    }
  }

  @Override
  void reset(int group) {
    Arrays.fill(small, group << shift, group + 1 << shift, 0);
    low[group] = 0;
    high[group] = 0;
  }
}
