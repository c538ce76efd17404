package io.placed.experiments.advise;

import io.placed.advise.Advice;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Advisor;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.PlacedTable;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.table.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/** Advises on a table, predicts its placements, and writes and queries all of them. */
final class LabRun {
  /** Placements that are predicted by one scan of the table. */
  private static final int PREDICTED_TOGETHER = 8;

  private static final int WARM_RUNS = 20;

  /** Passes over all queries of a placement: what disturbs one seldom disturbs all. */
  private static final int PASSES = 4;

  private final LabTable table;
  private final AdvisorSettings settings;
  private final Path directory;
  private final long seed;
  private final int runs;
  private final BiConsumer<Double, String> progress;
  private final LocalFileStore store = new LocalFileStore();

  /**
   * @param directory for tables, which are deleted
   * @param runs of each query; the fastest counts
   */
  LabRun(
      LabTable table,
      AdvisorSettings settings,
      Path directory,
      long seed,
      int runs,
      BiConsumer<Double, String> progress) {
    this.table = table;
    this.settings = settings;
    this.directory = directory;
    this.seed = seed;
    this.runs = runs;
    this.progress = progress;
  }

  /**
   * What was found on a table.
   *
   * @param placements how many were written
   * @param judged by workload
   */
  record Found(
      String table, int rows, int placements, List<Measured> measured, List<Judged> judged) {}

  /**
   * An advice, and what is better.
   *
   * @param advised the placement found, also if a rewrite does not pay
   * @param best the written placement with the fewest bytes
   * @param regret of the advised placement: 0.1 = 10 % more bytes than the best
   * @param against by baseline its bytes by those of the advice
   */
  record Judged(
      String workload,
      String advised,
      String rule,
      String best,
      double regret,
      Map<String, Double> against) {}

  Found run(int workloadCount, int placementCount) throws IOException {
    Random random = new Random(seed);
    List<LabWorkload> workloads = new ArrayList<>();
    List<LabQuery> asked = new ArrayList<>();
    for (int w = 0; w < workloadCount; w++) {
      workloads.add(LabWorkload.of("w" + w, table, random));
      asked.addAll(workloads.get(w).asked());
    }
    warmUp(asked);
    Path base = directory.resolve("base");
    table.write(base, LabLayout.of(Placement.DEFAULT));
    List<Advice> advice = new ArrayList<>();
    for (LabWorkload w : workloads) {
      progress.accept(0.2 * advice.size() / workloads.size(), table.name() + ": advising");
      try (AdvisedTable t = open(base)) {
        advice.add(Advisor.of(t, w.forAdviser(), settings).advise());
      }
    }
    List<LabLayout> layouts = LabPlacements.of(table, workloads, advice, placementCount, random);
    Map<LabLayout, Map<String, Advice.Reads>> predicted = predict(base, layouts, asked);
    List<Measured> measured = new ArrayList<>();
    List<Map<String, Double>> counted = new ArrayList<>();
    for (int p = 0; p < layouts.size(); p++) {
      progress.accept(0.4 + 0.6 * p / layouts.size(), table.name() + ": writing placements");
      LabLayout layout = layouts.get(p);
      counted.add(measure(layout, predicted.get(layout), asked, measured));
    }
    store.delete(base.toString(), true);
    return found(workloads, advice, layouts, counted, measured);
  }

  /**
   * Runs the queries on every profile, so that predictions and measurements run the same compiled
   * code: what was compiled for one profile is slower once it has met another.
   */
  private void warmUp(List<LabQuery> asked) throws IOException {
    progress.accept(0.0, table.name() + ": warming up");
    for (Profile profile : Profile.values()) {
      Path path = directory.resolve("warm");
      table.write(path, LabLayout.of(Placement.DEFAULT).with(profile));
      for (LabQuery q : asked) {
        LabTable.run(path, q, WARM_RUNS);
      }
      store.delete(path.toString(), true);
    }
  }

  private AdvisedTable open(Path path) throws IOException {
    return PlacedTable.open(DataSet.at(any -> store, path.toString()));
  }

