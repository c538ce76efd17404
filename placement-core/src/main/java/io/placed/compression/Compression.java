package io.placed.compression;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A codec and its level. {@link #parse} reads the text form.
 *
 * @param level 1 to 22 for Zstandard, 0 for the others
 */
public record Compression(Codec codec, int level) {
  public static final int MAX_ZSTD_LEVEL = 22;

  public static final Compression NONE = new Compression(Codec.NONE, 0);
  public static final Compression LZ4 = new Compression(Codec.LZ4, 0);

  /** Zstandard's own default: levels above cost much more time than they save bytes. */
  public static final Compression DEFAULT = new Compression(Codec.ZSTD, 3);

  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9]+)\\s*(?:\\(\\s*(-?\\d{1,9})\\s*\\))?");

  public Compression {
    if (codec == Codec.ZSTD ? level < 1 || level > MAX_ZSTD_LEVEL : level != 0) {
      throw new IllegalArgumentException(
          codec == Codec.ZSTD
              ? "the level of zstd must be 1 to " + MAX_ZSTD_LEVEL + ", found " + level
              : codec.text() + " has no levels, found level " + level);
    }
  }

  /** Zstandard at a level from 1 to 22. */
  public static Compression zstd(int level) {
    return new Compression(Codec.ZSTD, level);
  }

  /**
   * Reads {@code none}, {@code lz4}, {@code zstd} or {@code zstd(6)}.
   *
   * @throws IllegalArgumentException that says what was given and what is allowed
   */
  public static Compression parse(String text) {
    Matcher m = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (m.matches()) {
      for (Codec codec : Codec.values()) {
        if (codec.text().equals(m.group(1))) {
          if (m.group(2) != null) {
            return new Compression(codec, Integer.parseInt(m.group(2)));
          }
          return codec == Codec.ZSTD ? DEFAULT : new Compression(codec, 0);
        }
      }
    }
    throw new IllegalArgumentException(
        "compression '"
            + text
            + "' is unknown; allowed are none, lz4, zstd and zstd(1) to zstd(22)");
  }

  /** A new compressor for one thread; to be closed. */
  public BlockCompressor compressor() {
    return switch (codec) {
      case NONE -> new NoCompressor();
      case LZ4 -> new Lz4BlockCompressor();
      case ZSTD -> new ZstdBlockCompressor(level);
    };
  }

  @Override
  public String toString() {
    return codec == Codec.ZSTD ? "zstd(" + level + ")" : codec.text();
  }
}
