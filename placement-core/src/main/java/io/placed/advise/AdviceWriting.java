package io.placed.advise;

import io.placed.advise.order.CandidateSearch;
import io.placed.encoding.Profile;
import io.placed.io.PathNames;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Puts what was chosen, and why, into an {@link Advice}. */
final class AdviceWriting {
  private static final String PARTITIONING = "partitioning";
  private static final String EXTENSION = ".placed";

  private final AdvisedTable table;
  private final AdvisorSettings settings;
  private final Device device;
  private final WorkloadUse workload;
  private final double[] weights;
  private final Advising.Finals finals;
  private final List<CandidateSearch.Ranked> ranked;
  private final double[] currentBytes;

  AdviceWriting(
      AdvisedTable table,
      AdvisorSettings settings,
      Device device,
      WorkloadUse workload,
      Advising.Finals finals,
      List<CandidateSearch.Ranked> ranked,
      double[] currentBytes) {
    this.table = table;
    this.settings = settings;
    this.device = device;
    this.workload = workload;
    this.weights = QueryUse.weights(workload.queries());
    this.finals = finals;
    this.ranked = ranked;
    this.currentBytes = currentBytes;
  }

  /**
   * @param layouts of the finalists with the rest of the table's placement
   */
  Advice write(
      LayoutSet chosen,
      RewriteDecision rules,
      LayoutCost current,
      List<LayoutCost> layouts,
      PlacementDescent descent,
      List<String> notes,
      double seconds) {
    List<Advice.Template> templates = templates(current, chosen);
    double[] shares = templates.stream().mapToDouble(Advice.Template::weight).toArray();
    Advice.Effort e = finals.effort();
    List<Advice.Copy> copies = copies(chosen, rules, templates);
    return new Advice(
        table.name(),
        table.rows(),
        table.bytes(),
        device,
        settings.objective(),
        settings.horizon(),
        table.placement(),
        chosen.table().placement(),
        options(null),
        options(chosen.table().design()),
        copies,
        table
            .rewriting()
            .statements(
                new AdvisedLayout(
                    table.placement(),
                    chosen.table().placement(),
                    options(null),
                    options(chosen.table().design()),
                    copies,
                    chosen.table().isCurrent())),
        rules.decide(chosen),
        QueryCost.mean(current.queries(), weights),
        QueryCost.mean(templates.stream().map(Advice.Template::after).toList(), shares),
        templates,
        rules.cost(chosen),
        choices(chosen.table(), layouts, descent),
        candidates(current, layouts),
        withJoins(notes, chosen.table()),
        workload.understood(),
        new Advice.Effort(
            e.sampledRows(),
            e.sampledBytes(),
            e.scannedRows(),
            e.scannedBytes(),
            e.complete(),
            seconds));
  }

  /** With what else is needed so that rows are not moved. */
  private List<String> withJoins(List<String> notes, LayoutCost best) {
    if (served(best).isEmpty()) {
      return notes;
    }
    List<String> out = new ArrayList<>(notes);
    out.add(
        "joins and groups without moving rows need spark.sql.sources.v2.bucketing.enabled=true, and"
            + " tables that are joined need as many buckets of their keys as "
            + partitioning(best.design())
            + ": where only one of them has, Spark moves the rows of both");
    return out;
  }

  private List<Advice.Template> templates(LayoutCost current, LayoutSet set) {
    return Templates.of(workload.queries(), current, set);
  }

  /**
   * @param design null = of the table as it is
   */
  private Advice.Options options(Design design) {
    Profile profile = design == null ? finals.pages().profile() : design.profile();
    return new Advice.Options(partitioning(design).toString(), profile);
  }

  private PartitionSpec partitioning(Design design) {
    List<PartitionTerm> terms = new ArrayList<>(table.partitioning().terms());
    if (design != null) {
      terms.addAll(design.partitioning().spec().terms());
    }
    return new PartitionSpec(terms);
  }

