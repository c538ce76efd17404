package io.placed.encoding.alp;

import io.placed.encoding.kernel.PowersOfTen;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.LongMatch;

/**
 * The integers of {@link Alp} whose decimals are in an interval. The rounded quotient of an integer
 * and a power of ten is monotonic, so the bounds are found by binary search with the formula of the
 * decoder.
 */
final class AlpIntegers {
  private static final long LIMIT = (long) Alp.LIMIT;

  private AlpIntegers() {}

  static LongMatch ofDoubles(DoubleMatch match, int exponent, boolean narrow) {
    return narrow
        ? of(match, exponent, false, Integer.MIN_VALUE, Integer.MAX_VALUE)
        : of(match, exponent, false, -LIMIT, LIMIT);
  }

  static LongMatch ofFloats(DoubleMatch match, int exponent) {
    return of(match, exponent, true, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static LongMatch of(DoubleMatch match, int exponent, boolean floats, long min, long max) {
    if (match.low() > match.high()) {
      return LongMatch.NONE;
    }
    double power = PowersOfTen.get(exponent);
    long low = min;
    for (long end = max + 1; low < end; ) {
      long mid = low + (end - low) / 2;
      if (value(mid, power, floats) < match.low()) {
        low = mid + 1;
      } else {
        end = mid;
      }
    }
    long above = low;
    for (long end = max + 1; above < end; ) {
      long mid = above + (end - above) / 2;
      if (value(mid, power, floats) <= match.high()) {
        above = mid + 1;
      } else {
        end = mid;
      }
    }
    return LongMatch.between(low, above - 1);
  }

  private static double value(long integer, double power, boolean floats) {
    double quotient = integer / power;
    return floats ? (float) quotient : quotient;
  }
}
