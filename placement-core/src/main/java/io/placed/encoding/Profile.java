package io.placed.encoding;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The cost of a stored byte, against the time to decode it: the nanoseconds per byte of the storage
 * that the profile is designed for. See docs/design/encoding-choice.md.
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

  /** Cost of a stored byte in nanoseconds. */
  public double nanosPerByte() {
    return nanosPerByte;
  }

  /** Name in settings. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses the result of {@link #text}, ignoring case.
   *
   * @throws IllegalArgumentException naming what was found and what is allowed
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
