package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 10 and 11: one thread reads all of catalog_sales. */
abstract class SerialLoad extends LoadSales {
  @Override
  public List<Knob> knobs() {
    return knobs("none", "lz4", "zstd");
  }

  private static OptionalDouble time(ResultTable t, String format, String codec) {
    return t.median("time", FORMAT, format, CODEC, codec);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Arrow loads fastest, ORC slowest",
            "Arrow < Parquet < ORC (figure 10)",
            t ->
                Finding.judged(
                    "none: Arrow %.1f, Parquet %.1f, ORC %.1f ms",
                    Finding.verdict(
                        time(t, "arrow", "none").orElse(9e9) < time(t, "parquet", "none").orElse(0)
                            && time(t, "parquet", "none").orElse(9e9)
                                < time(t, "orc", "none").orElse(0)),
                    time(t, "arrow", "none"),
                    time(t, "parquet", "none"),
                    time(t, "orc", "none"))),
        new Finding(
            "(not in the paper) Placed",
            "–",
            t ->
                Finding.shown(
                    "none %.1f, zstd %.1f ms",
                    time(t, "placed", "none"), time(t, "placed", "zstd"))));
  }

  @Override
  public List<Chart> charts() {
    return charts(CODEC);
  }
}
