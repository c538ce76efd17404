package io.placed.placement;

/** Sizes in bytes as text: {@code 64MiB}. */
final class Sizes {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Sizes() {}

  /** The largest unit that gives a whole number. */
  static String print(long bytes) {
    int unit = bytes == 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / 10, UNITS.length - 1);
    return (bytes >> (10 * unit)) + UNITS[unit];
  }

  /** Bytes of one unit, the case of its letters ignored; -1 if there is no such unit. */
  static long unit(String word) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equalsIgnoreCase(word)) {
        return 1L << (10 * i);
      }
    }
    return -1;
  }
}
