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
    this.weights = workload.queries().stream().mapToDouble(QueryUse::weight).toArray();
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
    List<LayoutCost> best = new ArrayList<>(List.of(current));
    for (int k : starts(layouts)) {
      LayoutCost found = descent.improve(Design.of(finals.all().get(k), base, profile));
      if (!best.contains(found)) {
        best.add(found);
      }
    }
    if (descent.ended()) {
      notes.add(
          "the budget was used up before all row groups, columns, packings and profiles were"
              + " compared: they are the best so far");
    }
    RewriteDecision rules =
        new RewriteDecision(settings, device, table.rows(), workload.queries(), current);
    LayoutSet chosen = chosen(best, rules, base, costs);
    return new AdviceWriting(table, settings, device, workload, finals, ranked, currentBytes)
        .write(chosen, rules, current, layouts, descent, notes, (System.nanoTime() - start) / 1e9);
  }

  /** Numbers of the cheapest finalists, which differ in their orders. */
  private List<Integer> starts(List<LayoutCost> layouts) {
    List<Integer> all = new ArrayList<>();
    for (int k = 0; k < layouts.size(); k++) {
      all.add(k);
    }
    Objective objective = settings.objective();
    all.sort(Comparator.comparingDouble(k -> layouts.get(k).objective(objective, weights)));
    return all.subList(0, Math.min(STARTS, all.size()));
  }

  /**
   * The layouts to advise, alone or with copies: of those for which all rules hold that which saves
   * most beyond its cost, else that whose queries cost least.
   */
  private LayoutSet chosen(
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
    LayoutSet chosen = null;
    boolean change = false;
    double most = Double.NEGATIVE_INFINITY;
    for (LayoutCost l : best) {
      List<LayoutSet> sets = new ArrayList<>();
      sets.add(LayoutSet.of(workload.queries(), List.of(l), settings.objective()));
      if (settings.copies() > 1 && table.rewriting().copies()) {
        sets.add(copies.around(l));
      }
      for (LayoutSet set : sets) {
        boolean pays = rules.decide(set).change();
        double value = pays ? rules.net(set) : -set.objective(settings.objective(), weights);
        if (chosen == null || pays && !change || pays == change && value > most) {
          chosen = set;
          change = pays;
          most = value;
        }
      }
    }
    return chosen;
  }
}
