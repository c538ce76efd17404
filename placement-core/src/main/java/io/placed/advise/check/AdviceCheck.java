package io.placed.advise.check;

import io.placed.advise.workload.History;
import io.placed.advise.workload.ScanRecord;
import io.placed.encoding.Profile;
import io.placed.io.ParallelReads;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.KeptSettings;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the predictions of the latest advice that a table was given with what scans counted
 * afterwards, keeps the errors in the table's {@link AdviceMemory}, and so makes later bars as wide
 * as the errors were.
 */
public final class AdviceCheck {
  /** Snapshots that are looked at: the newest that were scanned, or that the table has. */
  private static final int MOST_SNAPSHOTS = 1000;

  private final DataSet table;
  private final AdviceMemory memory;
  private final List<String> notes = new ArrayList<>();
  private final Map<Long, Optional<Layout>> layouts = new TreeMap<>();
  private final Map<Long, Optional<Stored>> stored = new TreeMap<>();

  /** What matters of a snapshot, and is known without its files. */
  private record Layout(
      long snapshot, Schema schema, Placement placement, PartitionSpec partitioning, long rows) {
    static Layout of(Snapshot s) {
      return new Layout(
          s.id(), s.schema(), s.placement(), s.partitioning().spec(s.schema()), s.rows());
    }
  }

  /**
   * What the files of a snapshot say.
   *
   * @param partitioned whether all of them have the partitioning of the snapshot
   */
  private record Stored(Profile profile, boolean partitioned) {}

  private AdviceCheck(DataSet table) {
    this.table = table;
    this.memory = AdviceMemory.of(table);
  }

  /**
   * Checks, and keeps the errors.
   *
   * @param history with the scans since the advice was followed
   * @throws IllegalArgumentException that says what is missing: an advice, its following, or scans
   *     of the table since
   */
  public static CheckResult of(DataSet table, History history) throws IOException {
    AdviceCheck check = new AdviceCheck(table);
    CheckResult result = check.run(history);
    check.memory.keep(RememberedCheck.of(result, System.currentTimeMillis()));
    return result.calibrated(check.memory.calibration());
  }

  private CheckResult run(History history) throws IOException {
    if (!memory.isPossible()) {
      throw nothing("has no snapshots, so no advice about it is remembered");
    }
    List<RememberedAdvice> all = memory.advice(notes);
    if (all.isEmpty()) {
      throw nothing(
          "no advice is remembered, so there is nothing to check: 'placed advise' remembers what it"
              + " predicts"
              + (notes.isEmpty() ? "" : ". " + String.join(". ", notes)));
    }
    List<ScanRecord> scans = scans(history);
    Layout now = Layout.of(table.current());
    for (RememberedAdvice advice : all) {
      ScanComparison found = compare(advice, scans);
      if (found.compared() > 0) {
        return result(advice, found, now);
      }
      if (found.followed() > 0) {
        throw nothing(
            found.followed()
                + " scans were recorded since the advice of "
                + time(advice)
                + " was followed, and none reads what the advice was about"
                + found.reason());
      }
      if (follows(now, advice)) {
        throw nothing(
            "the advice of "
                + time(advice)
                + " was followed, but the history has no scan of the table since");
      }
      long since = followedBy(advice);
      if (since > 0) {
        throw nothing(
            "the advice of "
                + time(advice)
                + " was followed by snapshot "
                + since
                + ", but the table was rewritten as "
                + text(now, advice)
                + " before a scan was recorded");
      }
    }
    throw nothing(
        "none of the "
            + all.size()
            + " remembered advices was followed: the last one, of "
            + time(all.get(0))
            + ", was "
            + all.get(0).text()
            + ", and the table has "
            + text(now, all.get(0)));
  }

  private IllegalArgumentException nothing(String why) {
    return new IllegalArgumentException(table.path() + ": " + why);
  }

