package io.placed.advise;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.PlacementSearch;
import io.placed.advise.columns.TooManyColumnsException;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Device;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Improves a design in one part after the other, as long as that helps: order and partitions, size
 * of row groups, column groups and the order of columns, packing, profile. A part changes only if
 * that pays: designs that differ little stay as the table is.
 */
final class PlacementDescent {
  /** Least improvement for which a part is changed. */
  private static final double WORTH = 0.01;

  /** The same of the profile: decode times have more noise than sizes. */
  private static final double WORTH_OF_PROFILE = 0.05;

  private static final int MAX_ROUNDS = 4;

  /** Merging pairs of more columns takes too long to be done again and again. */
  private static final int MAX_CLIMBED = 128;

  private final AdvisedTable table;
  private final List<QueryUse> queries;
  private final AdvisorSettings settings;
  private final Device device;
  private final double[] weights;
  private final List<Finalist> finalists;
  private final LayoutCosts costs;
  private final BooleanSupplier out;
  private final List<Tried> tried = new ArrayList<>();
  private boolean ended;

  /** What else was tried for a part, and its objective. */
  record Tried(Design design, double objective) {}

  PlacementDescent(
      AdvisedTable table,
      List<QueryUse> queries,
      AdvisorSettings settings,
      Device device,
      List<Finalist> finalists,
      LayoutCosts costs,
      BooleanSupplier out) {
    this.table = table;
    this.queries = queries;
    this.settings = settings;
    this.device = device;
    this.weights = QueryUse.weights(queries);
    this.finalists = finalists;
    this.costs = costs;
    this.out = out;
  }

  /** All that was tried. */
  List<Tried> tried() {
    return tried;
  }

  /** Whether the time was up before the search ended. */
  boolean ended() {
    return ended;
  }

  /** The best design that steps from a start lead to. */
  LayoutCost improve(Design start) throws IOException {
    return improve(start, l -> true);
  }

