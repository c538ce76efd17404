package io.placed.encoding.dictionary;

import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import io.placed.vector.match.ValueMatch;

/**
 * The codes of a dictionary whose values match. Since values are ascending, an interval of values
 * is an interval of codes, whose bounds are found by binary search. For a set, only the entries
 * between its smallest and largest value are tested.
 *
 * @param codes the range that contains all matching codes
 * @param listed one bit per code; null if all codes of the range match
 */
record MatchingCodes(LongMatch codes, long[] listed) {
  private static final MatchingCodes NONE = new MatchingCodes(LongMatch.NONE, null);

  /** Compares entry i with the bounds of a match: below, between or above. */
  private interface Side {
    int of(int i);
  }

  private interface Test {
    boolean of(int i);
  }

  static MatchingCodes of(DictionaryValues d, ValueMatch match) {
    if (match instanceof LongMatch m) {
      return d.ints != null
          ? of(d.size, i -> side(d.ints[i], m), m.isInterval() ? null : i -> m.test(d.ints[i]))
          : of(d.size, i -> side(d.longs[i], m), m.isInterval() ? null : i -> m.test(d.longs[i]));
    }
    if (match instanceof DoubleMatch m) {
      // NaN is after all numbers.
      boolean numbers = m.isInterval() && !m.withNan();
      return d.floats != null
          ? of(d.size, i -> side(d.floats[i], m), numbers ? null : i -> m.test(d.floats[i]))
          : of(d.size, i -> side(d.doubles[i], m), numbers ? null : i -> m.test(d.doubles[i]));
    }
    if (match instanceof Int128Match m) {
      return of(
          d.size,
          i -> m.side(d.high[i], d.low[i]),
          m.isInterval() ? null : i -> m.test(d.high[i], d.low[i]));
    }
    BytesMatch m = (BytesMatch) match;
    BytesColumn s = d.strings;
    return of(
        d.size,
        i -> m.side(s.arena(), s.starts()[i], s.starts()[i] + s.lengths()[i]),
        m.isInterval()
            ? null
            : i -> m.test(s.arena(), s.starts()[i], s.starts()[i] + s.lengths()[i]));
  }

  private static int side(long value, LongMatch m) {
    return value < m.low() ? -1 : value > m.high() ? 1 : 0;
  }

  private static int side(double value, DoubleMatch m) {
    if (Double.isNaN(value)) {
      return m.withNan() ? 0 : 1;
    }
    return value < m.low() ? -1 : value > m.high() && !m.withNan() ? 1 : 0;
  }

  private static MatchingCodes of(int size, Side side, Test testOrNull) {
    int first = bound(0, size, side, 0);
    int end = bound(first, size, side, 1);
    if (first == end) {
      return NONE;
    }
    if (testOrNull == null) {
      return new MatchingCodes(LongMatch.between(first, end - 1), null);
    }
    long[] listed = new long[(size + 63) >>> 6];
    int lowest = -1;
    int highest = -1;
    int n = 0;
    for (int i = first; i < end; i++) {
      if (testOrNull.of(i)) {
        listed[i >>> 6] |= 1L << i;
        lowest = lowest < 0 ? i : lowest;
        highest = i;
        n++;
      }
    }
    if (n == 0) {
      return NONE;
    }
    return new MatchingCodes(
        LongMatch.between(lowest, highest), highest - lowest == n - 1 ? null : listed);
  }

  /** The first entry that is at or above a bound. */
  private static int bound(int from, int size, Side side, int notBelow) {
    int low = from;
    int high = size;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (side.of(mid) < notBelow) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }
}
