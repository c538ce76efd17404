package io.placed.cli.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them. */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6}) ?(d|h|m|s)?");

  private Durations() {}

  /**
   * @throws IllegalArgumentException if the text is something else than {@code 7d}, {@code 12h},
   *     {@code 30m}, {@code 5s} or {@code 0}
   */
  public static Duration parse(String text) {
    Matcher m = TEXT.matcher(text.strip());
    if (!m.matches() || m.group(2) == null && Long.parseLong(m.group(1)) != 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is no length of time such as 7d, 12h, 30m or 0");
    }
    long n = Long.parseLong(m.group(1));
    return switch (m.group(2) == null ? "s" : m.group(2)) {
      case "d" -> Duration.ofDays(n);
      case "h" -> Duration.ofHours(n);
      case "m" -> Duration.ofMinutes(n);
      default -> Duration.ofSeconds(n);
    };
  }
}
