package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 7 and 8: each column in a file of its own, with codecs. */
abstract class CodecColumnSizes extends ColumnSizes {
  static List<Knob> codecKnobs(String... types) {
    return knobs(FormatEngines.CODECS.quick("none", "lz4", "zstd"), types);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "With codecs the formats come close, except Arrow with LZ4",
            "about 50 % more for Arrow with LZ4 (integers)",
            t ->
                Finding.shown(
                    "zstd: ORC %.2f, Arrow %.2f of Parquet",
                    relative(t, "orc", "zstd"), relative(t, "arrow", "zstd"))),
        new Finding(
            "(not in the paper) Placed with zstd",
            "–",
            t -> Finding.shown("%.2f of Parquet with zstd", relative(t, "placed", "zstd"))));
  }

  private static OptionalDouble relative(ResultTable t, String format, String codec) {
    return Finding.ratio(
        t.sum("size", FORMAT, format, CODEC, codec),
        t.sum("size", FORMAT, "parquet", CODEC, codec));
  }

  @Override
  public List<Chart> charts() {
    return charts(CODEC, TYPE);
  }
}
