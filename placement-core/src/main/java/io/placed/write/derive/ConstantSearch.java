package io.placed.write.derive;

import static io.placed.write.derive.Comparison.MAX_MISSES;
import static io.placed.write.derive.Comparison.MIN_HITS;
import static io.placed.write.derive.Comparison.there;

import io.placed.encoding.derived.TimeOfDay;
import io.placed.vector.Bits;

/** Finds the constants of functions, from a few rows of sampled columns. */
final class ConstantSearch {
  /** Steps that vote for a factor. */
  private static final int VOTES = 12;

  /** Least differences between times of day that are tried: delays, and any difference. */
  private static final int[] BEFORE = {120, 1, TimeOfDay.MINUTES / 2};

  private ConstantSearch() {}

  /** A divisor d for which {@code c = a mod d}: a common divisor of a - c; 0 if there is none. */
  static long remainder(SampleColumn c, SampleColumn a, int scale, int[] rows) {
    long fc = c.factorTo(scale);
    long fa = a.factorTo(scale);
    long divisor = 0;
    long max = 0;
    int hits = 0;
    for (int row : rows) {
      if (there(row, c, a, a)) {
        long value = c.values[row] * fc;
        divisor = gcd(a.values[row] * fa - value, divisor);
        max = Math.max(max, value);
        if (value < 0 || divisor == 1) {
          return 0;
        }
        hits++;
      }
    }
    return hits >= MIN_HITS && divisor > max ? divisor : 0;
  }

  private static long gcd(long x, long y) {
    long a = Math.abs(x);
    long b = Math.abs(y);
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }

  /** The factor f of most of the first steps for which {@code c} rises by f times that of a. */
  static long multiple(SampleColumn c, SampleColumn a) {
    long[] factors = new long[VOTES];
    int votes = 0;
    for (int i = 1; i < c.values.length && votes < VOTES; i++) {
      long step = a.values[i] - a.values[i - 1];
      boolean usable =
          Bits.get(a.usable, i)
              && Bits.get(a.usable, i - 1)
              && Bits.get(c.usable, i)
              && Bits.get(c.usable, i - 1);
      if (step != 0 && usable) {
        long rise = c.values[i] - c.values[i - 1];
        factors[votes++] = rise % step == 0 ? rise / step : 0;
        // Of three different steps none decides.
        if (votes == 3 && factors[0] != factors[1] && factors[2] != factors[1]) {
          return 0;
        }
      }
    }
    for (int k = 0; k < votes; k++) {
      int same = 0;
      for (int i = 0; i < votes; i++) {
        same += factors[i] == factors[k] ? 1 : 0;
      }
      if (same >= MIN_HITS && 2 * same > votes) {
        return factors[k];
      }
    }
    return 0;
  }

  /** The factor f for which {@code c = a * f + b}; 0 if there is none. */
  static long combination(SampleColumn c, SampleColumn a, SampleColumn b, int scale, int[] rows) {
    long fc = c.factorTo(scale);
    long fa = a.factorTo(scale);
    long fb = b.factorTo(scale);
    long factor = 0;
    int hits = 0;
    int misses = 0;
    for (int row : rows) {
      long x = a.values[row] * fa;
      if (x == 0 || !there(row, c, a, b)) {
        continue;
      }
      long rest = c.values[row] * fc - b.values[row] * fb;
      if (factor == 0) {
        if (rest % x != 0 || rest / x < 2) {
          return 0;
        }
        factor = rest / x;
      }
      if (rest == x * factor) {
        hits++;
      } else if (++misses > MAX_MISSES) {
        return 0;
      }
    }
    return hits >= MIN_HITS ? factor : 0;
  }

  /** Whether c is the time of day that is b minutes after a. */
  static boolean isTimeSum(SampleColumn c, SampleColumn a, SampleColumn b, int[] rows) {
    int hits = 0;
    int misses = 0;
    for (int row : rows) {
      if (there(row, c, a, b)) {
        if (TimeOfDay.sum(a.values[row], b.values[row]) == c.values[row]) {
          hits++;
        } else if (++misses > MAX_MISSES) {
          return false;
        }
      }
    }
    return hits >= MIN_HITS;
  }

  /** Where the difference c of two times of day begins, as a positive number; 0 if it is none. */
  static long timeDifference(SampleColumn c, SampleColumn a, SampleColumn b, int[] rows) {
    for (int before : BEFORE) {
      int hits = 0;
      int misses = 0;
      for (int row : rows) {
        if (misses <= MAX_MISSES && there(row, c, a, b)) {
          long minutes = TimeOfDay.difference(a.values[row], b.values[row], before);
          boolean hit = minutes == c.values[row];
          hits += hit ? 1 : 0;
          misses += hit ? 0 : 1;
        }
      }
      if (misses <= MAX_MISSES && hits >= MIN_HITS) {
        return before;
      }
    }
    return 0;
  }
}