  private List<Advice.Copy> copies(
      LayoutSet set, RewriteDecision rules, List<Advice.Template> templates) {
    List<Advice.Copy> out = new ArrayList<>();
    for (int k = 1; k < set.layouts().size(); k++) {
      LayoutCost copy = set.layouts().get(k);
      List<LayoutCost> others = new ArrayList<>(set.layouts());
      others.remove(k);
      LayoutSet without = LayoutSet.of(workload.queries(), others, settings.objective());
      int number = k;
      out.add(
          new Advice.Copy(
              name(copy, out),
              copy.stored().stream().mapToObj(c -> table.schema().field(c).name()).toList(),
              copy.placement(),
              copy.design().profile(),
              templates.stream()
                  .filter(t -> t.copy() == number)
                  .map(Advice.Template::name)
                  .toList(),
              rules.costOfCopy(set, copy, without)));
    }
    return out;
  }

  /** The name of the table and the first columns of the order. */
  private String name(LayoutCost copy, List<Advice.Copy> others) {
    String name = PathNames.name(table.name());
    if (name.endsWith(EXTENSION)) {
      name = name.substring(0, name.length() - EXTENSION.length());
    }
    StringBuilder out = new StringBuilder(name).append("_by");
    for (int c : copy.design().rows().order().columns()) {
      if (copy.stored().get(finals.positions()[c])) {
        out.append('_').append(table.schema().field(finals.positions()[c]).name());
      }
    }
    String plain = out.toString().replaceAll("[^A-Za-z0-9_]", "_");
    boolean taken = others.stream().anyMatch(o -> o.name().equals(plain));
    return taken ? plain + "_" + (others.size() + 1) : plain;
  }

  private List<Advice.Candidate> candidates(LayoutCost current, List<LayoutCost> layouts) {
    double before = current.objective(settings.objective(), weights);
    List<Advice.Candidate> exact = new ArrayList<>();
    exact.add(
        new Advice.Candidate(
            current.placement().reorder().toString(),
            "",
            true,
            true,
            before,
            before,
            reads(current, current)));
    List<String> seen = new ArrayList<>();
    for (LayoutCost l : layouts) {
      if (!l.isCurrent() && !l.design().rows().isArrival()) {
        seen.add(l.design().rows().order().toString());
        exact.add(
            new Advice.Candidate(
                l.placement().reorder().toString(),
                l.design().partitioning().toString(),
                false,
                true,
                before,
                l.objective(settings.objective(), weights),
                reads(current, l)));
      }
    }
    exact.sort((a, b) -> Double.compare(a.after(), b.after()));
    double bytes = 0;
    for (int q = 0; q < weights.length; q++) {
      bytes +=
          weights[q]
              * current.queries().get(q).rowShare()
              * workload.queries().get(q).bytesPerRow(currentBytes);
    }
    for (CandidateSearch.Ranked r : ranked) {
      if (!seen.contains(r.order().toString())) {
        exact.add(
            new Advice.Candidate(
                r.order().reordering().toString(),
                r.order().partitioning().toString(),
                false,
                false,
                bytes,
                r.cost(),
                List.of()));
      }
    }
    return exact;
  }

  private List<Advice.Reads> reads(LayoutCost current, LayoutCost layout) {
    LayoutSet alone = LayoutSet.of(workload.queries(), List.of(layout), settings.objective());
    return templates(current, alone).stream().map(Advice.Template::after).toList();
  }

  private List<Advice.Choice> choices(
      LayoutCost best, List<LayoutCost> layouts, PlacementDescent descent) {
    Chosen c = new Chosen(best, descent);
    List<Advice.Choice> out = new ArrayList<>();
    boolean rows = best.isCurrent() || best.design().rows().isArrival();
    String followed =
        String.format(
            Locale.ROOT,
            "the smallest %s of %d orders, of which %d were followed through all rows",
            settings.objective(),
            ranked.size(),
            layouts.stream().filter(l -> !l.isCurrent()).count());
    out.add(
        c.choice(
            Reordering.SETTING,
            best.placement().reorder().toString(),
            rows ? "the order that the table has" : followed,
            t -> rows(t.design().rows())));
    String partitioning = options(best.design()).partitioning();
    boolean more = best.design() != null && !best.design().partitioning().isEmpty();
    out.add(
        new Advice.Choice(
            PARTITIONING,
            partitioning.isEmpty() ? "none" : partitioning,
            more
                ? reasonOfPartitions(best)
                : table.canBePartitioned()
                    ? "as the table has it: no partitions are better by 1 % than orders alone"
                    : "as the table has it",
            Optional.empty(),
            0));
    out.add(c.part(RowGroups.SETTING, table.placement().rowGroups().toString()));
    out.add(c.part(ColumnGroups.SETTING, table.placement().columnGroups().toString()));
    out.add(c.part(Packing.SETTING, table.placement().packing().toString()));
    out.add(c.part(Profile.SETTING, finals.pages().profile().text()));
    return out;
  }

