package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.workload.History;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.WorkloadBuilder;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.text.Amounts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says, after an optimization of a table with the property {@code advise=watch}, whether its
 * workload has moved away from its placement: what the recorded scans of this placement would have
 * taken less under the best placement that is found (their <i>regret</i>) is compared with the cost
 * of a rewrite. A rewrite when the regret has reached this cost never costs more than twice of what
 * the best decision in hindsight does. Nothing is rewritten.
 *
 * <p>The cost is bounded: of the history the newest {@link #HISTORY_BYTES} are read, of the log at
 * most {@link #SNAPSHOTS} snapshots; no placement is searched if all scans together took less than
 * reading and writing the table would; the search ends after {@link #BUDGET}, the step that is
 * being done apart.
 */
public final class WorkloadWatch {
  static final long HISTORY_BYTES = 64L << 20;
  static final int SNAPSHOTS = 200;
  static final Duration BUDGET = Duration.ofSeconds(30);

  private final DataSet table;
  private final Snapshot snapshot;
  private final String history;
  private final FileStores stores;
  private final String temporaryDirectory;

  private WorkloadWatch(
      FileStores stores,
      DataSet table,
      Snapshot snapshot,
      String history,
      String temporaryDirectory) {
    this.stores = stores;
    this.table = table;
    this.snapshot = snapshot;
    this.history = history;
    this.temporaryDirectory = temporaryDirectory;
  }

  /**
   * Watches a table. Never fails, because the optimization before it has succeeded: what is wrong
   * is in the message.
   *
   * @param historyOrEmpty path of the history if the table's property {@code advise.history} names
   *     none
   * @param temporaryDirectory for pages that are written to measure sizes; null = {@code
   *     java.io.tmpdir}
   */
  public static WatchResult of(
      FileStores stores, String path, String historyOrEmpty, String temporaryDirectory) {
    try {
      DataSet table = DataSet.at(stores, path);
      Snapshot now = table.current();
      if (!TableProperties.watches(now.properties())) {
        return WatchResult.OFF;
      }
      String history =
          now.properties().getOrDefault(TableProperties.ADVISE_HISTORY, historyOrEmpty);
      if (history.isEmpty()) {
        return WatchResult.unknown(
            "no history is known: set the table property "
                + TableProperties.ADVISE_HISTORY
                + ", or spark.placed.history");
      }
      return new WorkloadWatch(stores, table, now, history, temporaryDirectory).run();
    } catch (IOException | RuntimeException e) {
      return WatchResult.unknown("not done: " + e.getMessage());
    }
  }

  private WatchResult run() throws IOException {
    String wanted = ScanRecord.path(table.directory().store().qualify(table.path()));
    History recent = History.recent(stores.forPath(history), history, HISTORY_BYTES);
    Set<Long> scanned = new TreeSet<>();
    recent.forEach(r -> addTo(scanned, r, wanted));
    Set<Long> current = ofPlacement(scanned);
    WorkloadBuilder builder = new WorkloadBuilder(snapshot.schema(), true);
    double[] sums = new double[2];
    recent.forEach(
        r -> {
          if (ScanRecord.path(r.table()).equals(wanted) && current.contains(r.snapshot())) {
            builder.add(r);
            sums[0]++;
            sums[1] += r.millis() / 1e3;
          }
        });
    long since = current.stream().findFirst().orElse(snapshot.id());
    long scans = (long) sums[0];
    LoadedWorkload loaded = builder.build();
    if (loaded.queries().isEmpty() || snapshot.rows() == 0) {
      return WatchResult.fits(
          history + " has no scan of the table with its placement that could be understood", scans);
    }
    try (PlacedTable advised = PlacedTable.open(table, snapshot)) {
      double least = 2.0 * advised.bytes() / advised.device().bytesPerSecond();
      if (sums[1] < least) {
        return WatchResult.fits(
            String.format(
                Locale.ROOT,
                "%s since snapshot %d took %.3g s in all, less than a rewrite would (at least %.3g"
                    + " s)",
                Amounts.count(scans, "scan"),
                since,
                sums[1],
                least),
            scans);
      }
      AdvisorSettings once =
          AdvisorSettings.defaults()
              .withObjective(Objective.TIME)
              .withHorizon(1)
              .withBudget(BUDGET)
              .withTemporaryDirectory(temporaryDirectory);
      return result(Advisor.of(advised, loaded.workload(), once).advise(), scans, since);
    }
  }

  private static void addTo(Set<Long> snapshots, ScanRecord scan, String wanted) {
    if (ScanRecord.path(scan.table()).equals(wanted)) {
      snapshots.add(scan.snapshot());
    }
  }

  private WatchResult result(Advice advice, long scans, long since) {
    double weight = advice.templates().stream().mapToDouble(Advice.Template::weight).sum();
    double regret =
        Math.max(0, weight * (advice.before().seconds().mean() - advice.after().seconds().mean()));
    double rewrite = advice.rewrite().seconds();
    boolean moved = advice.decision().change();
    String costs =
        String.format(
            Locale.ROOT,
            "%s since snapshot %d would have taken %.3g s less under %s, and a rewrite takes %.3g s",
            Amounts.count(scans, "scan"),
            since,
            regret,
            advice.best(),
            rewrite);
    String message =
        moved
            ? "the workload has moved away from the placement: "
                + costs
                + ". 'placed advise "
                + table.path()
                + " --workload "
                + history
                + "' says more; nothing was rewritten"
            : "the placement fits: " + costs + ": " + advice.decision().reason();
    return new WatchResult(
        moved ? WatchResult.State.MOVED_AWAY : WatchResult.State.FITS,
        "advise=watch: " + message,
        scans,
        regret,
        rewrite,
        advice.best().toString());
  }

  /** The snapshots of scans that have the placement of now; the newest {@link #SNAPSHOTS}. */
  private Set<Long> ofPlacement(Set<Long> scanned) throws IOException {
    Set<Long> out = new TreeSet<>();
    for (long id : new TreeSet<>(scanned).descendingSet().stream().limit(SNAPSHOTS).toList()) {
      try {
        boolean known = id == snapshot.id();
        Snapshot then = known ? snapshot : table.snapshot(id);
        if (then.placement().equals(snapshot.placement())) {
          out.add(id);
        }
      } catch (FileNotFoundException e) {
        continue; // expired: its placement is not known
      }
    }
    return out;
  }
}
