package io.placed.experiments;

import io.placed.experiments.albis.GoodputByStore;
import io.placed.experiments.albis.GoodputOnHdfs;
import io.placed.experiments.albis.GoodputOverCores;
import io.placed.experiments.albis.RowCounters;
import io.placed.experiments.albis.Selection;
import io.placed.experiments.flare.AllQueries;
import io.placed.experiments.flare.LoadTables;
import io.placed.experiments.flare.SparkQ6;
import io.placed.experiments.formats.BitVector;
import io.placed.experiments.formats.CachedQueries;
import io.placed.experiments.formats.CodecSweep;
import io.placed.experiments.formats.ColdQueries;
import io.placed.experiments.formats.EncodedColumnSizes;
import io.placed.experiments.formats.GrowingProjection;
import io.placed.experiments.formats.LoadFromDisk;
import io.placed.experiments.formats.LoadFromMemory;
import io.placed.experiments.formats.LoadWithThreads;
import io.placed.experiments.formats.NumberFilters;
import io.placed.experiments.formats.NumberProjection;
import io.placed.experiments.formats.NumericColumnSizes;
import io.placed.experiments.formats.SimdQueries;
import io.placed.experiments.formats.SparseBitVector;
import io.placed.experiments.formats.StringColumnSizes;
import io.placed.experiments.formats.StringFilters;
import io.placed.experiments.formats.StringProjection;
import io.placed.experiments.formats.StringQueries;
import io.placed.experiments.formats.WriteSales;
import io.placed.experiments.placement.BlockPackingByAccess;
import io.placed.experiments.placement.BlockPackingBySize;
import io.placed.experiments.placement.ColumnGroupingByAccess;
import io.placed.experiments.placement.ColumnGroupingBySize;
import io.placed.experiments.placement.EfficiencyCurve;
import io.placed.experiments.placement.RowGroupSizeHdfs;
import io.placed.experiments.placement.RowGroupSizeLocal;
import io.placed.experiments.placement.SsbQueries;
import io.placed.experiments.placement.SsdbQueries;
import io.placed.experiments.placement.StoreThroughput;
import io.placed.experiments.placement.TpchQ6;
import io.placed.experiments.wide.DecodeSavings;
import io.placed.experiments.wide.DecodeShares;
import io.placed.experiments.wide.MetadataByColumns;
import io.placed.experiments.wide.MetadataStatistics;
import io.placed.experiments.wide.StringMetadata;
import io.placed.experiments.wide.WriterMemory;
import java.util.ArrayList;
import java.util.List;

/** All experiments by their numbers. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new RowGroupSizeLocal(),
          new RowGroupSizeHdfs(),
          new ColumnGroupingByAccess(),
          new ColumnGroupingBySize(),
          new BlockPackingByAccess(),
          new BlockPackingBySize(),
          new SsbQueries(),
          new TpchQ6(),
          new SsdbQueries(),
          new EfficiencyCurve(),
          new EncodedColumnSizes(),
          new CodecSweep(),
          new NumericColumnSizes(),
          new StringColumnSizes(),
          new WriteSales(),
          new LoadFromDisk(),
          new LoadFromMemory(),
          new NumberProjection(),
          new StringProjection(),
          new GrowingProjection(),
          new LoadWithThreads(),
          new NumberFilters(),
          new StringFilters(),
          new BitVector(),
          new SparseBitVector(),
          new ColdQueries(),
          new CachedQueries(),
          new StringQueries(),
          new SimdQueries(),
          new MetadataByColumns(),
          new MetadataStatistics(),
          new DecodeShares(),
          new DecodeSavings(),
          new WriterMemory(),
          new StringMetadata(),
          new GoodputOnHdfs(),
          new GoodputOverCores(),
          new RowCounters(),
          new GoodputByStore(),
          new Selection(),
          new LoadTables(),
          new SparkQ6(),
          new AllQueries(),
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
