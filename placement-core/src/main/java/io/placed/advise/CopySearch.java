package io.placed.advise;

import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Searches copies of a table with orders of their own. A copy has only the columns of the templates
 * that read it, and those of its order. Copies are added greedily by what they save beyond their
 * cost, then exchanged as long as that helps.
 */
final class CopySearch {
  /** Least improvement of the objective for which a copy is added. */
  private static final double WORTH = 0.01;

  private static final int MAX_SWAPS = 8;

  private final List<QueryUse> queries;
  private final AdvisorSettings settings;
  private final LayoutCosts costs;
  private final RewriteDecision rules;
  private final Placement like;
  private final Profile profile;
  private final List<Finalist> orders;
  private final int[] positions;
  private final double[] weights;

  /**
   * @param like row groups and packing of copies
   * @param positions of the filter columns in the schema
   */
  CopySearch(
      List<QueryUse> queries,
      AdvisorSettings settings,
      LayoutCosts costs,
      RewriteDecision rules,
      Placement like,
      Profile profile,
      List<Finalist> finalists,
      int[] positions) {
    this.queries = queries;
    this.settings = settings;
    this.costs = costs;
    this.rules = rules;
    this.like = like;
    this.profile = profile;
    // Trees may cut by any column, which a copy would need then.
    this.orders =
        finalists.stream()
            .filter(f -> !f.isArrival() && f.partitioning().isEmpty())
            .filter(f -> !(f.reordering() instanceof Reordering.QdTree))
            .toList();
    this.positions = positions;
    this.weights = QueryUse.weights(queries);
  }

  /** A table and the copies that pay, at most as many as were asked for. */
  LayoutSet around(LayoutCost table) throws IOException {
    List<LayoutCost> set = new ArrayList<>(List.of(table));
    boolean grows = true;
    while (grows && set.size() < settings.copies()) {
      LayoutCost added = best(set);
      grows = added != null;
      if (grows) {
        set.add(added);
      }
    }
    boolean better = set.size() > 2;
    for (int round = 0; better && round < MAX_SWAPS; round++) {
      better = false;
      for (int k = 1; k < set.size(); k++) {
        List<LayoutCost> others = new ArrayList<>(set);
        others.remove(k);
        LayoutCost found = best(others);
        if (found != null && net(with(others, found)) > net(set)) {
          others.add(k, found);
          set = others;
          better = true;
        }
      }
    }
    return of(trimmed(set));
  }

  /** Without columns of queries that read another copy now. */
  private List<LayoutCost> trimmed(List<LayoutCost> set) throws IOException {
    int[] choice = of(set).choice();
    List<LayoutCost> out = new ArrayList<>(set.subList(0, 1));
    for (int k = 1; k < set.size(); k++) {
      Design d = set.get(k).design();
      BitSet columns = columns(choice, k, d.rows());
      if (columns != null) {
        out.add(costs.ofCopy(d, columns));
      }
    }
    return out;
  }

  /** The columns of the queries that read a layout, and what orders it; null if none does. */
  private BitSet columns(int[] choice, int layout, Finalist order) {
    BitSet columns = new BitSet();
    for (int q = 0; q < choice.length; q++) {
      if (choice[q] == layout) {
        columns.or(queries.get(q).columns());
      }
    }
    if (columns.isEmpty()) {
      return null;
    }
    int[] keys = order.order().columns();
    // Further keys of a sort only order what the queries do not ask for.
    int needed = order.reordering() instanceof Reordering.Sort ? 1 : keys.length;
    for (int k = 0; k < needed; k++) {
      columns.set(positions[keys[k]]);
    }
    return columns;
  }

  /** The copy that saves most beyond its cost; null if none does. */
  private LayoutCost best(List<LayoutCost> set) throws IOException {
    LayoutCost best = null;
    double most = net(set);
    double before = of(set).objective(settings.objective(), weights);
    for (Finalist f : orders) {
      LayoutCost copy = copy(set, f);
      if (copy != null) {
        LayoutSet more = of(with(set, copy));
        double after = more.objective(settings.objective(), weights);
        if (after < (1 - WORTH) * before && rules.net(more) > most) {
          best = copy;
          most = rules.net(more);
        }
      }
    }
    return best;
  }

  /** A copy with the columns of the templates that it helps; null if it helps none. */
  private LayoutCost copy(List<LayoutCost> set, Finalist order) throws IOException {
    Design design = Design.of(order, like, profile);
    int[] choice = of(with(set, costs.of(design))).choice();
    BitSet columns = columns(choice, set.size(), order);
    return columns == null ? null : costs.ofCopy(design, columns);
  }

  private double net(List<LayoutCost> set) {
    return rules.net(of(set));
  }

  private LayoutSet of(List<LayoutCost> set) {
    return LayoutSet.of(queries, set, settings.objective());
  }

  private static List<LayoutCost> with(List<LayoutCost> set, LayoutCost more) {
    List<LayoutCost> out = new ArrayList<>(set);
    out.add(more);
    return out;
  }
}
