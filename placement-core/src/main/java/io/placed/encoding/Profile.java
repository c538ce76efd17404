package io.placed.encoding;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a byte costs beside the time to decode it: the nanoseconds that the storage which the
 * profile is meant for needs to deliver one. See docs/design/encoding-choice.md.
 */
public enum Profile {
  /** Files in memory or on a device of 1 GB/s. */
  FAST(1),
  /** A device or network of 200 MB/s. */
  BALANCED(5),
  /** Archives and networks of 10 MB/s. */
  COMPACT(100);

  public static final String SETTING = "profile";

  private final double nanosPerByte;

  Profile(double nanosPerByte) {
    this.nanosPerByte = nanosPerByte;
  }

  /** Nanoseconds that a stored byte is worth. */
  public double nanosPerByte() {
    return nanosPerByte;
  }

  /** Name in settings. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads what {@link #text} gives, in any case.
   *
   * @throws IllegalArgumentException that says what was given and what is allowed
   */
  public static Profile parse(String text) {
    for (Profile p : values()) {
      if (p.text().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return p;
      }
    }
    throw new IllegalArgumentException(
        SETTING
            + " '"
            + text
            + "' is unknown; allowed are "
            + Arrays.stream(values()).map(Profile::text).collect(Collectors.joining(", ")));
  }
}
