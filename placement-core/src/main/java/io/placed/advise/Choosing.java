package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.order.CandidateSearch;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The last step of an {@link Advisor}: from the finalists to the advice. */
final class Choosing {
  /** Finalists from which the whole layout is searched. */
  private static final int STARTS = 3;

  private final AdvisedTable table;
  private final AdvisorSettings settings;
  private final Device device;
  private final WorkloadUse workload;
  private final double[] weights;
  private final double[] currentBytes;
  private final LayoutModel model;
  private final Advising.Finals finals;
  private final List<CandidateSearch.Ranked> ranked;
  private final List<String> notes;
  private final long start;
  private final BooleanSupplier out;

  Choosing(
      AdvisedTable table,
      AdvisorSettings settings,
      Device device,
      WorkloadUse workload,
      double[] currentBytes,
      LayoutModel model,
      Advising.Finals finals,
      List<CandidateSearch.Ranked> ranked,
      List<String> notes,
      long start,
      BooleanSupplier out) {
    this.table = table;
    this.settings = settings;
    this.device = device;
    this.workload = workload;
    this.weights = QueryUse.weights(workload.queries());
    this.currentBytes = currentBytes;
    this.model = model;
    this.finals = finals;
    this.ranked = ranked;
    this.notes = notes;
    this.start = start;
    this.out = out;
  }

  Advice choose(Placement base) throws IOException {
    settings.progress().at(AdvisorProgress.Stage.CHOOSE, 0, 1);
    PageMeasuring pages = finals.pages();
    Profile profile = pages.profile();
    LayoutCost current = model.current(pages.of(finals.arrival(), profile));
    if (finals.all().contains(finals.arrival())) {
      Design unchanged = Design.of(finals.arrival(), base, profile);
      model.compare(unchanged, pages.of(finals.arrival(), profile), pages.skippedRows());
    }
    LayoutCosts costs = new LayoutCosts(table, model, pages, current);
    List<LayoutCost> layouts = new ArrayList<>();
    for (Finalist f : finals.all()) {
      layouts.add(costs.of(Design.of(f, base, profile)));
    }
    PlacementDescent descent =
        new PlacementDescent(table, workload.queries(), settings, device, finals.all(), costs, out);
    RewriteDecision rules =
        new RewriteDecision(settings, device, table.rows(), workload.queries(), current);
    List<LayoutCost> best = new ArrayList<>(List.of(current));
    for (LayoutCost start : starts(layouts, l -> true)) {
      add(best, descent.improve(design(start, base)));
    }
    if (!best.stream().allMatch(rules::admits)) {
      for (LayoutCost start : starts(costs.all(), rules::admits)) {
        add(best, descent.improve(design(start, base), rules::admits));
      }
    }
    if (descent.ended()) {
      notes.add(
          "the budget was used up before all row groups, columns, packings and profiles were"
              + " compared: they are the best so far");
    }
    List<LayoutSet> sets = sets(best, rules, base, costs);
    RewriteDecision all = rules(rules, sets, costs);
    LayoutSet chosen = chosen(sets, all);
    return new AdviceWriting(table, settings, device, workload, finals, ranked, currentBytes)
        .write(chosen, all, current, layouts, descent, notes, (System.nanoTime() - start) / 1e9);
  }

  private static void add(List<LayoutCost> all, LayoutCost found) {
    if (!all.contains(found)) {
      all.add(found);
    }
  }

  /** The rules with the gain of queries by which the layout is not chosen. */
  private RewriteDecision rules(RewriteDecision rules, List<LayoutSet> sets, LayoutCosts costs) {
    List<LayoutSet> all = new ArrayList<>(sets);
    costs.all().forEach(l -> all.add(alone(l)));
    return HeldOut.of(workload.queries(), costs.current(), all, settings.objective())
        .map(rules::with)
        .orElse(rules);
  }

  /** A layout as a start of a search: that of now if a rewrite can keep its order. */
  private Design design(LayoutCost of, Placement base) {
    return of.isCurrent()
        ? Design.of(finals.arrival(), base, finals.pages().profile())
        : of.design();
  }

  private Finalist rows(LayoutCost of) {
    return of.isCurrent() ? finals.arrival() : of.design().rows();
  }

  private LayoutSet alone(LayoutCost layout) {
    return LayoutSet.of(workload.queries(), List.of(layout), settings.objective());
  }

  /** The cheapest layouts, which differ in their orders. */
  private List<LayoutCost> starts(List<LayoutCost> layouts, Predicate<LayoutCost> allowed) {
    List<LayoutCost> sorted = new ArrayList<>(layouts);
    sorted.removeIf(l -> !finals.all().contains(rows(l)));
    Objective objective = settings.objective();
    sorted.sort(Comparator.comparingDouble(l -> l.objective(objective, weights)));
    List<LayoutCost> out = new ArrayList<>();
    for (LayoutCost l : sorted) {
      boolean other = out.stream().noneMatch(o -> rows(o).equals(rows(l)));
      if (out.size() < STARTS && other && allowed.test(l)) {
        out.add(l);
      }
    }
    return out;
  }

  /** The layouts that may be advised, alone and with copies. */
  private List<LayoutSet> sets(
      List<LayoutCost> best, RewriteDecision rules, Placement base, LayoutCosts costs)
      throws IOException {
    CopySearch copies =
        new CopySearch(
            workload.queries(),
            settings,
            costs,
            rules,
            base,
            finals.pages().profile(),
            finals.all(),
            finals.positions());
    if (settings.copies() > 1 && !table.rewriting().copies()) {
      notes.add("copies with orders of their own are proposed for Placed tables only");
    }
    List<LayoutSet> sets = new ArrayList<>();
    for (LayoutCost l : best) {
      sets.add(alone(l));
      if (settings.copies() > 1 && table.rewriting().copies()) {
        sets.add(copies.around(l));
      }
    }
    return sets;
  }

  /**
   * Of the sets for which all rules hold that which saves most beyond its cost, else that whose
   * queries cost least.
   */
  private LayoutSet chosen(List<LayoutSet> sets, RewriteDecision rules) {
    LayoutSet chosen = null;
    boolean change = false;
    double most = Double.NEGATIVE_INFINITY;
    for (LayoutSet set : sets) {
      boolean pays = rules.decide(set).change();
      double value = pays ? rules.net(set) : -set.objective(settings.objective(), weights);
      if (chosen == null || pays && !change || pays == change && value > most) {
        chosen = set;
        change = pays;
        most = value;
      }
    }
    return chosen;
  }
}
