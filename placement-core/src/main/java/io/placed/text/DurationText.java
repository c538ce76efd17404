package io.placed.text;

import java.time.Duration;
import java.util.regex.Pattern;

/** Durations in one unit, such as {@code 7d}. */
public final class DurationText {
  private static final Pattern TEXT = Pattern.compile("0|[0-9]{1,6} ?[dhms]");

  private DurationText() {}

  /**
   * @throws IllegalArgumentException unless the text is {@code 0} or like {@code 7d}, {@code 12h},
   *     {@code 30m}, {@code 5s}
   */
  public static Duration parse(String text) {
    String given = text.strip();
    if (!TEXT.matcher(given).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration such as 7d, 12h, 30m or 0");
    }
    if (given.equals("0")) {
      return Duration.ZERO;
    }
    String iso = given.replace(" ", "");
    return Duration.parse((iso.endsWith("d") ? "P" : "PT") + iso);
  }
}
