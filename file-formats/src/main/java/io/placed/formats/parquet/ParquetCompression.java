package io.placed.formats.parquet;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Codec of a Parquet file.
 *
 * @param level of zstd, 1 to 22; 0: parquet-hadoop's default
 */
public record ParquetCompression(CompressionCodecName codec, int level) {
  private static final Pattern ZSTD = Pattern.compile("zstd\\((\\d{1,2})\\)");

  /**
   * Parses {@code none}, {@code zstd}, {@code zstd(6)}, {@code snappy}, {@code gzip}, {@code lz4}.
   *
   * @throws IllegalArgumentException that lists what is allowed
   */
  public static ParquetCompression parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    Matcher zstd = ZSTD.matcher(word);
    if (zstd.matches()) {
      int level = Integer.parseInt(zstd.group(1));
      if (level >= 1 && level <= 22) {
        return new ParquetCompression(CompressionCodecName.ZSTD, level);
      }
    }
    return switch (word) {
      case "none" -> new ParquetCompression(CompressionCodecName.UNCOMPRESSED, 0);
      case "zstd" -> new ParquetCompression(CompressionCodecName.ZSTD, 0);
      case "snappy" -> new ParquetCompression(CompressionCodecName.SNAPPY, 0);
      case "gzip" -> new ParquetCompression(CompressionCodecName.GZIP, 0);
      case "lz4" -> new ParquetCompression(CompressionCodecName.LZ4_RAW, 0);
      default ->
          throw new IllegalArgumentException(
              "compression '%s' is not supported by Parquet; allowed are none, zstd, zstd(1) to zstd(22), snappy, gzip, lz4"
                  .formatted(text));
    };
  }

  void configure(ParquetConfiguration conf) {
    if (level != 0) {
      conf.setInt(ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL, level);
    }
  }
}
