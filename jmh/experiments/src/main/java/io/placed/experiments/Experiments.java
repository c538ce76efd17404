package io.placed.experiments;

import io.placed.experiments.albis.Goodput;
import io.placed.experiments.albis.Selection;
import io.placed.experiments.flare.SparkQueries;
import io.placed.experiments.formats.CodecSweep;
import io.placed.experiments.formats.ColumnSizes;
import io.placed.experiments.formats.Filters;
import io.placed.experiments.formats.LeafQueries;
import io.placed.experiments.formats.LoadSales;
import io.placed.experiments.formats.Projection;
import io.placed.experiments.formats.WriteSales;
import io.placed.experiments.placement.BlockPacking;
import io.placed.experiments.placement.ColumnGrouping;
import io.placed.experiments.placement.EfficiencyCurve;
import io.placed.experiments.placement.RowGroupSize;
import io.placed.experiments.placement.StarQueries;
import io.placed.experiments.placement.StoreThroughput;
import io.placed.experiments.wide.DecodeSteps;
import io.placed.experiments.wide.WideMetadata;
import io.placed.experiments.wide.WriterMemory;
import java.util.ArrayList;
import java.util.List;

/** All experiments by their numbers. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new RowGroupSize(false),
          new RowGroupSize(true),
          new ColumnGrouping(false),
          new ColumnGrouping(true),
          new BlockPacking(false),
          new BlockPacking(true),
          new StarQueries(StarQueries.Benchmark.SSB),
          new StarQueries(StarQueries.Benchmark.TPCH),
          new StarQueries(StarQueries.Benchmark.SSDB),
          new EfficiencyCurve(),
          new ColumnSizes(11),
          new CodecSweep(),
          new ColumnSizes(13),
          new ColumnSizes(14),
          new WriteSales(),
          new LoadSales(16),
          new LoadSales(17),
          new Projection(18),
          new Projection(19),
          new Projection(20),
          new LoadSales(21),
          new Filters(22),
          new Filters(23),
          new Filters(24),
          new Filters(25),
          new LeafQueries(26),
          new LeafQueries(27),
          new LeafQueries(28),
          new LeafQueries(29),
          new WideMetadata(30),
          new WideMetadata(31),
          new DecodeSteps(false),
          new DecodeSteps(true),
          new WriterMemory(),
          new WideMetadata(35),
          new Goodput(36),
          new Goodput(37),
          new Goodput(38),
          new Goodput(39),
          new Selection(),
          new SparkQueries(41),
          new SparkQueries(42),
          new SparkQueries(43),
          new StoreThroughput());

  private Experiments() {}

  /** In the order of their numbers. */
  public static List<Experiment> all() {
    return ALL;
  }

  /**
   * @throws IllegalArgumentException if there is none
   */
  public static Experiment number(int number) {
    return ALL.stream()
        .filter(e -> e.title().number() == number)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no experiment " + number + "; there are 1 to " + ALL.size()));
  }

  /**
   * Experiments by numbers and ranges such as {@code 1}, {@code 11-14} and {@code all}.
   *
   * @throws IllegalArgumentException naming what cannot be read
   */
  public static List<Experiment> parse(List<String> texts) {
    List<Experiment> out = new ArrayList<>();
    for (String text : texts) {
      if (text.equals("all")) {
        out.addAll(ALL);
        continue;
      }
      if (!text.matches("\\d{1,3}(-\\d{1,3})?")) {
        throw new IllegalArgumentException(
            "an experiment is a number, a range such as 11-14, or all, found '" + text + "'");
      }
      String[] ends = text.split("-");
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (last < first) {
        throw new IllegalArgumentException("the range " + text + " is empty");
      }
      for (int n = first; n <= last; n++) {
        out.add(number(n));
      }
    }
    return out.stream().distinct().toList();
  }
}