  private String reasonOfPartitions(LayoutCost best) {
    List<String> served = served(best);
    return served.isEmpty()
        ? "partitions that are no small files, with the order inside of each"
        : "rows need not be moved for joins and groups: " + String.join(", ", served);
  }

  /** Names of the templates whose rows need not be moved any more. */
  private List<String> served(LayoutCost best) {
    PartitionSpec then = partitioning(best.design());
    return workload.queries().stream()
        .filter(q -> !Shuffles.isServed(q, table.partitioning(), table.schema()))
        .filter(q -> Shuffles.isServed(q, then, table.schema()))
        .map(q -> q.query().name())
        .distinct()
        .toList();
  }

  /**
   * @param objective of the choice; if it is 0, others can only be as good, or worse without
   *     measure
   * @param second null if nothing else was compared
   */
  static Advice.Choice choice(
      String setting,
      String value,
      String reason,
      double objective,
      PlacementDescent.Tried second,
      Function<PlacementDescent.Tried, String> text) {
    boolean comparable = second != null && (objective > 0 || second.objective() == 0);
    return new Advice.Choice(
        setting,
        value,
        reason,
        Optional.ofNullable(comparable ? second : null).map(text),
        comparable && objective > 0 ? second.objective() / objective - 1 : 0);
  }

  private static String rows(Finalist f) {
    return f.isArrival() ? "the order of now" : f.order().toString();
  }

  /** The reasons of parts of the chosen layout. */
  private final class Chosen {
    private final LayoutCost best;
    private final PlacementDescent descent;
    private final double objective;

    Chosen(LayoutCost best, PlacementDescent descent) {
      this.best = best;
      this.descent = descent;
      this.objective = best.objective(settings.objective(), weights);
    }

    Advice.Choice choice(
        String setting,
        String value,
        String reason,
        Function<PlacementDescent.Tried, String> text) {
      return AdviceWriting.choice(
          setting, value, reason, objective, descent.runnerUp(design(), setting), text);
    }

    private Design design() {
      return best.design() != null
          ? best.design()
          : Design.of(finals.arrival(), table.placement(), finals.pages().profile());
    }

    Advice.Choice part(String setting, String now) {
      String value = value(best.placement(), profile(), setting);
      boolean changed = !value.equals(now);
      return choice(
          setting,
          value,
          !changed
              ? "as the table has it: no other value that was tried is better by 1 %"
              : searched(setting)
                  ? "it makes the " + settings.objective() + " smaller by at least 1 %"
                  : "a rewrite sets it, so that readers have enough parts to skip",
          t -> value(t.design().placement(), t.design().profile(), setting));
    }

    private boolean searched(String setting) {
      return setting.equals(RowGroups.SETTING)
          ? table.rewriting().choosesRowGroups()
          : !setting.equals(ColumnGroups.SETTING) || table.rewriting().choosesColumnOrder();
    }

    private Profile profile() {
      return best.design() == null ? finals.pages().profile() : best.design().profile();
    }
  }

  private static String value(Placement p, Profile profile, String setting) {
    return switch (setting) {
      case RowGroups.SETTING -> p.rowGroups().toString();
      case ColumnGroups.SETTING -> p.columnGroups().toString();
      case Packing.SETTING -> p.packing().toString();
      default -> profile.text();
    };
  }
}
