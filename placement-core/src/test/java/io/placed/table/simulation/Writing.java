package io.placed.table.simulation;

import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.BatchCommittedException;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.DeletionPlan;
import io.placed.table.rewrite.RemainderTask;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Writes and deletes rows. */
final class Writing extends Work {
  private SortedMap<Long, Map<Integer, Object>> rows;
  private Model planned;

  Writing(Actor actor, SimulatedStore store, Oracle oracle, AtomicLong keys) {
    super(actor, store, oracle, keys);
  }

  @Override
  boolean mayFail(Throwable e) {
    return switch (actor.step().kind()) {
      case BATCH -> e instanceof BatchCommittedException;
      // The condition does not fit the columns any more, which others have changed.
      case DELETE ->
          refuses(e, "does not exist; the columns are") || refuses(e, "cannot be compared with");
      // Nor do the rows.
      case UPDATE, MERGE ->
          refuses(e, "of the table is missing in the written rows")
              || refuses(e, "of the written rows are incompatible");
      default -> false;
    };
  }

  private static boolean refuses(Throwable e, String why) {
    return e instanceof IllegalArgumentException && String.valueOf(e.getMessage()).contains(why);
  }

  @Override
  void run() throws IOException {
    switch (actor.step().kind()) {
      case DELETE -> delete();
      case UPDATE, MERGE -> update();
      default -> write();
    }
  }

  private void write() throws IOException {
    DataSet table = open();
    Snapshot snapshot = current(table);
    planned = oracle.model(snapshot.id());
    rows = Values.rows(random, planned, keys.get());
    keys.addAndGet(rows.size());
    ColumnBinding columns = ColumnBinding.of(snapshot.schema(), snapshot);
    PartitionSpec spec = snapshot.partitioning().spec(snapshot.schema());
    Commit commit = table.begin(columns, spec, null);
    long batch = 1 + random.nextInt(6);
    try {
      List<DataFile> files = Values.write(store, commit, planned, rows, random, "t");
      if (random.nextInt(5) == 0) {
        // A task attempt whose result nobody uses.
        Values.write(store, commit, planned, rows, random, "late");
      }
      Snapshot done =
          switch (actor.step().kind()) {
            case OVERWRITE -> {
              actor.intends(before -> List.of(before.widened(planned).withRows(fitting(before))));
              yield commit.overwrite(files);
            }
            case OVERWRITE_READ -> {
              actor.intends(before -> List.of(overwritten(before)));
              yield commit.basedOn(snapshot).overwrite(files);
            }
            case OVERWRITE_PARTITIONS -> {
              actor.intends(before -> List.of(overwrittenPartitions(before, spec, files)));
              yield commit.overwritePartitions(files);
            }
            case BATCH -> {
              actor.intends(before -> List.of(batch(before, batch)));
              yield commit.batch("stream", batch).append(files);
            }
            default -> {
              actor.intends(before -> List.of(appended(before)));
              yield append(commit, files);
            }
          };
      requireCommitted(done);
    } catch (IOException | RuntimeException e) {
      abort(commit, e);
      throw e;
    }
  }

  /** Appends; one step does so again if it does not know whether it has. */
  private Snapshot append(Commit commit, List<DataFile> files) throws IOException {
    try {
      return commit.append(files);
    } catch (IOException e) {
      if (actor.step().kind() != Step.Kind.APPEND_AGAIN || !actor.isFaulted()) {
        throw e;
      }
      // Then nothing is to be added by another snapshot.
      actor.intends(
          before -> actor.committed().isEmpty() ? List.of(appended(before)) : List.of(before));
      return commit.append(files);
    }
  }

  @Override
  boolean isSingle() {
    return actor.step().kind() != Step.Kind.APPEND_AGAIN;
  }

  private SortedMap<Long, Map<Integer, Object>> fitting(Model before) {
    SortedMap<Long, Map<Integer, Object>> fitting = new TreeMap<>();
    rows.forEach((key, row) -> fitting.put(key, before.fitting(row)));
    return fitting;
  }

  private Model appended(Model before) {
    SortedMap<Long, Map<Integer, Object>> all = new TreeMap<>(before.rows());
    all.putAll(fitting(before));
    return before.widened(planned).withRows(all);
  }

