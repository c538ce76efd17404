package io.placed.advise.columns;

import io.placed.advise.workload.Workload;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.placement.partition.ExpectedRows;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Resolves the searches of a Placement from a workload: column groups by one of four methods, and
 * the order of columns in a row group. Groups must save at least {@link #WORTH} of the predicted
 * cost of single columns, and an order that fraction of the seeks; otherwise the result is {@code
 * none}.
 */
public final class PlacementSearch {
  /** Least predicted saving. */
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
   * @param asked placement with a search for column groups, an order, or both
   * @param sizes sizes of all columns to be stored in files
   * @param elsewhere columns of the workload that are not stored in files, such as partition
   *     columns
   * @throws IllegalArgumentException if a query names a column that does not exist, or there are
   *     too many columns for the method; names the setting, what was found and what is allowed
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
      case NONE, ALL, LISTED -> throw new IllegalArgumentException(kind + " is not a search");
    };
  }

  private List<int[]> few(List<int[]> start, String what) {
    if (start.size() > PairMerging.MAX_GROUPS) {
      throw new TooManyColumnsException(
          String.format(
              Locale.ROOT,
              "%s: %s would start with %d %s that queries use. Allowed are at most %d",
              ColumnGroups.SETTING,
              asked.columnGroups().kind().text(),
              start.size(),
              what,
              PairMerging.MAX_GROUPS));
    }
    return start;
  }

  /** Groups of a single column are not listed. */
  private ColumnGroups listed(List<int[]> grouping, ColumnGroups like) {
    List<List<String>> names = new ArrayList<>();
    grouping.stream()
        .filter(g -> g.length > 1)
        .sorted((a, b) -> Integer.compare(a[0], b[0]))
        .forEach(g -> names.add(Arrays.stream(g).mapToObj(this::name).toList()));
    ColumnGroups.Kind kind = names.isEmpty() ? ColumnGroups.Kind.NONE : ColumnGroups.Kind.LISTED;
    // Without groups, a stride would only restrict the encodings of single columns.
    int stride = names.isEmpty() ? ColumnGroups.ROW_GROUP : like.stride();
    return new ColumnGroups(kind, names, stride, like.order());
  }

  /** The units to be ordered: groups, or the columns of a single group if they can be ordered. */
  private List<int[]> units(ColumnGroups groups) {
    boolean columns =
        groups.kind() == ColumnGroups.Kind.ALL && groups.stride() == ColumnGroups.ROW_GROUP;
    return columns
        ? IntStream.range(0, schema.size()).mapToObj(c -> new int[] {c}).toList()
        : ColumnGrouping.resolve(groups.withOrder(ColumnOrder.SCHEMA), schema);
  }

  /** All units: the needed ones in the order of annealing, then the others in their order. */
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

  /** The order of the needed units; the others follow. */
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

  /** Estimated rows of a row group, as if the table were one file. */
  static double rowGroupRows(Placement placement, ColumnSizes sizes) {
    return ExpectedRows.of(placement, sizes.schema(), sizes.bytesPerRow(), sizes.rows());
  }
}
