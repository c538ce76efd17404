package io.placed.placement;

/** Durations as text: {@code 10ms}. */
public final class Durations {
  private static final String[] UNITS = {"ns", "us", "ms", "s"};

  private Durations() {}

  /** In the largest unit that gives an integer. */
  public static String print(long nanos) {
    int unit = 0;
    long n = nanos;
    while (unit + 1 < UNITS.length && n != 0 && n % 1000 == 0) {
      n /= 1000;
      unit++;
    }
    return n + UNITS[unit];
  }

  /** Nanoseconds of a unit; -1 if it is unknown. */
  static long unit(String word) {
    long nanos = 1;
    for (String unit : UNITS) {
      if (unit.equals(word)) {
        return nanos;
      }
      nanos *= 1000;
    }
    return -1;
  }
}
