package io.placed.picture.map;

import java.util.Locale;

/**
 * Colours of column groups: eight hues that people with any colour vision tell apart (M. Okabe, K.
 * Ito, 2008; violet for its black), each as it is, lighter and darker.
 */
final class Palette {
  private static final int[] HUES = {
    0x0072B2, 0xE69F00, 0x009E73, 0xD55E00, 0x56B4E9, 0xCC79A7, 0xD4C000, 0x7A5195
  };

  /** Number of colours, after which they repeat. */
  static final int SIZE = 3 * HUES.length;

  private Palette() {}

  static String color(int number) {
    int rgb = HUES[number % HUES.length];
    return switch (number / HUES.length % 3) {
      case 0 -> hex(rgb);
      case 1 -> hex(mixed(rgb, 0xFF, 0.5));
      default -> hex(mixed(rgb, 0x00, 0.4));
    };
  }

  private static int mixed(int rgb, int with, double part) {
    int out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int channel = rgb >> shift & 0xFF;
      out |= (int) Math.round(channel + (with - channel) * part) << shift;
    }
    return out;
  }

  private static String hex(int rgb) {
    return String.format(Locale.ROOT, "#%06x", rgb);
  }
}
