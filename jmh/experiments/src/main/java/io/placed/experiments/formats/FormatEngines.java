package io.placed.experiments.formats;

import io.placed.benchmarks.engine.Container;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.experiments.Knob;
import io.placed.experiments.NotMeasuredException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The formats of the experiments with their codecs. */
public final class FormatEngines {
  public static final String FORMAT = "format";
  public static final String CODEC = "codec";

  public static final Knob CODECS =
      Knob.words(CODEC, "compression", "none", "lz4", "zstd", "snappy", "gzip");

  private static final Map<String, Set<String>> HAS =
      Map.of(
          "placed", Set.of("none", "lz4", "zstd"),
          "placed-decoded", Set.of("none", "lz4", "zstd"),
          "arrow", Set.of("none", "lz4", "zstd"));

  private FormatEngines() {}

  /** A knob of some of the formats. */
  public static Knob formats(String... names) {
    return Knob.words(
        FORMAT,
        "format: parquet is Spark's vectorised reader, parquet-streaming parquet-java's columns,"
            + " placed-decoded leaves filters to the user",
        names);
  }

  /**
   * A format with a codec and perhaps its level, as in {@code zstd-9}.
   *
   * @throws NotMeasuredException if the format does not have the codec
   */
  public static Engine of(String format, String codec) throws NotMeasuredException {
    Set<String> has = HAS.get(format);
    if (has != null && !has.contains(codec.replaceAll("-\\d+$", ""))) {
      throw new NotMeasuredException(format + " has no codec " + codec);
    }
    String placedName = "placed " + codec;
    Map<String, String> options = Map.of("compression", codec.replaceAll("-(\\d+)$", "($1)"));
    return switch (format) {
      case "placed" -> Engines.placedWith(placedName, options);
      case "placed-decoded" -> Engines.placedUnfiltered(placedName, options);
      case "parquet" -> Engines.parquet(codec, Container.USUAL);
      case "parquet-streaming" -> Engines.parquetJava(codec);
      case "orc" -> Engines.orc(codec, Container.USUAL);
      case "arrow" -> arrow(codec);
      case "avro" -> Engines.avro(codec.equals("gzip") ? "deflate" : codec);
      case "json" -> Engines.json();
      default -> throw new IllegalArgumentException("no format " + format);
    };
  }

  private static Engine arrow(String codec) throws NotMeasuredException {
    if (codec.contains("-")) {
      throw new NotMeasuredException("Arrow's Java library takes no level");
    }
    if (codec.equals("lz4")) {
      throw new NotMeasuredException(
          "arrow-compression's LZ4 is written in Java and takes minutes for megabytes");
    }
    return Engines.arrow(codec);
  }

  static List<String> levels() {
    return List.of(
        "zstd-1", "zstd-2", "zstd-3", "zstd-4", "zstd-5", "zstd-6", "zstd-7", "zstd-8", "zstd-9");
  }
}
