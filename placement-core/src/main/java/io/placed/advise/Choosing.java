package io.placed.advise;

import io.placed.advise.order.CandidateSearch;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The last step of an {@link Advisor}: from the finalists to the advice. */
final class Choosing {
  /** Finalists from which the rest of the placement is searched. */
  private static final int STARTS = 3;

  private final AdvisedTable table;
  private final AdvisorSettings settings;
  private final Device device;
  private final WorkloadUse workload;
  private final double[] weights;
  private final Advising.Finals finals;
  private final List<CandidateSearch.Ranked> ranked;
  private final int skippedRows;
  private final List<String> notes;
  private final long start;

  Choosing(
      AdvisedTable table,
      AdvisorSettings settings,
      Device device,
      WorkloadUse workload,
      double[] weights,
      Advising.Finals finals,
      List<CandidateSearch.Ranked> ranked,
      int skippedRows,
      List<String> notes,
      long start) {
    this.table = table;
    this.settings = settings;
    this.device = device;
    this.workload = workload;
    this.weights = weights;
    this.finals = finals;
    this.ranked = ranked;
    this.skippedRows = skippedRows;
    this.notes = notes;
    this.start = start;
  }

  Advice choose(Placement base) throws IOException {
    settings.progress().at(AdvisorProgress.Stage.CHOOSE, 0, 1);
    LayoutModel model =
        new LayoutModel(
            table,
            workload.queries(),
            finals.sample(),
            finals.scales(),
            finals.numbers(),
            finals.currentBytes(),
            device,
            settings.calibration());
    int n = finals.orders().size();
    LayoutCost current = model.current(finals.written().get(n));
    List<LayoutCost> layouts = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      layouts.add(layout(model, k, with(base, finals.orders().get(k).reordering())));
    }
    List<LayoutCost> byOrder = new ArrayList<>(layouts);
    byOrder.sort(Advising.by(settings, weights));
    PlacementDescent descent =
        new PlacementDescent(table, workload.queries(), settings, device, weights);
    List<LayoutCost> best = new ArrayList<>();
    for (LayoutCost l : byOrder.subList(0, Math.min(STARTS, n))) {
      int k = layouts.indexOf(l);
      best.add(descent.improve(l, p -> layout(model, k, p)));
    }
    best.sort(Advising.by(settings, weights));
    List<LayoutCost> copies = List.of(current);
    RewriteDecision rules = new RewriteDecision(settings, device, table, weights, current);
    Advice.Decision decision = null;
    for (LayoutCost l : best) {
      List<LayoutCost> set = withCopies(l, byOrder);
      Advice.Decision found = rules.decide(l, templates(current, set));
      if (decision == null || found.change() && !decision.change()) {
        decision = found;
        copies = set;
      }
    }
    if (decision == null) {
      decision =
          new Advice.Decision(
              false,
              Advice.Rule.NOTHING_BETTER,
              "no query has conditions whose ranks are known",
              0,
              0);
    }
    return advice(current, copies, decision, rules, layouts, descent);
  }

  private LayoutCost layout(LayoutModel model, int finalist, Placement placement) {
    return model.of(
        placement, finals.pages().get(finalist), finals.written().get(finalist), skippedRows);
  }

  private static Placement with(Placement base, Reordering reordering) {
    return new Placement(reordering, base.rowGroups(), base.columnGroups(), base.packing());
  }

  private List<Advice.Template> templates(LayoutCost current, List<LayoutCost> copies) {
    return Templates.of(workload.queries(), current, copies, settings);
  }

  /** Adds the copy that helps most, one after the other. */
  private List<LayoutCost> withCopies(LayoutCost first, List<LayoutCost> others) {
    List<LayoutCost> set = new ArrayList<>(List.of(first));
    while (set.size() < settings.copies()) {
      LayoutCost best = null;
      double least = cost(set);
      for (LayoutCost l : others) {
        List<LayoutCost> more = new ArrayList<>(set);
        more.add(l);
        double cost = cost(more);
        if (cost < 0.99 * least) {
          best = l;
          least = cost;
        }
      }
      if (best == null) {
        break;
      }
      set.add(best);
    }
    return set;
  }

  private double cost(List<LayoutCost> copies) {
    return templates(copies.get(0), copies).stream()
        .mapToDouble(t -> t.weight() * t.after().objective(settings.objective()))
        .sum();
  }

  private Advice advice(
      LayoutCost current,
      List<LayoutCost> copies,
      Advice.Decision decision,
      RewriteDecision rules,
      List<LayoutCost> layouts,
      PlacementDescent descent) {
    LayoutCost best = copies.get(0);
    List<Advice.Template> templates = templates(current, copies);
    double[] shares = templates.stream().mapToDouble(Advice.Template::weight).toArray();
    Advice.Effort e = finals.effort();
    return new Advice(
        table.name(),
        table.rows(),
        table.bytes(),
        device,
        settings.objective(),
        settings.horizon(),
        table.placement(),
        best.placement(),
        copies.stream().skip(1).map(LayoutCost::placement).toList(),
        table.rewriting().statements(best.placement()),
        decision,
        QueryCost.mean(current.queries(), weights),
        QueryCost.mean(templates.stream().map(Advice.Template::after).toList(), shares),
        templates,
        rules.cost(best, decision),
        choices(best, layouts, descent),
        candidates(current, layouts),
        notes,
        workload.understood(),
        new Advice.Effort(
            e.sampledRows(),
            e.sampledBytes(),
            e.scannedRows(),
            e.scannedBytes(),
            e.complete(),
            (System.nanoTime() - start) / 1e9));
  }

  private List<Advice.Candidate> candidates(LayoutCost current, List<LayoutCost> layouts) {
    double before = current.objective(settings.objective(), weights);
    List<Advice.Candidate> exact = new ArrayList<>();
    exact.add(
        new Advice.Candidate(
            current.placement().reorder().toString(),
            true,
            true,
            before,
            before,
            reads(current, current)));
    List<String> seen = new ArrayList<>();
    for (LayoutCost l : layouts) {
      String text = l.placement().reorder().toString();
      seen.add(text);
      exact.add(
          new Advice.Candidate(
              text,
              false,
              true,
              before,
              l.objective(settings.objective(), weights),
              reads(current, l)));
    }
    exact.sort((a, b) -> Double.compare(a.after(), b.after()));
    double bytes = 0;
    for (int q = 0; q < weights.length; q++) {
      bytes +=
          weights[q]
              * current.queries().get(q).rowShare()
              * workload.queries().get(q).columns().stream()
                  .mapToDouble(c -> finals.currentBytes()[c])
                  .sum();
    }
    for (CandidateSearch.Ranked r : ranked) {
      String text = r.order().toString();
      if (!seen.contains(text)) {
        exact.add(new Advice.Candidate(text, false, false, bytes, r.cost(), List.of()));
      }
    }
    return exact;
  }

  private List<Advice.Reads> reads(LayoutCost current, LayoutCost layout) {
    return templates(current, List.of(layout)).stream().map(Advice.Template::after).toList();
  }

  private List<Advice.Choice> choices(
      LayoutCost best, List<LayoutCost> layouts, PlacementDescent descent) {
    List<Advice.Choice> out = new ArrayList<>();
    double objective = best.objective(settings.objective(), weights);
    LayoutCost second = null;
    for (LayoutCost l : layouts) {
      boolean other = !l.placement().reorder().equals(best.placement().reorder());
      if (other
          && (second == null
              || l.objective(settings.objective(), weights)
                  < second.objective(settings.objective(), weights))) {
        second = l;
      }
    }
    double loss =
        second == null ? 0 : second.objective(settings.objective(), weights) / objective - 1;
    out.add(
        new Advice.Choice(
            Reordering.SETTING,
            best.placement().reorder().toString(),
            best.isCurrent()
                ? "the order that the table has"
                : String.format(
                    Locale.ROOT,
                    "the smallest %s of %d orders, of which %d were followed through all rows",
                    settings.objective(),
                    ranked.size(),
                    layouts.size()),
            Optional.ofNullable(second).map(s -> s.placement().reorder().toString()),
            loss));
    Placement p = best.placement();
    out.add(part(RowGroups.SETTING, p.rowGroups().toString(), p, descent, objective));
    out.add(part(ColumnGroups.SETTING, p.columnGroups().toString(), p, descent, objective));
    out.add(
        new Advice.Choice(
            Packing.SETTING, p.packing().toString(), "as the table has it", Optional.empty(), 0));
    return out;
  }

  private Advice.Choice part(
      String setting, String value, Placement best, PlacementDescent descent, double objective) {
    PlacementDescent.Tried second = null;
    for (PlacementDescent.Tried t : descent.tried()) {
      boolean other =
          t.setting().equals(setting)
              && t.placement().reorder().equals(best.reorder())
              && !value(t.placement(), setting).equals(value);
      if (other && (second == null || t.objective() < second.objective())) {
        second = t;
      }
    }
    boolean changed = !value(table.placement(), setting).equals(value);
    return new Advice.Choice(
        setting,
        value,
        changed && !searched(setting)
            ? "a rewrite sets it, so that readers have enough parts to skip"
            : changed
                ? "it makes the " + settings.objective() + " smaller by at least 1 %"
                : "as the table has it: no other value is better by 1 %",
        Optional.ofNullable(second).map(s -> value(s.placement(), setting)),
        second == null ? 0 : second.objective() / objective - 1);
  }

  private boolean searched(String setting) {
    return setting.equals(RowGroups.SETTING)
        ? table.rewriting().choosesRowGroups()
        : table.rewriting().choosesColumnOrder();
  }

  private static String value(Placement p, String setting) {
    return setting.equals(RowGroups.SETTING)
        ? p.rowGroups().toString()
        : p.columnGroups().toString();
  }
}
