package io.placed.table.simulation;

import io.placed.io.PathNames;
import io.placed.table.DataSet;
import io.placed.table.commit.AddFilesResult;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Writes files with names of their own into the directory of the table, and adds them to it. */
final class Adding extends Work {
  /** Of the names of files that nobody may remove before they were added. */
  static final String NAME = "extra-";

  private SortedMap<Long, Map<Integer, Object>> rows;
  private Model planned;
  private long plannedId;

  /** Whether the directories of the files give the values of {@link Model#PARTITION}. */
  private boolean inDirectories;

  Adding(Actor actor, SimulatedStore store, Oracle oracle, AtomicLong keys) {
    super(actor, store, oracle, keys);
  }

  /** The files fit the table as it was when they were written. */
  @Override
  boolean mayFail(Throwable e) {
    String why = String.valueOf(e.getMessage());
    boolean others =
        why.contains("which cannot be read as") && isChanged(id -> oracle.model(id).columns())
            || why.contains("is in no partition")
                && isChanged(id -> oracle.state(id).partitionColumns());
    boolean replaced = !actor.committed().isEmpty() && why.contains("was replaced or deleted");
    return e instanceof IllegalArgumentException && (others || replaced);
  }

  /** Whether something is not any more what it was when the files were written. */
  private boolean isChanged(LongFunction<Object> of) {
    for (long read = plannedId; read <= oracle.newest(); read++) {
      if (!of.apply(read).equals(of.apply(plannedId))) {
        return true;
      }
    }
    return false;
  }

  @Override
  void run() throws IOException {
    DataSet table = open();
    Snapshot snapshot = current(table);
    plannedId = snapshot.id();
    planned = oracle.model(plannedId);
    inDirectories = snapshot.partitionColumns().contains("p");
    rows = Values.rows(random, planned, keys.get());
    keys.addAndGet(rows.size());
    // For its directories; it is never made.
    Commit commit =
        table.begin(
            ColumnBinding.of(snapshot.schema(), snapshot),
            snapshot.partitioning().spec(snapshot.schema()),
            null);
    List<String> paths = new ArrayList<>();
    Values.write(
        store,
        commit,
        planned,
        rows,
        random,
        partition -> {
          String directory = PathNames.parent(commit.dataFilePath(partition, "x"));
          String name = NAME + actor.step().number() + "-" + paths.size() + ".placed";
          paths.add(PathNames.join(directory, name));
          return paths.get(paths.size() - 1);
        });
    actor.intends(this::added);
    AddFilesResult done = table.addFiles(paths);
    requireCommitted(done.snapshot());
    if (done.rows() != rows.size() || done.added().size() != paths.size()) {
      throw new Violation("said that it added " + done + ", there were " + rows.keySet());
    }
    AddFilesResult again = table.addFiles(paths);
    if (!again.added().isEmpty()) {
      throw new Violation("added twice: " + again);
    }
  }

  /** Columns are found by the names that they had in a snapshot which it may have read. */
  private List<Model> added(Model before) {
    List<Model> possible = new ArrayList<>();
    for (long read = oracle.newest(); read >= Math.max(1, from()); read--) {
      Model seen = oracle.model(read);
      SortedMap<Long, Map<Integer, Object>> all = new TreeMap<>(before.rows());
      boolean known = oracle.state(read).partitionColumns().contains("p");
      rows.forEach(
          (key, row) -> {
            Map<Integer, Object> named = named(row, seen);
            if (inDirectories && !known) {
              named.remove(Model.PARTITION);
            }
            all.put(key, named);
          });
      boolean dropped =
          rows.keySet().stream()
              .flatMap(key -> all.get(key).keySet().stream())
              .anyMatch(number -> before.column(number) == null);
      if (!dropped) {
        possible.add(before.withRows(all));
        possible.add(before.widened(seen).withRows(all));
      }
    }
    return possible;
  }

  private Map<Integer, Object> named(Map<Integer, Object> row, Model seen) {
    Map<Integer, Object> named = new HashMap<>();
    row.forEach(
        (number, value) -> {
          Model.Column column = seen.column(planned.column(number).name());
          if (column != null) {
            named.put(column.number(), value);
          }
        });
    return named;
  }
}
