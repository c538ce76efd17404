package io.placed.encoding.derived;

/**
 * Times of day written as numbers of the form hhmm, such as 1745. Every integer has a minute of the
 * day, so that the arithmetic is defined for other integers too: {@code minute(t) = 60 * floor(t /
 * 100) + t - 100 * floor(t / 100)}.
 */
public final class TimeOfDay {
  /** Minutes of a day. */
  public static final int MINUTES = 1440;

  private TimeOfDay() {}

  /** Whether the number is a time of day, from 0 to 2400. */
  public static boolean isTime(long t) {
    return t >= 0 && t <= 2400 && t % 100 < 60;
  }

  private static long minute(long t) {
    return t - 40 * Math.floorDiv(t, 100);
  }

  /** {@code time((minute(a) + b) mod 1440)} with {@code time(m) = 100 * floor(m / 60) + m % 60}. */
  public static long sum(long a, long b) {
    long m = Math.floorMod(minute(a) + b, MINUTES);
    return m + 40 * (m / 60);
  }

  /** {@code (minute(a) - minute(b) + before) mod 1440 - before}. */
  public static long difference(long a, long b, long before) {
    return Math.floorMod(minute(a) - minute(b) + before, MINUTES) - before;
  }

  static void sum(long[] a, long[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = sum(a[i], b[i]);
    }
  }

  static void difference(long[] a, long[] b, long before, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = difference(a[i], b[i], before);
    }
  }
}
