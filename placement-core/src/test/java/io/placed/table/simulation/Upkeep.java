package io.placed.table.simulation;

import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteTask;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Changes the table, but not its rows: columns, partitioning, files, history. */
final class Upkeep extends Work {
  private static final List<String> NAMES = List.of("a", "B", "c", "D", "e", "F");

  Upkeep(Actor actor, SimulatedStore store, Oracle oracle, AtomicLong keys) {
    super(actor, store, oracle, keys);
  }

  @Override
  boolean mayFail(Throwable e) {
    boolean late = actor.step().trouble().kind() == Trouble.Kind.LATE_LISTINGS;
    return switch (actor.step().kind()) {
      case ALTER -> e instanceof IllegalArgumentException;
      case TAG, UNTAG, ROLLBACK ->
          e instanceof FileNotFoundException || e instanceof IllegalArgumentException;
      case VACUUM ->
          e instanceof IOException && (late || e.getMessage().contains("another vacuum"));
      default -> late && e instanceof IOException;
    };
  }

  @Override
  boolean isSingle() {
    return actor.step().kind() != Step.Kind.VACUUM;
  }

  @Override
  void run() throws IOException {
    DataSet table = open();
    actor.intends(this::copied);
    switch (actor.step().kind()) {
      case ALTER -> alter(table);
      case REPARTITION -> repartition(table);
      case REWRITE -> rewrite();
      case OPTIMIZE ->
          table.optimize(
              OptimizeOptions.defaults()
                  .withFileBytes(random.nextBoolean() ? 1 << 20 : 2000)
                  .withOverlap(random.nextInt(3) * 0.25));
      case VACUUM -> vacuum(table);
      case TAG -> table.replaceTag("t" + random.nextInt(3), someSnapshot());
      case UNTAG -> table.deleteTag("t" + random.nextInt(3));
      case ROLLBACK -> rollback(table);
      default -> throw new IllegalArgumentException(actor.step().toString());
    }
  }

  /** New files have the columns of the snapshot that was read. */
  private List<Model> copied(Model before) {
    List<Model> possible = new ArrayList<>(List.of(before));
    Step.Kind kind = actor.step().kind();
    if (kind == Step.Kind.REWRITE || kind == Step.Kind.OPTIMIZE) {
      for (long read = from(); read <= oracle.newest(); read++) {
        possible.add(before.widened(oracle.model(read)));
      }
    }
    return possible;
  }

  private long someSnapshot() {
    return Math.max(1, oracle.newest() - random.nextInt(6));
  }

  private void alter(DataSet table) throws IOException {
    Model model = oracle.model(current(table).id());
    List<Model.Column> columns = new ArrayList<>(model.columns());
    columns.removeIf(c -> c.number() == Model.KEY || c.number() == Model.PARTITION);
    List<String> free = new ArrayList<>(NAMES);
    columns.forEach(c -> free.remove(c.name()));
    int kind = columns.isEmpty() ? 2 : random.nextInt(5);
    List<ColumnChange> changes = new ArrayList<>();
    if (kind == 2 && !free.isEmpty()) {
      Type type = random.nextBoolean() ? Type.INT32 : Type.STRING;
      changes.add(new ColumnChange.Add(List.of(some(free)), type, ColumnChange.LAST));
    } else if (!columns.isEmpty()) {
      Model.Column c = columns.get(random.nextInt(columns.size()));
      if (kind == 1) {
        changes.add(new ColumnChange.Drop(c.name()));
      } else if (kind == 3) {
        changes.add(new ColumnChange.Widen(List.of(c.name()), Type.INT64));
      } else if (kind == 4 && columns.size() > 1) {
        Model.Column d = columns.get((columns.indexOf(c) + 1) % columns.size());
        changes.add(new ColumnChange.Rename(c.name(), "between"));
        changes.add(new ColumnChange.Rename(d.name(), c.name()));
        changes.add(new ColumnChange.Rename("between", d.name()));
      } else if (!free.isEmpty()) {
        changes.add(new ColumnChange.Rename(c.name(), some(free)));
      }
    }
    actor.intends(before -> List.of(altered(before, changes)));
    requireCommitted(table.alter(changes, Map.of()));
  }

  /** Files keep the fields that they were written with: rows stay the same. */
  private void repartition(DataSet table) throws IOException {
    boolean partitioned = current(table).schema().indexOf("p") >= 0;
    List<String> specs =
        partitioned
            ? List.of("p", "p", "p, bucket(2, k)", "bucket(3, k)", "truncate(4, k), p", "")
            : List.of("", "bucket(2, k)", "truncate(5, k)");
    requireCommitted(table.alter(PartitionSpec.parse(some(specs))));
  }

  private String some(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private Model altered(Model before, List<ColumnChange> changes) {
    List<Model.Column> columns = new ArrayList<>(before.columns());
    for (ColumnChange change : changes) {
      if (change instanceof ColumnChange.Add add) {
        String type = add.type().toString();
        columns.add(new Model.Column(oracle.newColumn(), add.path().get(0), type));
      } else if (change instanceof ColumnChange.Drop drop) {
        columns.remove(named(columns, drop.column()));
      } else if (change instanceof ColumnChange.Rename rename) {
        Model.Column c = named(columns, rename.column());
        columns.set(columns.indexOf(c), new Model.Column(c.number(), rename.to(), c.type()));
      } else if (change instanceof ColumnChange.Widen widen) {
        Model.Column c = named(columns, widen.path().get(0));
        columns.set(columns.indexOf(c), new Model.Column(c.number(), c.name(), "int64"));
      }
    }
    Model after = before.withColumns(columns);
    // Values of a column that was dropped are gone, until a rollback.
    TreeMap<Long, Map<Integer, Object>> rows = new TreeMap<>();
    before
        .rows()
        .forEach(
            (key, row) -> {
              Map<Integer, Object> left = new TreeMap<>(row);
              left.keySet().removeIf(number -> after.column(number) == null);
              rows.put(key, left);
            });
    return after.withRows(rows);
  }

  private static Model.Column named(List<Model.Column> columns, String name) {
    return columns.stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Violation("a column was altered that there was not: " + name));
  }

  /** Alone, or as an engine does, with task attempts of which one counts. */
  private void rewrite() throws IOException {
    String placement = random.nextBoolean() ? "orc" : "albis";
    RewriteOptions options =
        RewriteOptions.of(Map.of("placement", placement, "write-threads", "1"))
            .withFileBytes(random.nextBoolean() ? 1 : 1 << 20);
    Rewrite rewrite = Rewrite.prepare(p -> store, oracle.root(), options);
    if (random.nextBoolean()) {
      rewrite.run(done -> {});
      return;
    }
    rewrite.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask task : rewrite.tasks()) {
      String first = task.run(p -> store, rows -> {});
      written.add(random.nextInt(3) == 0 ? task.run(p -> store, rows -> {}) : first);
    }
    rewrite.commit(written);
  }

  private void vacuum(DataSet table) throws IOException {
    Duration age =
        List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofDays(2), Duration.ofDays(7))
            .get(random.nextInt(4));
    VacuumOptions options = new VacuumOptions(age, 1 + random.nextInt(3), false);
    actor.vacuums(options);
    table.vacuum(options);
  }

  private void rollback(DataSet table) throws IOException {
    long id = someSnapshot();
    actor.intends(
        before -> {
          if (!oracle.isRetained(id)) {
            throw new Violation("snapshot " + id + " was restored, which had expired");
          }
          return List.of(oracle.model(id).withBatch(before.batch()));
        });
    Snapshot done = table.rollback(id);
    requireCommitted(done);
  }
}
