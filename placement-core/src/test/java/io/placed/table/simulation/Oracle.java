package io.placed.table.simulation;

import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knows what the table must be. It sees every operation that changes a file at the moment when it
 * happens, and compares the table with a model in memory.
 */
final class Oracle {
  /** Clocks of processes differ by that. */
  private static final long SKEW_MILLIS = Duration.ofMinutes(5).toMillis();

  private final MemoryStore memory;
  private final String root;
  private final String log;
  private final FileStore raw;
  private final DataSet table;
  private final SeenFiles files;
  private final Map<Long, Model> models = new TreeMap<>();
  private final Map<Long, TableState> states = new HashMap<>();
  private final Map<Long, Set<String>> paths = new HashMap<>();
  private final Set<String> everListed = new HashSet<>();

  /** Numbers that were taken again after they had expired; their writers withdraw them. */
  private final Set<Long> gaps = new TreeSet<>();

  private long newest;
  private int removals;
  private int nextColumn = 100;
  private Violation violation;

  /**
   * @param root of the table, which no other run has: what is read is cached by path
   * @param label under which the oracle reads, not sharing a cache with the processes
   */
  Oracle(MemoryStore memory, String root, String label) throws IOException {
    this.memory = memory;
    this.root = root;
    this.log = PathNames.join(root, SnapshotLog.DIRECTORY);
    this.raw =
        new FaultStore(memory, o -> Fault.NONE) {
          @Override
          protected String named(String path) {
            return label + path;
          }
        };
    this.table = DataSet.at(p -> raw, root);
    this.files = new SeenFiles(table);
  }

  /** The path of the table. */
  String root() {
    return root;
  }

  /** The path of its log. */
  String log() {
    return log;
  }

  /** The table as it is, without any process. */
  DataSet table() {
    return table;
  }

  /** The first promise that was broken; null if none was. */
  Violation violation() {
    return violation;
  }

  /** Ends the simulation. */
  Violation broken(Violation v) {
    violation = violation == null ? v : violation;
    return violation;
  }

  long newest() {
    return newest;
  }

  /** How often something may have been removed. */
  int removals() {
    return removals;
  }

  int newColumn() {
    return nextColumn++;
  }

  /** What a snapshot of the history must have; null if it is not in the history. */
  Model model(long id) {
    return models.get(id);
  }

  TableState state(long id) {
    return states.get(id);
  }

  /** The latest snapshot, without any process. */
  Snapshot latest() throws IOException {
    return new DirectoryView(root).of(states.get(newest), List.of());
  }

  /** The rows of a snapshot as text, sorted; each data file is read once. */
  List<String> texts(Snapshot snapshot) throws IOException {
    return files.texts(snapshot);
  }

  /** The keys of the rows that a file has in the latest snapshot. */
  Set<Long> keys(DataFile file) throws IOException {
    Schema schema = latest().schema();
    ReadRequest request = ReadRequest.all().withColumns(Schema.of(schema.require("k")));
    Set<Long> keys = new TreeSet<>();
    try (FileReader reader = FileReader.open(table.directory().input(file), new IoCounters());
        BatchReader batches = reader.read(table.directory().request(file, schema, request))) {
      while (batches.next()) {
        for (int i = 0; i < batches.batch().rows(); i++) {
          keys.add((Long) batches.batch().row(i)[0]);
        }
      }
    }
    return keys;
  }

  Set<Long> history() {
    return models.keySet();
  }

  /** The snapshots that the latest one says are kept. */
  List<Long> retained() {
    if (newest == 0) {
      return List.of();
    }
    Retention retention = states.get(newest).retention();
    List<Long> ids = new ArrayList<>(retention.onlyTagged());
    for (long id = retention.from(); id <= newest; id++) {
      ids.add(id);
    }
    return ids;
  }

  boolean isRetained(long id) {
    return id <= newest && states.get(newest).retention().has(id);
  }

  /** The number of a snapshot; -1 if the file is none. */
  private long snapshotOf(String path) {
    String name = PathNames.name(path);
    return PathNames.parent(path).equals(log) && name.matches("[0-9]{20}\\.json")
        ? Long.parseLong(name.substring(0, 20))
        : -1;
  }

  private String pathOf(long id) {
    return PathNames.join(log, String.format(Locale.ROOT, "%020d.json", id));
  }

  /** A file was put that was not there. */
  void put(Actor actor, String path) {
    long id = snapshotOf(path);
    if (id < 0) {
      return;
    }
    try {
      if (id <= newest) {
        gaps.add(id);
      } else if (id > newest + 1) {
        throw new Violation("snapshot " + id + " was put after " + newest);
      } else {
        putNext(actor, id);
      }
    } catch (Violation e) {
      throw broken(e);
    } catch (IOException | RuntimeException e) {
      throw broken(new Violation("snapshot " + id + " cannot be read: " + e, e));
    }
  }

