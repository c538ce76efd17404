package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.Chosen;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.salvage.Salvage;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something goes wrong with every operation of the file store in turn: the table is the old or the
 * new one, no file remains open, the next attempt succeeds, and vacuums leave what snapshots list.
 */
abstract class FaultContract {
  static final Schema SCHEMA = Schema.parse("id: int64, name: string");

  /** How many ways of failing the usual test command tries, or vacuums after, where not all. */
  private static final int MODES = 2;

  abstract FileStore healthy() throws IOException;

  abstract String newRoot() throws IOException;

  /** What goes wrong. */
  enum Mode {
    FAILS,
    FAILS_FOR_GOOD,
    /** Done, and reported as not done. */
    ANSWER_LOST,
    CLIENT_FAILS,
    OUT_OF_MEMORY,
    /** The process ends: it does nothing any more, and closes no file. */
    CRASHES,
    CRASHES_AFTER;

    boolean ends() {
      return this == CRASHES || this == CRASHES_AFTER;
    }

    Fault of(FaultStore.Operation operation, int number) {
      if (operation.number() < number) {
        return Fault.NONE;
      }
      String what = "fault " + number + ": " + operation;
      if (operation.number() > number && !ends() && this != FAILS_FOR_GOOD) {
        return Fault.NONE;
      }
      return switch (this) {
        case FAILS, FAILS_FOR_GOOD -> Fault.before(new IOException(what));
        case ANSWER_LOST -> Fault.after(new IOException(what));
        case CLIENT_FAILS -> Fault.after(new IllegalStateException(what));
        case OUT_OF_MEMORY -> Fault.after(new OutOfMemoryError(what));
        case CRASHES -> Fault.before(new Crash(what));
        case CRASHES_AFTER ->
            operation.number() == number
                ? Fault.after(new Crash(what))
                : Fault.before(new Crash(what));
      };
    }
  }

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(String what) {
      super(what);
    }
  }

  /** A change of a table. */
  interface TableOperation {
    void on(FileStores stores, String root) throws IOException;
  }

  /** What of a table must be the old or the new one. */
  interface Content {
    List<String> of(FileStores stores, String root) throws IOException;
  }

  /**
   * @param prepare creates the table
   * @param after the rows after the operation, which is repeated after a failure and must do
   *     nothing if it has already succeeded
   */
  final int failEverywhere(TableOperation prepare, TableOperation operation, List<String> after)
      throws IOException {
    List<Mode> all = List.of(Mode.values());
    List<Mode> some = Chosen.any(all, MODES);
    return failEverywhere(all, some, FaultContract::rows, prepare, operation, after);
  }

  /**
   * The same for some of the modes, in the usual test command.
   *
   * @param after what the table has afterwards
   */
  final int failSomewhere(
      Content content, TableOperation prepare, TableOperation operation, List<String> after)
      throws IOException {
    List<Mode> some = Chosen.any(List.of(Mode.values()), MODES);
    return failEverywhere(some, some, content, prepare, operation, after);
  }

  private int failEverywhere(
      List<Mode> modes,
      List<Mode> vacuumed,
      Content content,
      TableOperation prepare,
      TableOperation operation,
      List<String> after)
      throws IOException {
    int number = 0;
    for (Mode mode : modes) {
      for (number = 1; ; number++) {
        String root = newRoot();
        FileStore good = healthy();
        prepare.on(p -> good, root);
        List<String> before = content.of(p -> good, root);
        int at = number;
        FaultStore faulty = new FaultStore(good, o -> mode.of(o, at), number);
        String what = mode + " at operation " + number;
        boolean failed = false;
        try {
          operation.on(p -> faulty, root);
        } catch (IOException | RuntimeException | Error e) {
          failed = true;
          assertTrue(has(e, "fault " + number + ":"), what + ": " + e);
        }
        // After an Error the process is expected to end.
        boolean error = mode.ends() || mode == Mode.OUT_OF_MEMORY;
        assertTrue(faulty.open() == 0 || error, what + ": handles left");
        List<String> found = content.of(p -> good, root);
        if (failed) {
          assertTrue(found.equals(before) || found.equals(after), what + ": " + found);
        } else {
          assertEquals(after, found, what);
        }
        if (!found.equals(after) || failed) {
          operation.on(p -> good, root);
        }
        assertEquals(after, content.of(p -> good, root), what + ", done again");
        if (vacuumed.contains(mode)) {
          vacuum(good, root);
          assertEquals(List.of(), unlisted(good, root), what + ": left by vacuums");
          assertEquals(after, content.of(p -> good, root), what + ", vacuumed");
        }
        if (!faulty.reached(number)) {
          break;
        }
        if (number > 5000) {
          fail("there is no end of operations");
        }
      }
    }
    return number;
  }

  private static boolean has(Throwable e, String text) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (String.valueOf(t.getMessage()).contains(text)) {
        return true;
      }
      for (Throwable s : t.getSuppressed()) {
        if (has(s, text)) {
          return true;
        }
      }
    }
    return false;
  }

  static List<String> rows(FileStores stores, String root) throws IOException {
    DataSet dataSet = DataSet.at(stores, root);
    List<String> rows = new ArrayList<>();
    Snapshot now;
    try {
      now = dataSet.current();
    } catch (FileNotFoundException e) {
      return rows;
    }
    TableDirectory table = dataSet.directory();
    for (DataFile f : now.files()) {
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters());
          BatchReader batches =
              file.read(
                  table.request(f, now.schema(), ReadRequest.all().withColumns(now.schema())))) {
        while (batches.next()) {
          for (int i = 0; i < batches.batch().rows(); i++) {
            rows.add(Arrays.toString(batches.batch().row(i)));
          }
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  /** Names and types of the columns, tags, and rows. */
  static List<String> columnsTagsAndRows(FileStores stores, String root) throws IOException {
    DataSet table = DataSet.at(stores, root);
    List<String> all = new ArrayList<>();
    for (Field f : table.current().schema().fields()) {
      all.add(f.name() + ": " + f.type());
    }
    table.tags().forEach(t -> all.add(t.name() + " -> " + t.snapshot()));
    all.addAll(rows(stores, root));
    return all;
  }

  /** Three times: the first one may find nothing expired, and its claims go with the next one. */
  static void vacuum(FileStore store, String root) throws IOException {
    long later = System.currentTimeMillis() + Duration.ofDays(9).toMillis();
    for (int i = 0; i < 3; i++) {
      TableDirectory table = DataSet.at(p -> store, root).directory();
      new Vacuum(table, new VacuumOptions(Duration.ZERO, 1, false), later).run();
    }
  }

  /** Files that no snapshot which is there needs. */
  static List<String> unlisted(FileStore store, String root) throws IOException {
    TableDirectory table = DataSet.at(p -> store, root).directory();
    SnapshotLog log = table.log();
    Set<String> needed = new HashSet<>();
    Retention retention = log.newest().retention();
    List<Long> ids = new ArrayList<>(retention.onlyTagged());
    for (long id = retention.from(); id <= log.newestId(); id++) {
      ids.add(id);
    }
    for (long id : ids) {
      TableState state = log.readCopied(id);
      state.files().all().values().forEach(f -> needed.addAll(f.paths()));
      needed.addAll(state.files().manifestPaths());
      state.info().copied().sources().values().forEach(d -> needed.add(d.pathInTable()));
      needed.add(PathNames.relativize(table.path(), log.pathOf(id)));
    }
    List<String> others = new ArrayList<>();
    for (FileInfo f : store.list(table.path(), true)) {
      String path = PathNames.relativize(table.path(), f.path());
      boolean ofLog = path.endsWith("/newest.json") || path.startsWith("_placed/tagged/");
      if (!ofLog && !needed.contains(path)) {
        others.add(path);
      }
    }
    return others;
  }

  /** A file of some rows, written for a commit. */
  static DataFile write(FileStores stores, Commit commit, String task, long... ids)
      throws IOException {
    Batch batch = Batch.of(SCHEMA);
    for (long id : ids) {
      batch.appendRow(id, "n" + id);
    }
    return write(stores, commit, task, batch);
  }

  static DataFile write(FileStores stores, Commit commit, String task, Batch rows)
      throws IOException {
    return write(stores, commit, task, out -> out.write(rows));
  }

  /** Gives rows, in batches. */
  interface Rows {
    void to(Salvage.Target out) throws IOException;
  }

  static DataFile write(FileStores stores, Commit commit, String task, Rows rows)
      throws IOException {
    String path = commit.dataFilePath(Map.of(), task);
    try (FileWriter out =
        FileWriter.create(stores.forPath(path), path, SCHEMA, WriteOptions.defaults())) {
      rows.to(out::write);
      FileSummary written = out.finish();
      return DataFile.of(written, commit.relative(path), Map.of());
    }
  }

  static void append(FileStores stores, String root, long... ids) throws IOException {
    Commit commit = DataSet.at(stores, root).begin(SCHEMA, List.of(), null);
    try {
      commit.append(List.of(write(stores, commit, "t", ids)));
    } catch (IOException | RuntimeException | Error e) {
      abort(commit, e);
      throw e;
    }
  }

  static void abort(Commit commit, Throwable e) {
    try {
      commit.abort();
    } catch (IOException | RuntimeException | Error aborting) {
      e.addSuppressed(aborting);
    }
  }

  static String row(long id) {
    return "[" + id + ", n" + id + "]";
  }

  static boolean hasRow(FileStores stores, String root, long id) throws IOException {
    return rows(stores, root).contains(row(id));
  }

  static String child(String parent, int number) {
    return PathNames.join(parent, "table-" + number);
  }
}