  private Model batch(Model before, long batch) {
    if (before.batch() >= batch) {
      throw new Violation("batch " + batch + " was committed after " + before.batch());
    }
    return appended(before).withBatch(batch);
  }

  /** Nothing that was not read may be replaced. */
  private Model overwritten(Model before) {
    before
        .rows()
        .forEach(
            (key, row) -> {
              if (!planned.rows().containsKey(key)) {
                throw new Violation("row " + key + " was replaced, which was not read");
              }
            });
    return before.widened(planned).withRows(fitting(before));
  }

  /** Files that have values of all fields are replaced, if a new one has the same. */
  private Model overwrittenPartitions(Model before, PartitionSpec spec, List<DataFile> added) {
    SortedMap<Long, Map<Integer, Object>> all = new TreeMap<>(before.rows());
    try {
      Snapshot latest = oracle.latest();
      PartitionSpec now = latest.partitioning().spec(latest.schema());
      if (!now.equals(spec)) {
        throw new Violation("partitions by [" + spec + "] were replaced in a table by [" + now);
      }
      List<String> names = latest.partitioning().names(latest.schema());
      Set<List<String>> partitions = new HashSet<>();
      added.forEach(f -> partitions.add(names.stream().map(f.partition()::get).toList()));
      for (DataFile f : latest.files()) {
        if (f.partition().keySet().containsAll(names)
            && partitions.contains(names.stream().map(f.partition()::get).toList())) {
          for (long key : oracle.keys(f)) {
            Object p = before.rows().get(key).get(Model.PARTITION);
            if (!Objects.equals(f.partition().getOrDefault("p", String.valueOf(p)), p + "")) {
              throw new Violation("row " + key + " of partition " + p + " is in " + f.path());
            }
            all.remove(key);
          }
        }
      }
    } catch (IOException e) {
      throw new Violation("the replaced files cannot be read: " + e, e);
    }
    all.putAll(fitting(before));
    return before.widened(planned).withRows(all);
  }

  private void delete() throws IOException {
    Condition condition =
        Condition.of(random, oracle.model(oracle.newest()), Math.max(1, keys.get()));
    actor.intends(before -> deleted(before, condition));
    DeleteResult done = open().deleteRows(condition.predicate());
    if (done.rows() > 0) {
      requireCommitted(done.snapshot());
      int before = oracle.model(done.snapshot() - 1).rows().size();
      int gone = before - oracle.model(done.snapshot()).rows().size();
      if (gone != done.rows()) {
        throw new Violation("said that it deleted " + done.rows() + " rows, has deleted " + gone);
      }
      return;
    }
    Model read = oracle.model(done.snapshot());
    if (read == null || done.snapshot() < from()) {
      throw new Violation("deleted nothing, but has read snapshot " + done.snapshot());
    }
    List<Long> matching = read.matching(row -> condition.test(read, row));
    if (!matching.isEmpty()) {
      throw new Violation("deleted nothing, but rows " + matching + " matched " + condition);
    }
  }

  /** The rows that matched in a snapshot which it may have read, and which are still there. */
  private List<Model> deleted(Model before, Condition condition) {
    List<Model> possible = new ArrayList<>();
    for (long read = oracle.newest(); read >= Math.max(1, from()); read--) {
      Model seen = oracle.model(read);
      if (!condition.fits(seen)) {
        continue;
      }
      List<Long> keysGone = seen.matching(row -> condition.test(seen, row));
      if (before.rows().keySet().containsAll(keysGone)) {
        SortedMap<Long, Map<Integer, Object>> left = new TreeMap<>(before.rows());
        left.keySet().removeAll(keysGone);
        possible.add(before.withRows(left));
        possible.add(before.widened(seen).withRows(left)); // Files may have been written again.
      }
    }
    return possible;
  }