  private void putNext(Actor actor, long id) throws IOException {
    TableState before = states.get(newest);
    TableState state = table.directory().log().read(id);
    checkLog(actor, before, state);
    Set<String> listed = new HashSet<>();
    for (DataFile f : state.files().all().values()) {
      listed.addAll(f.paths());
    }
    listed.addAll(state.files().manifestPaths());
    for (Deletes vector : state.info().copied().sources().values()) {
      listed.add(vector.pathInTable());
    }
    for (String path : listed) {
      if (!memory.exists(PathNames.join(root, path))) {
        throw new Violation("snapshot " + id + " lists " + path + ", which does not exist");
      }
    }
    checkRowIds(state);
    Snapshot snapshot = new DirectoryView(root).of(state, List.of());
    Model was = models.get(newest);
    List<Model> allowed = actor.effect().on(was);
    models.put(id, matching(snapshot, allowed));
    states.put(id, state);
    paths.put(id, listed);
    everListed.addAll(listed);
    newest = id;
    actor.committed().add(id);
  }

  private Model matching(Snapshot snapshot, List<Model> allowed) throws IOException {
    List<String> found = files.texts(snapshot);
    if (found.size() != snapshot.rows()) {
      throw new Violation(
          "snapshot " + snapshot.id() + " says " + snapshot.rows() + " rows, has " + found.size());
    }
    for (Model m : allowed) {
      if (columns(snapshot).equals(columns(m)) && m.texts(r -> true).equals(found)) {
        return m;
      }
    }
    Model some = allowed.isEmpty() ? null : allowed.get(0);
    throw new Violation(
        "snapshot "
            + snapshot.id()
            + " ("
            + snapshot.operation()
            + ") is not as expected. Columns "
            + columns(snapshot)
            + (some == null ? ", not possible at all" : ", expected " + columns(some))
            + difference(found, some == null ? List.of() : some.texts(r -> true)));
  }

  private static Map<String, String> columns(Snapshot snapshot) {
    Map<String, String> columns = new TreeMap<>();
    for (Field f : snapshot.schema().fields()) {
      columns.put(f.name(), f.type().toString());
    }
    return columns;
  }

  private static Map<String, String> columns(Model model) {
    Map<String, String> columns = new TreeMap<>();
    model.columns().forEach(c -> columns.put(c.name(), c.type()));
    return columns;
  }

  /** What two lists of rows do not have in common, as text. */
  static String difference(List<String> found, List<String> expected) {
    List<String> more = new ArrayList<>(found);
    expected.forEach(more::remove);
    List<String> less = new ArrayList<>(expected);
    found.forEach(less::remove);
    return ". Rows not expected: " + more + ", rows missing: " + less;
  }

