package io.placed.advise;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.placement.partition.RowGroupCutter;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Finds what a Placement leaves to be found from a workload: column groups by one of four methods,
 * and the order of columns in a row group. Whatever the method, groups that are not predicted to
 * save at least {@link #WORTH} of the cost of columns by themselves are not made, and neither is an
 * order that does not save that much of the seeks: the answer is {@code none} then.
 */
public final class PlacementSearch {
  /** What a model must promise before anything is changed for it. */
  public static final double WORTH = 0.01;

  private final Placement asked;
  private final ColumnSizes sizes;
  private final Schema schema;
  private final CostModel model;

  private PlacementSearch(Placement asked, ColumnSizes sizes, Device device, Usage usage) {
    this.asked = asked;
    this.sizes = sizes;
    this.schema = sizes.schema();
    this.model = new CostModel(device, sizes, rowGroupRows(asked, sizes), usage);
  }

  /**
   * @param asked with column groups, an order, or both to be found
   * @param sizes of all columns that files of the table will have
   * @param elsewhere columns that the workload may name and that no file has, such as those whose
   *     values are in the names of directories
   * @throws IllegalArgumentException if a query names a column that does not exist, or the method
   *     cannot take so many columns; naming the setting, what was found and what is allowed
   */
  public static SearchResult search(
      Placement asked,
      Workload workload,
      ColumnSizes sizes,
      Device device,
      Collection<String> elsewhere) {
    Usage usage = Usage.of(workload, sizes.schema(), elsewhere);
    return new PlacementSearch(asked, sizes, device, usage).search();
  }

  private SearchResult search() {
    ColumnGroups groups = asked.columnGroups();
    double base = 0;
    double found = 0;
    double after = 0;
    if (groups.kind().isSearch()) {
      base = model.seconds(model.usage().columns());
      List<int[]> grouping = groups(groups.kind());
      found = model.seconds(grouping);
      boolean worth = found <= base * (1 - WORTH);
      groups = listed(worth ? grouping : List.of(), groups);
      after = worth ? found : base;
    }
    double jumps = 0;
    double foundJumps = 0;
    double jumpsAfter = 0;
    if (groups.order() instanceof ColumnOrder.Rainbow rainbow) {
      List<int[]> units = units(groups);
      ColumnOrderCost cost = new ColumnOrderCost(model, units);
      jumps = cost.seconds(IntStream.range(0, units.size()).toArray());
      int[] order = order(units, rainbow.seed());
      foundJumps = cost.seconds(order);
      boolean worth = foundJumps <= jumps * (1 - WORTH);
      groups = groups.withOrder(worth ? listed(units, order) : ColumnOrder.SCHEMA);
      jumpsAfter = worth ? foundJumps : jumps;
    }
    return new SearchResult(
        asked.withColumnGroups(groups),
        asked.columnGroups().toString(),
        sizes.source(),
        new SearchResult.Cost(base, jumps),
        new SearchResult.Cost(found, foundJumps),
        new SearchResult.Cost(after, jumpsAfter));
  }

  private List<int[]> groups(ColumnGroups.Kind kind) {
    Usage usage = model.usage();
    return switch (kind) {
      case HILL_CLIMB -> PairMerging.search(model, few(usage.columns(), "columns"));
      case AUTO_PART ->
          PairMerging.search(model, few(usage.fragments(), "sets of columns that are used alike"));
      case TROJAN ->
          Trojan.search(model, few(usage.fragments(), "sets of columns that are used alike"));
      case BRUTE_FORCE -> BruteForce.search(model);
      case NONE, ALL, LISTED -> throw new IllegalArgumentException(kind + " is not searched for");
    };
  }

  private List<int[]> few(List<int[]> start, String what) {
    if (start.size() > PairMerging.MAX_GROUPS) {
      throw new TooManyColumnsException(
          String.format(
              Locale.ROOT,
              "%s: %s starts from %d %s that queries use. Allowed are at most %d",
              ColumnGroups.SETTING,
              asked.columnGroups().kind().text(),
              start.size(),
              what,
              PairMerging.MAX_GROUPS));
    }
    return start;
  }

  /** Groups of one column need not be listed. */
  private ColumnGroups listed(List<int[]> grouping, ColumnGroups like) {
    List<List<String>> names = new ArrayList<>();
    grouping.stream()
        .filter(g -> g.length > 1)
        .sorted((a, b) -> Integer.compare(a[0], b[0]))
        .forEach(g -> names.add(Arrays.stream(g).mapToObj(this::name).toList()));
    ColumnGroups.Kind kind = names.isEmpty() ? ColumnGroups.Kind.NONE : ColumnGroups.Kind.LISTED;
    // Without groups a stride would only cost the single columns their encodings.
    int stride = names.isEmpty() ? ColumnGroups.ROW_GROUP : like.stride();
    return new ColumnGroups(kind, names, stride, like.order());
  }

  /** What an order is about: groups, or the columns of the only one if they can be ordered. */
  private List<int[]> units(ColumnGroups groups) {
    boolean columns =
        groups.kind() == ColumnGroups.Kind.ALL && groups.stride() == ColumnGroups.ROW_GROUP;
    return columns
        ? IntStream.range(0, schema.size()).mapToObj(c -> new int[] {c}).toList()
        : ColumnGrouping.resolve(groups.withOrder(ColumnOrder.SCHEMA), schema);
  }

  /** All units: those that queries need as annealing puts them, then the others as they were. */
  private int[] order(List<int[]> units, long seed) {
    int[] used = units(units, true);
    int[] unused = units(units, false);
    List<int[]> needed = Arrays.stream(used).mapToObj(units::get).toList();
    int[] found = ColumnAnnealing.search(new ColumnOrderCost(model, needed), needed.size(), seed);
    return IntStream.concat(Arrays.stream(found).map(u -> used[u]), Arrays.stream(unused))
        .toArray();
  }

  private int[] units(List<int[]> units, boolean used) {
    return IntStream.range(0, units.size()).filter(u -> isUsed(units.get(u)) == used).toArray();
  }

  private boolean isUsed(int[] unit) {
    return Arrays.stream(unit).anyMatch(model.usage()::isUsed);
  }

  /** Of the units that queries need; the others follow in any case. */
  private ColumnOrder listed(List<int[]> units, int[] order) {
    return new ColumnOrder.Listed(
        Arrays.stream(order)
            .mapToObj(units::get)
            .filter(this::isUsed)
            .map(unit -> name(unit[0]))
            .toList());
  }

  private String name(int column) {
    return schema.field(column).name();
  }

  /** Rows of a row group, as far as sizes tell. */
  static double rowGroupRows(Placement placement, ColumnSizes sizes) {
    RowGroups rowGroups = placement.rowGroups();
    double rows;
    if (rowGroups instanceof RowGroups.OfRows r) {
      rows = r.rows();
    } else if (rowGroups instanceof RowGroups.OfBytes b) {
      rows = b.bytes() / sizes.rowBytes();
    } else {
      RowGroups.Efficient e = (RowGroups.Efficient) rowGroups;
      double width =
          e.column().map(c -> sizes.bytesPerRow()[sizes.ordinal(c)]).orElseGet(sizes::narrowest);
      double bytes = e.rowGroupBytes(sizes.rowBytes(), width);
      rows = Math.min(bytes, RowGroupCutter.largestBytes(placement)) / sizes.rowBytes();
    }
    return Math.min(rows, RowGroups.MAX_ROWS);
  }
}
