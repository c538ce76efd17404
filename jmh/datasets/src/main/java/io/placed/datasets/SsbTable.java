package io.placed.datasets;

import java.util.List;
import java.util.Locale;

/** The two tables of the Star Schema Benchmark that its first flight of queries reads. */
final class SsbTable {
  private SsbTable() {}

  static Generator of(String table, double scale) {
    return switch (table.toLowerCase(Locale.ROOT)) {
      case "lineorder" -> new SsbLineorder(scale);
      case "date" -> new SsbDate();
      default ->
          throw new IllegalArgumentException(
              "no table '" + table + "' of SSB: there are " + List.of("lineorder", "date"));
    };
  }

  /**
   * A number of 64 bits for a place: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
   * Every value depends only on its order, line and column, so that tables do not depend on the
   * number of parts.
   */
  static long hash(long order, int line, int column) {
    long z = order * 0x9E3779B97F4A7C15L + (line * 64L + column) * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Uniform from {@code low} to {@code high}, both included. */
  static long uniform(long order, int line, int column, long low, long high) {
    return low + Long.remainderUnsigned(hash(order, line, column), high - low + 1);
  }
}