  /** The rows of a snapshot as text, sorted. */
  static List<String> texts(DataSet table, Snapshot snapshot, Predicate filter) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataSetScan scan = new DataSetScan(table, snapshot, snapshot.schema(), filter)) {
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          rows.add(text(snapshot.schema(), scan.batch().row(i)));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    rows.sort(null);
    return rows;
  }

  /** A row as text: names and values of all columns. */
  static String text(Schema schema, Object[] values) {
    Map<String, String> shown = new TreeMap<>();
    for (int c = 0; c < values.length; c++) {
      shown.put(schema.field(c).name(), String.valueOf(values[c]));
    }
    return shown.toString();
  }

  private static void require(boolean kept, String otherwise) {
    if (!kept) {
      throw new Violation(otherwise);
    }
  }

  private void checkLog(Actor actor, TableState before, TableState after) {
    if (before == null) {
      return;
    }
    SnapshotInfo info = after.info();
    require(info.parentCommit().equals(before.info().commitId()), "the parent is another commit");
    require(info.timestampMillis() >= before.info().timestampMillis(), "time went back at " + info);
    require(after.lastFieldId() >= before.lastFieldId(), "field ids went back at " + info);
    require(
        after.files().nextRowId() >= before.files().nextRowId(), "row ids went back at " + info);
    boolean vacuum = info.operation().equals(SnapshotInfo.VACUUM);
    long from = before.retention().from();
    long now = after.retention().from();
    require(now >= from && (vacuum || now == from), "retained from " + now + " after " + from);
    Map<String, Long> tags = tags(before.retention());
    if (!info.operation().equals("tag")) {
      require(tags(after.retention()).equals(tags), "tags changed with " + info);
    }
    if (now > from) {
      checkExpiry(actor, from, now);
    }
  }

  private static Map<String, Long> tags(Retention retention) {
    Map<String, Long> tags = new TreeMap<>();
    retention.tags().forEach(t -> tags.put(t.name(), t.snapshot()));
    return tags;
  }

  private void checkExpiry(Actor actor, long from, long now) {
    removals++;
    long until = actor.vacuumMillis() - actor.vacuum().olderThan().toMillis();
    for (long id = from; id < now; id++) {
      long replaced = states.get(id + 1).info().timestampMillis();
      require(
          replaced <= until,
          "snapshot " + id + " expires although it was replaced at " + replaced + " > " + until);
    }
    long kept = 0;
    long all = 0;
    for (long id = from; id <= newest; id++) {
      boolean counts = !states.get(id).info().operation().equals(SnapshotInfo.VACUUM);
      all += counts ? 1 : 0;
      kept += counts && id >= now ? 1 : 0;
    }
    require(
        kept >= Math.min(all, actor.vacuum().keep()),
        kept + " snapshots are kept of " + all + ", asked for " + actor.vacuum().keep());
  }

  private static void checkRowIds(TableState state) throws IOException {
    List<DataFile> files = new ArrayList<>(state.files().all().values());
    files.sort(Comparator.comparingLong(f -> f.ids().first()));
    long end = 0;
    for (DataFile f : files) {
      require(f.ids().first() >= end, "row ids of " + f.path() + " are those of another file");
      end = f.ids().first() + f.rows();
    }
    require(end <= state.files().nextRowId(), "row ids up to " + end + " are not given");
  }

  /** A file is about to be replaced, or to get a name. */
  void replaced(String path) {
    if (memory.exists(path)) {
      requireUnneeded(path, "replaced");
      if (snapshotOf(path) > 0) {
        throw broken(new Violation(path + " is replaced"));
      }
    }
  }

  /** A file or a directory is about to be removed. */
  void removed(Actor actor, String path) throws IOException {
    if (!memory.exists(path)) {
      return;
    }
    removals++;
    try {
      if (memory.stat(path).directory()) {
        for (var f : memory.walk(path, n -> true)) {
          requireUnneeded(f.path(), "removed");
        }
        return;
      }
      long id = snapshotOf(path);
      if (id > 0) {
        removedSnapshot(id);
        return;
      }
      requireUnneeded(path, "removed");
      if (PathNames.parent(path).equals(PathNames.join(log, "tagged"))) {
        long copy = Long.parseLong(PathNames.name(path).substring(0, 20));
        require(
            states.get(newest).retention().tagOf(copy).isEmpty(),
            "the copy of snapshot " + copy + " is removed, which has a tag");
      }
      requireOld(actor, path);
    } catch (Violation e) {
      throw broken(e);
    }
  }

  private void requireUnneeded(String path, String what) {
    if (!path.startsWith(root + "/")) {
      return;
    }
    String relative = PathNames.relativize(root, path);
    for (long id : retained()) {
      if (paths.get(id).contains(relative)) {
        throw broken(new Violation(path + " is " + what + ", which snapshot " + id + " needs"));
      }
    }
  }

  /** Files of unfinished commits stay for a day, whoever vacuums. */
  private void requireOld(Actor actor, String path) throws IOException {
    String name = PathNames.name(path);
    boolean listed = everListed.contains(PathNames.relativize(root, path));
    require(
        actor.step().kind() != Step.Kind.VACUUM || listed || !name.contains(Adding.NAME),
        path + " is removed, which was never added");
    boolean managed =
        ManagedName.commitOf(name) != null || ManagedName.commitOfLogFile(name) != null;
    if (actor.step().kind() != Step.Kind.VACUUM || !managed || listed) {
      return;
    }
    long age = actor.vacuumMillis() - memory.stat(path).modifiedMillis();
    require(
        age >= Duration.ofDays(1).toMillis() - SKEW_MILLIS,
        path + " of an unfinished commit is removed at the age of " + Duration.ofMillis(age));
  }

  private void removedSnapshot(long id) {
    if (gaps.remove(id)) {
      return;
    }
    Retention retention = states.get(newest).retention();
    require(id < retention.from(), "snapshot " + id + " is removed, which is retained");
    require(
        retention.tagOf(id).isEmpty()
            || memory.exists(PathNames.join(log, "tagged", PathNames.name(pathOf(id)))),
        "snapshot " + id + " is removed, which has a tag and no copy");
    require(
        id == 1 || !memory.exists(pathOf(id - 1)) || gaps.contains(id - 1),
        "snapshot " + id + " is removed before the one before it");
  }
}
