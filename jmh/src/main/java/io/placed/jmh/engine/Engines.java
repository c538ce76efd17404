package io.placed.jmh.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** All engines and formats by name. */
public final class Engines {
  /** What the others are compared with: arrays in memory. */
  public static final String PLAIN = "plain arrays";

  /** The rows of all engines come from this file. */
  public static final Format SOURCE = new ParquetFormat(CompressionCodecName.ZSTD);

  private static final Format PARQUET_NONE = new ParquetFormat(CompressionCodecName.UNCOMPRESSED);
  private static final Format ORC_ZSTD = new OrcFormat(CompressionKind.ZSTD);
  private static final Format ORC_NONE = new OrcFormat(CompressionKind.NONE);
  private static final Format ARROW = new ArrowFormat("none", CodecType.NO_COMPRESSION);

  /** Not LZ4: arrow-compression's is written in Java and takes minutes for megabytes. */
  private static final Format ARROW_ZSTD = new ArrowFormat("zstd", CodecType.ZSTD);

  private static final List<Engine> ALL =
      List.of(
          new Engine(PLAIN, SOURCE, new PlainReader()),
          placed("placed", Map.of()),
          placed("placed fast", Map.of("profile", "fast")),
          placed("placed compact", Map.of("profile", "compact")),
          new Engine("parquet none (Spark)", PARQUET_NONE, new SparkParquetReader()),
          new Engine("parquet zstd (Spark)", SOURCE, new SparkParquetReader()),
          new Engine("parquet none (parquet-java)", PARQUET_NONE, new ParquetJavaReader()),
          new Engine("parquet zstd (parquet-java)", SOURCE, new ParquetJavaReader()),
          new Engine("orc none", ORC_NONE, new OrcReader()),
          new Engine("orc zstd", ORC_ZSTD, new OrcReader()),
          new Engine("arrow none", ARROW, new ArrowReader()),
          new Engine("arrow zstd", ARROW_ZSTD, new ArrowReader()));

  private Engines() {}

  private static Engine placed(String name, Map<String, String> options) {
    return new Engine(name, new PlacedFormat(name, options), new PlacedReader());
  }

  public static List<Engine> all() {
    return ALL;
  }

  /** The formats of all engines, each once; {@link #SOURCE} first. */
  public static List<Format> formats() {
    List<Format> out = new ArrayList<>(List.of(SOURCE));
    ALL.stream().map(Engine::format).filter(f -> !out.contains(f)).forEach(out::add);
    return out;
  }

  /**
   * @throws IllegalArgumentException naming the engines there are
   */
  public static Engine named(String name) {
    return ALL.stream()
        .filter(e -> e.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no engine '"
                        + name
                        + "'; there are "
                        + String.join(" | ", ALL.stream().map(Engine::name).toList())));
  }
}