  /** The same by steps to allowed layouts only. */
  LayoutCost improve(Design start, Predicate<LayoutCost> allowed) throws IOException {
    Design best = start;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Design before = best;
      for (Finalist f : finalists) {
        best = better(best, best.with(f), WORTH, allowed);
      }
      for (Design d : rowGroups(best)) {
        best = better(best, d, WORTH, allowed);
      }
      for (ColumnGroups g : columns(best)) {
        best = better(best, best.with(g), WORTH, allowed);
      }
      if (table.rewriting().choosesEncoding()) {
        for (Packing p : packings(best.placement())) {
          best = better(best, best.with(best.placement().rowGroups(), p), WORTH, allowed);
        }
        for (Profile p : Profile.values()) {
          best = better(best, best.with(p), profileWorth(), allowed);
        }
      }
      if (best.equals(before)) {
        break;
      }
    }
    return costs.of(best);
  }

  /** Bytes are known better than times. */
  private double profileWorth() {
    return settings.objective() == Objective.TIME ? WORTH_OF_PROFILE : WORTH;
  }

  private Design better(Design best, Design other, double worth, Predicate<LayoutCost> allowed)
      throws IOException {
    if (other.equals(best)) {
      return best;
    }
    if (out.getAsBoolean()) {
      ended = true;
      return best;
    }
    double objective = objective(other);
    tried.add(new Tried(other, objective));
    boolean worthy = objective < (1 - worth) * objective(best);
    return worthy && allowed.test(costs.of(other)) ? other : best;
  }

  private double objective(Design d) throws IOException {
    return costs.of(d).objective(settings.objective(), weights);
  }

  /** Other sizes, with blocks that hold them, and at least a row group per slot. */
  private List<Design> rowGroups(Design d) throws IOException {
    List<Design> out = new ArrayList<>();
    Placement p = d.placement();
    if (!LayoutCosts.isPlain(p.packing()) || !table.rewriting().choosesRowGroups()) {
      return out;
    }
    RowGroups now = p.rowGroups();
    int least = now.least();
    for (long bytes : RowGroupSizes.of(costs.of(d), queries, device)) {
      boolean smaller = now instanceof RowGroups.OfBytes b && bytes < b.bytes();
      if (smaller || Math.ceil((double) table.bytes() / bytes) >= settings.slots()) {
        out.add(d.with(new RowGroups.OfBytes(bytes, least), holding(p.packing(), bytes)));
      }
    }
    return out;
  }

  /** The packing with blocks that are no smaller than a row group. */
  private static Packing holding(Packing packing, long rowGroup) {
    if (packing instanceof Packing.ManyRowGroups many) {
      return many.blockBytes() >= rowGroup ? many : new Packing.ManyRowGroups(rowGroup);
    }
    Packing.OneRowGroup one = (Packing.OneRowGroup) packing;
    return one.blockBytes() == 0 || one.blockBytes() >= rowGroup
        ? one
        : new Packing.OneRowGroup(rowGroup);
  }

  /** Whole row groups in the file of the table, if the columns are in files of their own. */
  private static List<Packing> packings(Placement p) {
    return LayoutCosts.isPlain(p.packing()) || p.packing() instanceof Packing.Copies
        ? List.of()
        : List.of(new Packing.ManyRowGroups(Packing.ManyRowGroups.DEFAULT_BLOCK_BYTES));
  }

  /** Groups and orders of columns that searches find for the pages that queries read. */
  private List<ColumnGroups> columns(Design d) throws IOException {
    ColumnGroups groups = d.placement().columnGroups();
    if (groups.stride() != ColumnGroups.ROW_GROUP || !table.rewriting().choosesColumnOrder()) {
      // Other strides have other pages, whose sizes were not measured.
      return List.of();
    }
    List<ColumnGroups> out = new ArrayList<>();
    ColumnOrder rainbow = new ColumnOrder.Rainbow(settings.seed());
    ColumnGroups climb =
        new ColumnGroups(ColumnGroups.Kind.HILL_CLIMB, List.of(), ColumnGroups.ROW_GROUP);
    List<ColumnGroups> searches = new ArrayList<>(List.of(ColumnGroups.NONE.withOrder(rainbow)));
    if (table.schema().size() <= MAX_CLIMBED) {
      searches.addAll(List.of(climb, climb.withOrder(rainbow)));
    }
    for (ColumnGroups search : searches) {
      ColumnGroups found = found(d, search);
      if (found != null && !out.contains(found)) {
        out.add(found);
      }
    }
    return out;
  }

  /** The result of a search; null if the columns cannot be searched. */
  private ColumnGroups found(Design d, ColumnGroups search) throws IOException {
    LayoutCost layout = costs.of(d);
    List<Query> shares = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      Query of = queries.get(q).query();
      double share = layout.queries().get(q).rowShare();
      shares.add(new Query(of.name(), of.output(), of.all(), of.filter(), of.weight(), share, 0));
    }
    Set<String> elsewhere = new HashSet<>(table.partitionColumns());
    elsewhere.addAll(d.partitioning().spec().columns());
    List<Field> fields = new ArrayList<>();
    List<Double> sizes = new ArrayList<>();
    ColumnCost[] columns = layout.columns();
    for (int c = 0; c < columns.length; c++) {
      if (!elsewhere.contains(table.schema().field(c).name())) {
        fields.add(table.schema().field(c));
        sizes.add(columns[c].bytesPerRow());
      }
    }
    ColumnSizes measured =
        new ColumnSizes(
            Schema.of(fields),
            sizes.stream().mapToDouble(Double::doubleValue).toArray(),
            table.rows(),
            "estimated");
    try {
      Placement asked = d.placement().fitting(measured.schema()).withColumnGroups(search);
      return PlacementSearch.search(asked, new Workload(shares), measured, device, elsewhere)
          .placement()
          .columnGroups();
    } catch (TooManyColumnsException e) {
      return null;
    }
  }

  /**
   * The best that was tried and differs from a design in one part only; null if there is none.
   *
   * @param setting of the part of the placement, or {@link Profile#SETTING}
   */
  Tried runnerUp(Design best, String setting) {
    Tried second = null;
    for (Tried t : tried) {
      if (differsOnly(t.design, best, setting)
          && (second == null || t.objective < second.objective)) {
        second = t;
      }
    }
    return second;
  }

  private static boolean differsOnly(Design a, Design b, String setting) {
    Placement p = a.placement();
    Placement q = b.placement();
    boolean rows = a.rows().equals(b.rows());
    boolean rowGroups = p.rowGroups().equals(q.rowGroups());
    boolean columns = p.columnGroups().equals(q.columnGroups());
    boolean packing = p.packing().equals(q.packing());
    boolean profile = a.profile() == b.profile();
    return switch (setting) {
      case Reordering.SETTING -> !rows && rowGroups && columns && packing && profile;
      case RowGroups.SETTING -> rows && !rowGroups && columns && profile;
      case ColumnGroups.SETTING -> rows && rowGroups && !columns && packing && profile;
      case Packing.SETTING -> rows && rowGroups && columns && !packing && profile;
      case Profile.SETTING -> rows && rowGroups && columns && packing && !profile;
      default -> throw new IllegalArgumentException(setting);
    };
  }
}
