package io.placed.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.avro.file.CodecFactory;
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

  /**
   * Placed, with the writer's options.
   *
   * @param name for people and for the name of its file
   */
  public static Engine placedWith(String name, Map<String, String> options) {
    return placed(name, options);
  }

  /** The same files, but filters are left to the user, on decoded values. */
  public static Engine placedUnfiltered(String name, Map<String, String> options) {
    return new Engine(name, new PlacedFormat(name, options), new PlacedReader(false));
  }

  /**
   * Parquet through Spark's vectorised reader.
   *
   * @param codec such as {@code snappy}, {@code none} or {@code zstd-9}
   */
  public static Engine parquet(String codec, Container container) {
    return new Engine(
        "parquet " + codec, parquetFormat(codec, container), new SparkParquetReader());
  }

  /** Parquet through parquet-java's column readers, value by value. */
  public static Engine parquetJava(String codec) {
    return new Engine(
        "parquet " + codec, parquetFormat(codec, Container.USUAL), new ParquetJavaReader());
  }

  private static Format parquetFormat(String codec, Container container) {
    String name = codec(codec);
    return new ParquetFormat(
        name.equals("none")
            ? CompressionCodecName.UNCOMPRESSED
            : CompressionCodecName.valueOf(
                (name.equals("lz4") ? "lz4_raw" : name).toUpperCase(Locale.ROOT)),
        level(codec),
        container);
  }

  /** ORC; the codec as for Parquet. */
  public static Engine orc(String codec, Container container) {
    return new Engine(
        "orc " + codec,
        new OrcFormat(
            CompressionKind.valueOf(
                (codec(codec).equals("gzip") ? "zlib" : codec(codec)).toUpperCase(Locale.ROOT)),
            level(codec),
            container),
        new OrcReader());
  }

  /**
   * Arrow's files.
   *
   * @param codec {@code none}, {@code lz4} or {@code zstd}
   */
  public static Engine arrow(String codec) {
    CodecType type =
        switch (codec) {
          case "none" -> CodecType.NO_COMPRESSION;
          case "lz4" -> CodecType.LZ4_FRAME;
          case "zstd" -> CodecType.ZSTD;
          default -> throw new IllegalArgumentException("Arrow has no codec " + codec);
        };
    return new Engine("arrow " + codec, new ArrowFormat(codec, type), new ArrowReader());
  }

  public static Engine avro(String codec) {
    CodecFactory factory =
        codec.equals("none") ? CodecFactory.nullCodec() : CodecFactory.fromString(codec);
    return new Engine("avro " + codec, new AvroFormat(codec, factory), new AvroReader());
  }

  public static Engine json() {
    return new Engine("json", new JsonFormat(), new JsonReader());
  }

  private static String codec(String codec) {
    return codec.replaceAll("-\\d+$", "");
  }

  private static int level(String codec) {
    int dash = codec.indexOf('-');
    return dash < 0 ? 0 : Integer.parseInt(codec.substring(dash + 1));
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
