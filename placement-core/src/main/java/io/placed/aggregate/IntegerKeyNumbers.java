package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;

/** Integers, decimals, dates, times and booleans. */
final class IntegerKeyNumbers extends KeyNumbers {
  /** Integers that lie as close together are looked up in an array. */
  private static final int WINDOW = 1 << 16;

  private final LongNumbers numbers = new LongNumbers();

  /** Numbers of the integers from {@code base} on; 0 where it is not known yet. */
  private int[] window = new int[0];

  private long base;

  /** For integers of 128 bits: those of the halves. */
  private final LongNumbers highs = new LongNumbers();

  private final LongNumbers lows = new LongNumbers();

  IntegerKeyNumbers(Type type) {
    super(type);
  }

  @Override
  void clear() {
    super.clear();
    numbers.clear();
    highs.clear();
    lows.clear();
    Arrays.fill(window, 0);
  }

  @Override
  void number(ExpressionValues in, int n, int[] out) {
    if (values() instanceof Int128Column) {
      wide(in, n, out);
      return;
    }
    long[] v = in.low();
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < n; i++) {
      if (in.isPresent(i)) {
        least = Math.min(least, v[i]);
        most = Math.max(most, v[i]);
      }
    }
    boolean close = least <= most && reach(least, most);
    if (close && in.present() == null) {
      for (int i = 0; i < n; i++) {
        int number = window[(int) (v[i] - base)];
        out[i] = number == 0 ? look(v[i]) : number;
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      if (!in.isPresent(i)) {
        out[i] = 0;
      } else if (close) {
        int number = window[(int) (v[i] - base)];
        out[i] = number == 0 ? look(v[i]) : number;
      } else {
        out[i] = find(v[i]);
      }
    }
  }

  /** Moves the window there; false if that is too far for it. */
  private boolean reach(long least, long most) {
    // Negative if it has more than 63 bits.
    long span = most - base;
    if (least >= base && span >= 0 && span < window.length) {
      return true;
    }
    long from = window.length == 0 ? least : Math.min(base, least);
    long to = window.length == 0 ? most : Math.max(base + window.length - 1, most);
    if (to - from < 0 || to - from >= WINDOW) {
      from = least;
      to = most;
    }
    if (to - from < 0 || to - from >= WINDOW) {
      return false;
    }
    // Larger than asked for, so that it need not move for every batch.
    int size = Math.min(WINDOW, Integer.highestOneBit((int) (to - from) | 63) << 1);
    window = new int[size];
    base = Math.min(from, Long.MAX_VALUE - (size - 1));
    return true;
  }

  private int look(long value) {
    int number = find(value);
    window[(int) (value - base)] = number;
    return number;
  }

  private int find(long value) {
    int number = numbers.of(value) + 1;
    if (number == count()) {
      if (values() instanceof IntColumn c) {
        c.append((int) value);
      } else if (values() instanceof LongColumn c) {
        c.append(value);
      } else {
        ((BooleanColumn) values()).append(value != 0);
      }
    }
    return number;
  }

  private void wide(ExpressionValues in, int n, int[] out) {
    for (int i = 0; i < n; i++) {
      if (!in.isPresent(i)) {
        out[i] = 0;
        continue;
      }
      long low = in.low()[i];
      long high = in.high() == null ? low >> 63 : in.high()[i];
      out[i] = numbers.of((long) highs.of(high) << 32 | lows.of(low)) + 1;
      if (out[i] == count()) {
        ((Int128Column) values()).append(high, low);
      }
    }
  }
}