  /**
   * As an engine does: rows are marked, or their files written again, and new rows are added. A
   * merge also deletes, inserts, and moves rows to other partitions.
   */
  private void update() throws IOException {
    DataSet dataSet = open();
    TableDirectory table = dataSet.directory();
    Snapshot snapshot = current(dataSet);
    planned = oracle.model(snapshot.id());
    Condition condition = Condition.of(random, planned, Math.max(1, keys.get()));
    boolean merges = actor.step().kind() == Step.Kind.MERGE;
    List<Long> matching = planned.matching(row -> condition.test(planned, row));
    rows = new TreeMap<>();
    for (long key : matching) {
      if (merges && random.nextInt(3) == 0) {
        continue;
      }
      Map<Integer, Object> row = Values.row(random, planned, key);
      if (!merges) {
        row.computeIfPresent(
            Model.PARTITION, (n, p) -> planned.rows().get(key).get(Model.PARTITION));
      }
      rows.put(key, row);
    }
    if (merges && random.nextInt(3) > 0) {
      SortedMap<Long, Map<Integer, Object>> inserted = Values.rows(random, planned, keys.get());
      keys.addAndGet(inserted.size());
      rows.putAll(inserted);
    }
    if (matching.isEmpty() && rows.isEmpty()) {
      return;
    }
    Schema schema = snapshot.schema();
    Commit commit =
        new Commit(
                table,
                null,
                ColumnBinding.of(schema, snapshot),
                true,
                snapshot.partitioning().spec(schema),
                null)
            .basedOn(snapshot);
    try {
      Map<DataFile, RowBitmap> found = new LinkedHashMap<>();
      for (DataFile f : snapshot.files()) {
        found.put(f, matching(table, snapshot, f, condition));
      }
      double share = TableProperties.deletesMaxShare(snapshot.properties());
      DeletionPlan plan = new DeletionPlan(table, snapshot, share, found);
      if (plan.rows() != matching.size()) {
        throw new Violation(condition + " found " + plan.rows() + " rows, not " + matching);
      }
      List<DataFile> copies = new ArrayList<>();
      for (RemainderTask task : plan.tasks(commit, Map.of("write-threads", "1"))) {
        task.run(p -> store, "rest-" + copies.size(), null, TaskMemory.UNLIMITED)
            .forEach(f -> copies.add(DataFile.fromJson(f)));
      }
      List<DataFile> added = Values.write(store, commit, planned, rows, random, "changed");
      actor.intends(before -> List.of(updated(before, matching)));
      requireCommitted(plan.commit(commit, merges ? "merge" : "update", copies, added));
    } catch (IOException | RuntimeException e) {
      abort(commit, e);
      throw e;
    }
  }

  private static RowBitmap matching(
      TableDirectory table, Snapshot snapshot, DataFile file, Condition condition)
      throws IOException {
    RowBitmap found = new RowBitmap();
    ReadRequest request =
        ReadRequest.all().withColumns(Schema.of()).withFilter(condition.predicate());
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters());
        BatchReader batches = reader.read(table.request(file, snapshot.schema(), request))) {
      long[] numbers = new long[request.batchRows()];
      while (batches.next()) {
        batches.rowNumbers(numbers);
        for (int i = 0; i < batches.batch().rows(); i++) {
          found.add(numbers[i]);
        }
      }
    }
    return found;
  }

  private Model updated(Model before, List<Long> matching) {
    SortedMap<Long, Map<Integer, Object>> all = new TreeMap<>(before.rows());
    for (long key : matching) {
      Map<Integer, Object> old = all.remove(key);
      if (old == null) {
        throw new Violation("row " + key + " was changed after it was removed");
      }
      Map<Integer, Object> known = new HashMap<>(old);
      known.keySet().removeIf(number -> planned.column(number) == null);
      Map<Integer, Object> read = new HashMap<>(planned.rows().get(key));
      read.keySet().removeIf(number -> before.column(number) == null);
      known.keySet().removeIf(number -> before.column(number) == null);
      if (!known.equals(read)) {
        throw new Violation("row " + key + " was changed after it was changed");
      }
      for (Integer number : old.keySet()) {
        if (rows.containsKey(key)
            && planned.column(number) == null
            && before.column(number) != null) {
          throw new Violation("an update of row " + key + " lost a value");
        }
      }
    }
    all.putAll(fitting(before));
    return before.widened(planned).withRows(all);
  }
}
