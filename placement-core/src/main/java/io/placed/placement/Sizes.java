package io.placed.placement;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as text: {@code 64MiB}. */
public final class Sizes {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");

  private Sizes() {}

  /** In the largest unit that gives an integer. */
  public static String print(long bytes) {
    int unit = bytes == 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / 10, UNITS.length - 1);
    return (bytes >> (10 * unit)) + UNITS[unit];
  }

  /** Bytes of a unit, ignoring case; -1 if it is unknown. */
  static long unit(String word) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equalsIgnoreCase(word)) {
        return 1L << (10 * i);
      }
    }
    return -1;
  }

  /**
   * Parses {@code 64MiB}, {@code 512 KiB} or a plain number of bytes.
   *
   * @param setting named by the error
   */
  public static long parse(String setting, String text) {
    Matcher m = TEXT.matcher(text.strip());
    long unit = m.matches() ? m.group(2).isEmpty() ? 1 : unit(m.group(2)) : -1;
    if (unit > 0) {
      long n = Long.parseLong(m.group(1));
      if (n > 0 && n <= Long.MAX_VALUE / unit) {
        return n * unit;
      }
    }
    throw new IllegalArgumentException(
        setting
            + ": '"
            + text
            + "' is not a size; allowed are sizes such as 64MiB, 512KiB, 12345B");
  }
}
