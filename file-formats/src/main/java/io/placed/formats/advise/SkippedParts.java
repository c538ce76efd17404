package io.placed.formats.advise;

import io.placed.advise.cost.FetchRules;
import io.placed.formats.zones.ZonedFormat;
import java.util.Locale;

/** Sizes of what readers of a rewritten table skip together, and how they fetch the rest. */
final class SkippedParts {
  /** Parts that a table should have, so that conditions can skip most of it. */
  private static final int PARTS = 64;

  /** Smaller row groups and files cost more than they save. */
  private static final long LEAST_BYTES = 8L << 20;

  /** What ORC's reader reads beyond the end of a row group: two compression blocks. */
  private static final FetchRules ORC = new FetchRules(2 * (3 + (256 << 10)), 0);

  private static final FetchRules ADJACENT = new FetchRules(0, 0);

  private SkippedParts() {}

  /**
   * Bytes of a part: whole MiB.
   *
   * @param table bytes of the table
   * @param most bytes of a part
   */
  static long bytes(long table, long most) {
    long even = (table / PARTS + (1 << 20) - 1) >> 20 << 20;
    return Math.min(most, Math.max(LEAST_BYTES, even));
  }

  static FetchRules fetch(ZonedFormat format, String compression) {
    return format.extension().equals("orc") && !compression.equals("none") ? ORC : ADJACENT;
  }

  /** A codec's name in a property as {@code placed convert --compression} has it. */
  static String codec(String property, boolean orc) {
    return switch (property.toLowerCase(Locale.ROOT)) {
      case "uncompressed", "none" -> "none";
      case "snappy" -> "snappy";
      case "gzip", "zlib" -> orc ? "zlib" : "gzip";
      case "lz4", "lz4_raw" -> "lz4";
      default -> "zstd";
    };
  }
}
