package io.placed.table.optimize;

import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import java.util.Comparator;

/**
 * A file between the bounds of its leading sort key.
 *
 * @param low lower bound, as in {@link ColumnStatistics}; null = not known
 * @param high upper bound; null = not known
 */
record KeyRange(DataFile file, Object low, Object high) {
  /** By lower, then by upper bound, then by size; the path makes it total. */
  static final Comparator<KeyRange> ORDER =
      Comparator.<KeyRange, Object>comparing(KeyRange::low, KeyRange::lows)
          .thenComparing(KeyRange::high, KeyRange::highs)
          .thenComparing(KeyRange::bytes)
          .thenComparing(r -> r.file().path());

  /** Null for a file without a comparable value of the column, which overlaps no other. */
  static KeyRange of(DataFile file, String column) {
    ColumnStatistics s = file.statistics().get(column);
    if (s == null) {
      return new KeyRange(file, null, null);
    }
    return s.comparableCount() == 0 ? null : new KeyRange(file, s.min(), s.max());
  }

  /** Whether the ranges have more than one end in common. */
  boolean overlaps(KeyRange other) {
    return below(low, other.high) && below(other.low, high);
  }

  /** Whether a lower bound is below an upper one. */
  static boolean below(Object low, Object high) {
    return low == null || high == null || ColumnStatistics.compareBounds(low, high) < 0;
  }

  long bytes() {
    return file.totalLength();
  }

  /** Compares upper bounds. */
  static int highs(Object a, Object b) {
    if (a == null || b == null) {
      return a == b ? 0 : a == null ? 1 : -1;
    }
    return ColumnStatistics.compareBounds(a, b);
  }

  private static int lows(Object a, Object b) {
    if (a == null || b == null) {
      return a == b ? 0 : a == null ? -1 : 1;
    }
    return ColumnStatistics.compareBounds(a, b);
  }
}
