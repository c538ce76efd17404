package io.placed.text;

import java.util.Locale;

/** Formats numbers, sizes and durations. */
public final class Amounts {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Amounts() {}

  /** For example {@code 17.2 MiB}; exact below 1,024 bytes. */
  public static String bytes(long n) {
    if (Math.abs(n) < 1024) {
      return n + " B";
    }
    double value = n;
    int unit = 0;
    while (Math.abs(value) >= 1023.95 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  /** For example {@code 336,776}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** For example {@code 336,776 rows} or {@code 1 row}. */
  public static String count(long n, String noun) {
    return count(n) + " " + noun + (n == 1 ? "" : "s");
  }

  /** The compression ratio, for example {@code 3.4}; a dash if it is unknown. */
  public static String ratio(long raw, long stored) {
    return stored <= 0 || raw < 0 ? "–" : String.format(Locale.ROOT, "%.1f", (double) raw / stored);
  }

  /** For example {@code 1.5 s} or {@code 30 ms}. */
  public static String duration(long nanos) {
    return nanos < 1_000_000_000L
        ? Math.round(nanos / 1e6) + " ms"
        : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }

  /** Seconds with three decimals, for JSON. */
  public static double seconds(long nanos) {
    return Math.round(nanos / 1e6) / 1e3;
  }
}
