package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 12, 13 and 14 of the paper: some columns of a table. */
public final class Projection implements Experiment {
  private static final String COLUMN = "column";
  private static final String COUNT = "first-columns";
  private static final List<String> NAMES =
      List.of("cs_sold_time_sk", "cs_wholesale_cost", "cd_education_status");

  private final int number;

  /**
   * @param number 18 (an int, a double), 19 (strings) or 20 (one column to all)
   */
  public Projection(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    return switch (number) {
      case 18 ->
          new Title(
              18,
              "One column of integers or doubles",
              Paper.FORMATS,
              "figure 12",
              "cs_sold_time_sk or cs_wholesale_cost of catalog_sales, decoded and summed, cold.");
      case 19 ->
          new Title(
              19,
              "One column of strings",
              Paper.FORMATS,
              "figure 13",
              "cd_education_status of customer_demographics (1.9 million rows at any scale), decoded,"
                  + " lengths and first bytes summed, cold.");
      default ->
          new Title(
              20,
              "One column to all columns",
              Paper.FORMATS,
              "figure 14",
              "The first columns of catalog_sales, cold. The time should be proportional to the"
                  + " columns read.");
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob formats = FormatEngines.formats("placed", "parquet", "orc", "arrow");
    Knob codecs = FormatEngines.CODECS.quick("none", "zstd");
    return switch (number) {
      case 18 -> List.of(formats, codecs, Knob.words(COLUMN, "which", "int", "double"));
      case 19 -> List.of(formats, codecs);
      default ->
          List.of(
              formats,
              codecs.quick("zstd"),
              Knob.numbers(COUNT, "how many columns are read", "1 2 4 8 16 24 34").quick("1 8 34"));
    };
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String name = number == 19 ? "customer_demographics" : "catalog_sales";
    TableFiles table = lab.table(name);
    List<String> columns =
        switch (number) {
          case 18 -> List.of(NAMES.get(cell.is(COLUMN, "int") ? 0 : 1));
          case 19 -> List.of(NAMES.get(2));
          default -> {
            List<String> all = table.totals().columns();
            yield all.subList(0, Math.max(1, Math.min(all.size(), cell.integer(COUNT))));
          }
        };
    return TableScan.run(
            lab,
            name,
            FormatEngines.of(cell.get(FORMAT), cell.get(CODEC)),
            TableScan.columns(table, columns),
            true)
        .build();
  }

  @Override
  public List<Finding> findings() {
    if (number == 20) {
      return List.of(
          proportional("placed"),
          proportional("parquet"),
          proportional("orc"),
          new Finding(
              "Arrow: one column costs half of all",
              "only 2 × faster than the whole table",
              t ->
                  Finding.number(
                      "all columns take %.1f × the time of one", growth(t, "arrow"), 1, 4)));
    }
    String[] where =
        number == 18 ? new String[] {CODEC, "none", COLUMN, "int"} : new String[] {CODEC, "none"};
    String paper =
        number == 18 ? "ORC < Parquet << Arrow (integers)" : "Arrow < ORC < Parquet (strings)";
    return List.of(
        new Finding(
            "Order of the formats without codecs",
            paper,
            t ->
                Finding.shown(
                    "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                    t.time("placed", where),
                    t.time("parquet", where),
                    t.time("orc", where),
                    t.time("arrow", where))));
  }

  private static Finding proportional(String format) {
    return new Finding(
        format + ": the time grows with the columns",
        "ORC: proportional",
        t -> Finding.number("all columns take %.1f × the time of one", growth(t, format), 5, 1000));
  }

  private static OptionalDouble growth(ResultTable t, String format) {
    return Finding.ratio(
        t.time(format, CODEC, "zstd", COUNT, t.most(COUNT)),
        t.time(format, CODEC, "zstd", COUNT, t.least(COUNT)));
  }

  @Override
  public List<Chart> charts() {
    String x = number == 18 ? COLUMN : number == 19 ? CODEC : COUNT;
    return List.of(
        Chart.bars(
            "Time to read the columns, cold", "time", "ms", x, number == 18 ? CODEC : FORMAT),
        Chart.bars("Bytes of the device", "device", "MiB", x, number == 18 ? CODEC : FORMAT)
            .mebibytes());
  }
}