  private static String time(RememberedAdvice advice) {
    return Instant.ofEpochMilli(advice.at()).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The scans of the table, in any order. */
  private List<ScanRecord> scans(History history) throws IOException {
    String wanted = ScanRecord.path(table.directory().store().qualify(table.path()));
    List<ScanRecord> out = new ArrayList<>();
    long damaged =
        history.forEach(
            r -> {
              if (ScanRecord.path(r.table()).equals(wanted)) {
                out.add(r);
              }
            });
    if (damaged > 0) {
      notes.add(damaged + " incomplete lines of the history are left out");
    }
    return newest(out);
  }

  /** The scans of the newest snapshots. */
  private List<ScanRecord> newest(List<ScanRecord> all) {
    TreeSet<Long> ids = new TreeSet<>();
    all.forEach(s -> ids.add(s.snapshot()));
    if (ids.size() <= MOST_SNAPSHOTS) {
      return all;
    }
    long first = ids.descendingSet().stream().skip(MOST_SNAPSHOTS - 1).findFirst().orElseThrow();
    List<ScanRecord> out = all.stream().filter(s -> s.snapshot() >= first).toList();
    notes.add(
        (all.size() - out.size())
            + " scans of snapshots before "
            + first
            + " are left out: the "
            + MOST_SNAPSHOTS
            + " newest that were scanned are looked at");
    return out;
  }

  private ScanComparison compare(RememberedAdvice advice, List<ScanRecord> scans)
      throws IOException {
    ScanComparison comparison = new ScanComparison(advice);
    List<ScanRecord> since = scans.stream().filter(s -> s.snapshot() > advice.snapshot()).toList();
    read(since.stream().map(ScanRecord::snapshot).toList(), advice);
    for (ScanRecord scan : since) {
      Optional<Layout> layout = layout(scan.snapshot());
      if (layout.isEmpty()) {
        comparison.expired();
      } else if (follows(layout.get(), advice)) {
        comparison.add(scan, layout.get().rows());
      }
    }
    return comparison;
  }

  /** Reads several snapshots at once, and the files of those that an advice needs to know. */
  private void read(List<Long> snapshots, RememberedAdvice advice) throws IOException {
    List<Long> unknown =
        snapshots.stream().distinct().filter(id -> !layouts.containsKey(id)).toList();
    List<Optional<Layout>> found = ParallelReads.all(unknown, this::readLayout);
    for (int k = 0; k < unknown.size(); k++) {
      layouts.put(unknown.get(k), found.get(k));
    }
    List<Layout> alike =
        snapshots.stream()
            .distinct()
            .flatMap(id -> layouts.get(id).stream())
            .filter(l -> dependsOnFiles(l, advice) && !stored.containsKey(l.snapshot()))
            .toList();
    List<Optional<Stored>> files = ParallelReads.all(alike, this::readStored);
    for (int k = 0; k < alike.size(); k++) {
      stored.put(alike.get(k).snapshot(), files.get(k));
    }
  }

  /** Empty if the snapshot has expired. */
  private Optional<Layout> readLayout(long snapshot) throws IOException {
    try {
      return Optional.of(Layout.of(table.snapshot(snapshot)));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Empty if the snapshot has expired. */
  private Optional<Layout> layout(long snapshot) throws IOException {
    if (!layouts.containsKey(snapshot)) {
      layouts.put(snapshot, readLayout(snapshot));
    }
    return layouts.get(snapshot);
  }

  /** Whether a snapshot follows an advice as far as is known without its files, which decide. */
  private static boolean dependsOnFiles(Layout layout, RememberedAdvice advice) {
    return (advice.profile() != null || advice.repartitions())
        && advice.isFollowedBy(layout.schema(), layout.placement(), layout.partitioning());
  }

  private boolean follows(Layout layout, RememberedAdvice advice) throws IOException {
    if (!advice.isFollowedBy(layout.schema(), layout.placement(), layout.partitioning())) {
      return false;
    }
    if (!dependsOnFiles(layout, advice)) {
      return true;
    }
    Optional<Stored> files = stored(layout);
    if (files.isEmpty()) {
      return false;
    }
    boolean hasProfile =
        advice.profile() == null || files.get().profile() == Profile.parse(advice.profile());
    // Where it was only set, files that were there before do not have it.
    return hasProfile && (!advice.repartitions() || files.get().partitioned());
  }

  /** Empty if the snapshot has expired since its layout was read. */
  private Optional<Stored> readStored(Layout layout) throws IOException {
    try {
      Snapshot s = table.snapshot(layout.snapshot()).load();
      Profile profile = KeptSettings.of(table.directory(), s).storedProfile();
      List<String> names = s.partitioning().names(s.schema());
      boolean partitioned = s.files().stream().allMatch(f -> f.isIn(names));
      return Optional.of(new Stored(profile, partitioned));
    } catch (FileNotFoundException | MissingManifestException e) {
      return Optional.empty();
    }
  }

  private Optional<Stored> stored(Layout layout) throws IOException {
    if (!stored.containsKey(layout.snapshot())) {
      stored.put(layout.snapshot(), readStored(layout));
    }
    return stored.get(layout.snapshot());
  }

  /** A layout, with what the advice says of one. */
  private String text(Layout layout, RememberedAdvice advice) throws IOException {
    return RememberedAdvice.text(
        layout.placement().toString(),
        advice.partitioning() == null ? null : layout.partitioning().toString(),
        advice.profile() == null ? null : stored(layout).map(s -> s.profile().text()).orElse(null));
  }

  /** The first snapshot after an advice that has its placement; 0 if there is none. */
  private long followedBy(RememberedAdvice advice) throws IOException {
    long first = 0;
    List<Long> since =
        table.history(MOST_SNAPSHOTS).stream()
            .map(SnapshotInfo::id)
            .filter(id -> id > advice.snapshot())
            .toList();
    read(since, advice);
    for (long id : since) {
      Optional<Layout> layout = layout(id);
      if (layout.isPresent() && follows(layout.get(), advice)) {
        first = id;
      }
    }
    return first;
  }

  private CheckResult result(RememberedAdvice advice, ScanComparison found, Layout now)
      throws IOException {
    if (!follows(now, advice)) {
      notes.add(
          "the table was rewritten as "
              + text(now, advice)
              + " since: only scans of snapshots "
              + found.from()
              + " to "
              + found.to()
              + " are compared");
    }
    notes.addAll(found.notes());
    return new CheckResult(
        table.path(),
        advice,
        found.from(),
        found.to(),
        found.compared(),
        found.templates(),
        AdviceMemory.calibration(List.of()),
        notes);
  }
}