  /** What the queries read under the layouts without partitions. */
  private Map<LabLayout, Map<String, Advice.Reads>> predict(
      Path base, List<LabLayout> layouts, List<LabQuery> asked) throws IOException {
    Workload all = new Workload(asked.stream().map(LabQuery::query).toList());
    Map<LabLayout, Map<String, Advice.Reads>> out = new HashMap<>();
    for (Profile profile : Profile.values()) {
      List<LabLayout> some =
          layouts.stream()
              .filter(l -> l.options().profile() == profile && !l.isPartitioned())
              .toList();
      for (int from = 0; from < some.size(); from += PREDICTED_TOGETHER) {
        progress.accept(0.2 + 0.2 * out.size() / layouts.size(), table.name() + ": predicting");
        List<LabLayout> part = some.subList(from, Math.min(some.size(), from + PREDICTED_TOGETHER));
        try (AdvisedTable t = open(base)) {
          List<List<Advice.Template>> each =
              Advisor.of(t, all, settings)
                  .predict(part.stream().map(LabLayout::placement).toList(), profile);
          for (int k = 0; k < each.size(); k++) {
            Map<String, Advice.Reads> byName = new HashMap<>();
            each.get(k).forEach(q -> byName.put(q.name(), q.after()));
            out.put(part.get(k), byName);
          }
        }
      }
    }
    return out;
  }

  /**
   * Writes a layout and runs all queries; the bytes of each by name.
   *
   * @param predicted null if this was not predicted
   */
  private Map<String, Double> measure(
      LabLayout layout,
      Map<String, Advice.Reads> predicted,
      List<LabQuery> asked,
      List<Measured> to)
      throws IOException {
    Path path = directory.resolve("written");
    table.write(path, layout);
    Map<String, Double> out = new HashMap<>();
    String reorder = layout.placement().reorder().toString();
    String order = reorder.contains("(") ? reorder.substring(0, reorder.indexOf('(')) : reorder;
    Map<LabQuery, LabTable.Counted> fastest = new HashMap<>();
    for (int pass = 0; pass < PASSES; pass++) {
      for (LabQuery q : asked) {
        fastest.merge(q, LabTable.run(path, q, runs), LabTable.Counted::fastest);
      }
    }
    for (LabQuery q : asked) {
      LabTable.Counted counted = fastest.get(q);
      double bytes = counted.bytes();
      out.put(q.query().name(), bytes);
      if (predicted == null) {
        continue;
      }
      Advice.Reads reads = predicted.get(q.query().name());
      to.add(
          new Measured(
              table.name(),
              order,
              layout.toString(),
              q.query().toString(),
              q.query().name().contains("-h"),
              reads.bytes().low(),
              reads.bytes().mean(),
              reads.bytes().high(),
              bytes,
              reads.seconds().mean(),
              counted.seconds()));
    }
    store.delete(path.toString(), true);
    return out;
  }

  private Found found(
      List<LabWorkload> workloads,
      List<Advice> advice,
      List<LabLayout> layouts,
      List<Map<String, Double>> counted,
      List<Measured> measured) {
    List<Judged> judged = new ArrayList<>();
    for (int w = 0; w < workloads.size(); w++) {
      LabWorkload workload = workloads.get(w);
      double[] bytes = counted.stream().mapToDouble(c -> bytes(workload, c)).toArray();
      int best = 0;
      for (int p = 1; p < bytes.length; p++) {
        best = bytes[p] < bytes[best] ? p : best;
      }
      LabLayout advised = LabLayout.advised(advice.get(w));
      double ofAdvised = bytes[layouts.indexOf(advised)];
      Map<String, Double> against = new LinkedHashMap<>();
      LabPlacements.baselines(workload)
          .forEach((name, p) -> against.put(name, bytes[layouts.indexOf(p)] / ofAdvised));
      judged.add(
          new Judged(
              workload.name(),
              advised.toString(),
              advice.get(w).decision().rule().toString(),
              layouts.get(best).toString(),
              ofAdvised / bytes[best] - 1,
              against));
    }
    return new Found(table.name(), table.rows(), layouts.size(), measured, judged);
  }

  /** Weighted bytes of the templates that the adviser saw, with other literals. */
  private static double bytes(LabWorkload workload, Map<String, Double> counted) {
    return workload.fresh().stream()
        .mapToDouble(q -> q.query().weight() * counted.get(q.query().name()))
        .sum();
  }

  /** Deletes what a run that failed has left. */
  static Path emptied(Path directory) throws IOException {
    Files.createDirectories(directory);
    return Files.createTempDirectory(directory, "advise");
  }
}
