package io.placed.advise;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.PlacementSearch;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Device;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Improves a placement in one part after the other, as long as that helps: size of row groups, then
 * order of columns. Parts that do not pay stay as they are.
 */
final class PlacementDescent {
  /** Least improvement for which a part is changed. */
  private static final double WORTH = 0.01;

  private static final int MAX_ROUNDS = 3;
  private static final long[] ROW_GROUPS = {16L << 20, 32L << 20, 64L << 20, 128L << 20};

  private final AdvisedTable table;
  private final List<QueryUse> queries;
  private final AdvisorSettings settings;
  private final Device device;
  private final double[] weights;

  /** What else was tried for a part, and its objective. */
  record Tried(Placement placement, String setting, double objective) {}

  private final List<Tried> tried = new ArrayList<>();

  PlacementDescent(
      AdvisedTable table,
      List<QueryUse> queries,
      AdvisorSettings settings,
      Device device,
      double[] weights) {
    this.table = table;
    this.queries = queries;
    this.settings = settings;
    this.device = device;
    this.weights = weights;
  }

  /** All that was tried. */
  List<Tried> tried() {
    return tried;
  }

  /**
   * @param start the layout with the order of the rows
   * @param cost of another placement with that order
   */
  LayoutCost improve(LayoutCost start, Function<Placement, LayoutCost> cost) {
    LayoutCost best = start;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      LayoutCost before = best;
      for (RowGroups groups : rowGroups(best.placement())) {
        best = better(best, with(best.placement(), groups), RowGroups.SETTING, cost);
      }
      Placement ordered = ordered(best);
      if (ordered != null) {
        best = better(best, ordered, ColumnGroups.SETTING, cost);
      }
      if (best == before) {
        break;
      }
    }
    return best;
  }

  private LayoutCost better(
      LayoutCost best, Placement other, String setting, Function<Placement, LayoutCost> cost) {
    LayoutCost found = cost.apply(other);
    double objective = found.objective(settings.objective(), weights);
    tried.add(new Tried(other, setting, objective));
    return objective < (1 - WORTH) * best.objective(settings.objective(), weights) ? found : best;
  }

  private static Placement with(Placement p, RowGroups groups) {
    return new Placement(p.reorder(), groups, p.columnGroups(), p.packing());
  }

  /**
   * Other sizes that fit the block, with at least a row group per slot. Smaller ones would have
   * other pages.
   */
  private List<RowGroups> rowGroups(Placement placement) {
    List<RowGroups> out = new ArrayList<>();
    if (!table.rewriting().choosesRowGroups()
        || !(placement.rowGroups() instanceof RowGroups.OfBytes now)
        || !(placement.packing() instanceof Packing.ManyRowGroups many)) {
      return out;
    }
    for (long bytes : ROW_GROUPS) {
      boolean enough = table.bytes() / bytes >= settings.slots() || bytes < now.bytes();
      if (bytes != now.bytes() && bytes <= many.blockBytes() && enough) {
        out.add(new RowGroups.OfBytes(bytes, now.least()));
      }
    }
    return out;
  }

  /** The same with the columns of a row group in the order that a search finds; null if none. */
  private Placement ordered(LayoutCost layout) {
    ColumnGroups groups = layout.placement().columnGroups();
    if (groups.kind().isSearch() || !table.rewriting().choosesColumnOrder()) {
      return null;
    }
    List<Query> shares = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      Query of = queries.get(q).query();
      double share = layout.queries().get(q).rowShare();
      shares.add(new Query(of.name(), of.output(), of.all(), of.filter(), of.weight(), share, 0));
    }
    Set<String> elsewhere = new HashSet<>(table.partitionColumns());
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
      Placement asked =
          layout
              .placement()
              .withColumnGroups(groups.withOrder(new ColumnOrder.Rainbow(settings.seed())));
      Placement found =
          PlacementSearch.search(asked, new Workload(shares), measured, device, elsewhere)
              .placement();
      return found.equals(layout.placement()) ? null : found;
    } catch (IllegalArgumentException e) {
      // Groups that cannot be ordered stay as they are.
      return null;
    }
  }
}
