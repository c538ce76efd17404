package io.placed.aggregate;

import io.placed.schema.DecimalType;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.util.Arrays;

/** Sums of integers and of unscaled decimals, in 128 bits. */
final class IntegerSums extends Accumulator {
  private final Evaluator argument;

  /** Least magnitude that a sum must not have. */
  private final BigInteger bound;

  private final double safe;

  /** No sum has a greater magnitude, about. */
  private double reach;

  private long[] low = new long[1];
  private long[] high = new long[1];
  private boolean[] any = new boolean[1];

  /**
   * @param digits what the sums may have; null for integers, whose sums have 64 bits
   */
  IntegerSums(Evaluator argument, DecimalType digits) {
    this.argument = argument;
    this.bound =
        digits == null ? BigInteger.ONE.shiftLeft(63) : BigInteger.TEN.pow(digits.precision());
    this.safe = 0.999 * bound.doubleValue();
  }

  @Override
  void grow(int groups) {
    low = Arrays.copyOf(low, groups);
    high = Arrays.copyOf(high, groups);
    any = Arrays.copyOf(any, groups);
  }

  @Override
  void add(Batch batch, int[] groups, Full full) {
    Numbers x = argument.evaluate(batch);
    int n = batch.rows();
    if (x.high != null || mayExceed(x, n)) {
      addCarefully(x, groups, n, full);
    } else if (groups == null) {
      any[0] |= x.present == null ? n > 0 : Bits.count(x.present, 0, n) > 0;
      long sumLow = 0;
      long sumHigh = 0;
      for (int i = 0; i < n; i++) {
        long v = x.low[i];
        if (x.present != null) {
          v &= -(x.present[i >> 6] >>> i & 1);
        }
        // Halves of 32 bits do not overflow: a batch has fewer than 2^31 rows.
        sumLow += v & 0xFFFFFFFFL;
        sumHigh += v >> 32;
      }
      add(0, sumLow, 0);
      add(0, sumHigh << 32, sumHigh >> 32);
    } else {
      for (int i = 0; i < n; i++) {
        if (x.isPresent(i)) {
          long v = x.low[i];
          add(groups[i], v, v >> 63);
          any[groups[i]] = true;
        }
      }
    }
  }

  private void add(int group, long l, long h) {
    long sum = low[group] + l;
    high[group] += h + (Long.compareUnsigned(sum, l) < 0 ? 1 : 0);
    low[group] = sum;
  }

  /** Whether any sum may reach the bound with these values. */
  private boolean mayExceed(Numbers x, int n) {
    long most = 0;
    for (int i = 0; i < n; i++) {
      most |= x.low[i] ^ x.low[i] >> 63;
    }
    double more = (most + 1.0) * n;
    if (reach + more >= safe) {
      reach = 0;
      for (int g = 0; g < low.length; g++) {
        reach = Math.max(reach, Math.abs(high[g] * 0x1p64 + (low[g] >>> 1) * 2.0));
      }
    }
    if (reach + more >= safe) {
      return true;
    }
    reach += more;
    return false;
  }

  private void addCarefully(Numbers x, int[] groups, int n, Full full) {
    for (int i = 0; i < n; i++) {
      if (x.isPresent(i)) {
        int g = groups == null ? 0 : groups[i];
        long l = x.low[i];
        long h = x.high == null ? l >> 63 : x.high[i];
        if (any[g] && !fits(g, l, h)) {
          full.putOut(g);
        }
        add(g, l, h);
        any[g] = true;
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
    if (!any[group]) {
      to.appendNull();
    } else if (to instanceof Int128Column c) {
      c.append(high[group], low[group]);
    } else {
      ((LongColumn) to).append(low[group]);
    }
  }

  @Override
  void reset(int group) {
    low[group] = 0;
    high[group] = 0;
    any[group] = false;
  }
}
