package io.placed.formats.orc;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.orc.CompressionKind;

/**
 * Codec of an ORC file.
 *
 * @param level of zstd, 1 to 22; 0: ORC's default
 */
public record OrcCompression(CompressionKind codec, int level) {
  private static final Pattern ZSTD = Pattern.compile("zstd\\((\\d{1,2})\\)");
  private static final int MAX_LEVEL = 22;

  /**
   * Parses {@code none}, {@code zstd}, {@code zstd(6)}, {@code zlib}, {@code snappy}, {@code lz4}.
   *
   * @throws IllegalArgumentException that lists what is allowed
   */
  public static OrcCompression parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    Matcher zstd = ZSTD.matcher(word);
    if (zstd.matches()) {
      int level = Integer.parseInt(zstd.group(1));
      if (level >= 1 && level <= MAX_LEVEL) {
        return new OrcCompression(CompressionKind.ZSTD, level);
      }
    }
    return switch (word) {
      case "none" -> new OrcCompression(CompressionKind.NONE, 0);
      case "zstd" -> new OrcCompression(CompressionKind.ZSTD, 0);
      case "zlib" -> new OrcCompression(CompressionKind.ZLIB, 0);
      case "snappy" -> new OrcCompression(CompressionKind.SNAPPY, 0);
      case "lz4" -> new OrcCompression(CompressionKind.LZ4, 0);
      default ->
          throw new IllegalArgumentException(
              "compression '%s' is not supported by ORC; allowed are none, zstd, zstd(1) to zstd(22), zlib, snappy, lz4"
                  .formatted(text));
    };
  }
}
