package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;

/**
 * Smallest or largest values. Numbers are compared as such, with NaN above all others and zeros of
 * both signs alike; strings and binary as unsigned bytes; false comes before true.
 */
abstract class Extremes extends Accumulator {
  private final int argument;

  /** 1 to keep the largest, -1 to keep the smallest. */
  final int sign;

  boolean[] any = new boolean[1];

  Extremes(int argument, int sign) {
    this.argument = argument;
    this.sign = sign;
  }

  static Extremes of(Aggregate a, int argument) {
    int sign = a.function() == Aggregate.Function.MAX ? 1 : -1;
    return switch (a.argument().type().storage()) {
      case BYTES -> new OfBytes(argument, sign);
      case FLOAT, DOUBLE -> new OfDoubles(argument, sign);
      default -> new OfIntegers(argument, sign);
    };
  }

  @Override
  void grow(int groups) {
    any = Arrays.copyOf(any, groups);
  }

  @Override
  void add(GroupedRows rows, Full full) {
    ExpressionValues x = rows.values(argument);
    add(x, rows.counted(x.present()), rows.groups(), rows.count());
  }

  /**
   * @param present bits of the rows that count; null = all
   * @param groups null if there is one
   */
  abstract void add(ExpressionValues x, long[] present, int[] groups, int n);

  static boolean isPresent(long[] present, int i) {
    return present == null || (present[i >> 6] >>> i & 1) != 0;
  }

  @Override
  void reset(int group) {
    any[group] = false;
  }

  @Override
  final void append(int group, Column to) {
    if (any[group]) {
      appendValue(group, to);
    } else {
      to.appendNull();
    }
  }

  abstract void appendValue(int group, Column to);

  /** Booleans too. */
  private static final class OfIntegers extends Extremes {
    private long[] low = new long[1];
    private long[] high = new long[1];

    OfIntegers(int argument, int sign) {
      super(argument, sign);
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      low = Arrays.copyOf(low, groups);
      high = Arrays.copyOf(high, groups);
    }

    @Override
    void add(ExpressionValues x, long[] present, int[] groups, int n) {
      if (groups == null && x.high() == null) {
        addSmall(x.low(), present, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        if (isPresent(present, i)) {
          long l = x.low()[i];
          take(groups == null ? 0 : groups[i], l, x.high() == null ? l >> 63 : x.high()[i]);
        }
      }
    }

    /** Values of 64 bits, in one group. */
    private void addSmall(long[] v, long[] present, int n) {
      if (present == null) {
        if (n > 0) {
          takeBest(v, 0, n);
        }
        return;
      }
      for (int from = 0; from < n; from += 64) {
        int end = Math.min(n, from + 64);
        long left = present[from >> 6] & -1L >>> from - end;
        if (left == -1L) {
          takeBest(v, from, end);
          continue;
        }
        for (; left != 0; left &= left - 1) {
          long value = v[from + Long.numberOfTrailingZeros(left)];
          take(0, value, value >> 63);
        }
      }
    }

    private void takeBest(long[] v, int from, int end) {
      long best = v[from];
      if (sign > 0) {
        for (int i = from + 1; i < end; i++) {
          best = Math.max(best, v[i]);
        }
      } else {
        for (int i = from + 1; i < end; i++) {
          best = Math.min(best, v[i]);
        }
      }
      take(0, best, best >> 63);
    }

    private void take(int g, long l, long h) {
      if (!any[g] || compare(h, l, high[g], low[g]) * sign > 0) {
        low[g] = l;
        high[g] = h;
        any[g] = true;
      }
    }

    private static int compare(long highA, long lowA, long highB, long lowB) {
      return highA != highB ? Long.compare(highA, highB) : Long.compareUnsigned(lowA, lowB);
    }

    @Override
    void appendValue(int group, Column to) {
      if (to instanceof IntColumn c) {
        c.append((int) low[group]);
      } else if (to instanceof LongColumn c) {
        c.append(low[group]);
      } else if (to instanceof BooleanColumn c) {
        c.append(low[group] != 0);
      } else {
        ((Int128Column) to).append(high[group], low[group]);
      }
    }
  }

  private static final class OfDoubles extends Extremes {
    private double[] values = new double[1];

    OfDoubles(int argument, int sign) {
      super(argument, sign);
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      values = Arrays.copyOf(values, groups);
    }

    @Override
    void add(ExpressionValues x, long[] present, int[] groups, int n) {
      double[] v = x.doubles();
      for (int i = 0; i < n; i++) {
        if (isPresent(present, i)) {
          int g = groups == null ? 0 : groups[i];
          // Adding 0.0 makes -0.0 positive, so that the two are equal.
          if (!any[g] || Double.compare(v[i] + 0.0, values[g] + 0.0) * sign > 0) {
            values[g] = v[i];
            any[g] = true;
          }
        }
      }
    }

    @Override
    void appendValue(int group, Column to) {
      if (to instanceof FloatColumn c) {
        c.append((float) values[group]);
      } else {
        ((DoubleColumn) to).append(values[group]);
      }
    }
  }

  private static final class OfBytes extends Extremes {
    private byte[][] values = new byte[1][];
    private long bytes;

    OfBytes(int argument, int sign) {
      super(argument, sign);
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      values = Arrays.copyOf(values, groups);
    }

    @Override
    void add(ExpressionValues x, long[] present, int[] groups, int n) {
      byte[] arena = x.arena();
      for (int i = 0; i < n; i++) {
        if (isPresent(present, i)) {
          int g = groups == null ? 0 : groups[i];
          int start = x.starts()[i];
          int end = start + x.lengths()[i];
          if (!any[g]
              || Arrays.compareUnsigned(arena, start, end, values[g], 0, values[g].length) * sign
                  > 0) {
            bytes += end - start - (values[g] == null ? 0 : values[g].length);
            values[g] = Arrays.copyOfRange(arena, start, end);
            any[g] = true;
          }
        }
      }
    }

    @Override
    void reset(int group) {
      super.reset(group);
      bytes -= values[group] == null ? 0 : values[group].length;
      values[group] = null;
    }

    @Override
    long memoryBytes() {
      return bytes;
    }

    @Override
    void appendValue(int group, Column to) {
      ((BytesColumn) to).append(values[group], 0, values[group].length);
    }
  }
}
