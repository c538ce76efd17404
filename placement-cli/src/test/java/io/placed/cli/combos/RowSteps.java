package io.placed.cli.combos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.cli.Cli;
import io.placed.cli.combos.Model.Col;
import io.placed.cli.combos.Model.Foreign;
import io.placed.cli.combos.Model.State;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Random steps that change rows and files. */
abstract class RowSteps extends LayoutSteps {
  private int files;

  RowSteps(String path, Model model) {
    super(path, model);
  }

  /** Creates the table with its first rows. */
  String create(Random r) throws IOException {
    random = r;
    List<Col> columns = new ArrayList<>();
    List<Integer> partitions = new ArrayList<>();
    int stored = 1 + random.nextInt(4);
    for (int i = 0; i < stored; i++) {
      columns.add(newColumn(columns, RandomValues.TYPES));
    }
    if (random.nextBoolean()) {
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        columns.add(newColumn(columns, List.of(Type.INT32)));
      }
      columns.add(newColumn(columns, List.of(Type.INT64)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      Col p = newColumn(columns, RandomValues.PARTITION_TYPES);
      columns.add(random.nextInt(columns.size() + 1), p);
      partitions.add(p.key());
    }
    State state = new State(List.copyOf(columns), List.copyOf(partitions), List.of());
    List<Map<Integer, Object>> rows = rows(state, state.columns());
    PartitionSpec spec = PartitionChoice.random(state.partitionNames(), state.stored(), random);
    String by = spec.toString();
    String layout = write(path, state, state.columns(), rows, b -> b.partitionedBy(by));
    model.snapshots.put(
        newest(), new State(state.columns(), state.partitions(), List.copyOf(rows)));
    return "create "
        + state.schema(state.columns())
        + " partitioned by "
        + spec
        + layout
        + ", "
        + rows.size()
        + " rows";
  }

  private static List<Map<Integer, Object>> plus(
      List<Map<Integer, Object>> a, List<Map<Integer, Object>> b) {
    List<Map<Integer, Object>> both = new ArrayList<>(a);
    both.addAll(b);
    return both;
  }

  String append() throws IOException {
    State now = model.now();
    List<Col> all = new ArrayList<>(now.columns());
    List<Col> written = new ArrayList<>(all);
    boolean merge = random.nextInt(3) == 0;
    if (merge) {
      List<Col> stored = now.stored();
      Col some = stored.get(random.nextInt(stored.size()));
      if (stored.size() > 1 && !PartitionChoice.isSource(current(), some.name())) {
        written.remove(some);
      }
      if (random.nextBoolean()) {
        Col extra = newColumn(all, RandomValues.TYPES);
        all.add(extra);
        written.add(extra);
      }
    }
    List<Map<Integer, Object>> rows = rows(now, written);
    State with = new State(all, now.partitions(), List.of());
    String by = PartitionChoice.of(current()).toString();
    String layout =
        write(
            path,
            with,
            written,
            rows,
            b -> {
              b.partitionedBy(by);
              return merge ? b.mergeSchema() : b;
            });
    committed(List.copyOf(all), plus(now.rows(), rows));
    return "append " + rows.size() + " rows of " + with.schema(written) + layout;
  }

  String overwrite() throws IOException {
    State now = model.now();
    List<Map<Integer, Object>> rows = rows(now, now.columns());
    String by = PartitionChoice.of(current()).toString();
    String layout = write(path, now, now.columns(), rows, b -> b.partitionedBy(by).overwrite());
    committed(now.columns(), rows);
    replaceForeign(model.visible());
    return "overwrite with " + rows.size() + " rows" + layout;
  }

  private Commit begin(Snapshot s) throws IOException {
    return DataSet.at(stores, path).begin(s.schema(), PartitionChoice.of(s), s.placement());
  }

  /** Writes these rows, one file per partition. */
  private List<DataFile> files(Commit commit, Snapshot s, List<Map<Integer, Object>> rows)
      throws IOException {
    State now = model.now();
    List<Col> columns =
        s.schema().fields().stream()
            .map(f -> now.columns().stream().filter(c -> c.name().equals(f.name())).findFirst())
            .map(c -> c.orElseThrow())
            .toList();
    List<Object[]> values = rows.stream().map(r -> Model.values(r, columns)).toList();
    return PartitionChoice.files(stores, commit, s, values);
  }

  private Snapshot current() throws IOException {
    return DataSet.at(stores, path).current();
  }

  /** Changes the transforms by which new files are partitioned. */
  String partitioning() throws IOException {
    State now = model.now();
    if (!model.visible().isEmpty()) {
      return append(); // What is true of foreign files is in no log.
    }
    PartitionSpec spec = PartitionChoice.random(now.partitionNames(), now.stored(), random);
    Cli.run("partitioning", path, "--set", spec.toString()).ok();
    committed(now.columns(), now.rows());
    return "partition by " + spec;
  }

  String overwritePartitions() throws IOException {
    State now = model.now();
    if (now.partitions().isEmpty() || PartitionChoice.of(current()).hasTransforms()) {
      return append();
    }
    List<Map<Integer, Object>> rows = rows(now, now.columns());
    if (random.nextInt(3) == 0) {
      // Only the null partition; it does not contain files outside of the partition directories.
      rows.forEach(r -> now.partitions().forEach(key -> r.put(key, null)));
    }
    Snapshot s = DataSet.at(stores, path).current();
    Commit commit = begin(s);
    commit.overwritePartitions(files(commit, s, rows));
    Set<List<Object>> touched = rows.stream().map(now::partition).collect(Collectors.toSet());
    List<Foreign> gone = inPartitions(touched);
    List<Map<Integer, Object>> kept =
        now.rows().stream().filter(r -> !touched.contains(now.partition(r))).toList();
    committed(now.columns(), plus(kept, rows));
    replaceForeign(gone);
    return "overwrite partitions " + touched;
  }

  /**
   * Foreign files in the directories of these partitions; those outside of partition directories
   * are in none.
   */
  private List<Foreign> inPartitions(Set<List<Object>> partitions) {
    return model.visible().stream()
        .filter(f -> f.directory != null && partitions.contains(f.directory))
        .toList();
  }

  /** Removes some rows and changes values of others, by rewriting files. */
  String change() throws IOException {
    State now = model.now();
    Snapshot s = DataSet.at(stores, path).current();
    List<Map<Integer, Object>> rows = new ArrayList<>();
    for (Map<Integer, Object> row : model.rows(model.newest())) {
      int what = random.nextInt(4);
      if (what == 0) {
        continue;
      }
      Map<Integer, Object> copy = new HashMap<>(row);
      if (what == 1) {
        Col c = now.stored().get(random.nextInt(now.stored().size()));
        copy.put(c.key(), RandomValues.value(c.type(), random));
      }
      rows.add(copy);
    }
    Commit commit = begin(s).basedOn(s);
    Set<String> all = s.files().stream().map(DataFile::path).collect(Collectors.toSet());
    commit.changeRows("update", all, files(commit, s, rows));
    committed(now.columns(), rows);
    replaceForeign(model.visible());
    return "change rows, " + rows.size() + " stay";
  }

  String delete() throws IOException {
    State now = model.now();
    List<Map<Integer, Object>> rows = now.rows();
    if (now.partitions().isEmpty() || rows.isEmpty()) {
      return append();
    }
    Col p = now.column(now.partitions().get(random.nextInt(now.partitions().size())));
    Object v = rows.get(random.nextInt(rows.size())).get(p.key());
    if (model.foreignOutside()) {
      return append(); // only some rows of such a file may match
    }
    Snapshot s = DataSet.at(stores, path).current();
    Predicate which = v == null ? Predicate.isNull(p.name()) : Predicate.eq(p.name(), v);
    begin(s).delete(which);
    List<Foreign> gone =
        model.visible().stream()
            .filter(f -> !f.rows.isEmpty() && Objects.equals(f.rows.get(0).get(p.key()), v))
            .toList();
    committed(
        now.columns(), rows.stream().filter(r -> !Objects.equals(r.get(p.key()), v)).toList());
    replaceForeign(gone);
    return "delete where " + which;
  }

  /** Deletes the rows for which any condition is true: by marks, or by rewriting files. */
  String deleteRows() throws IOException {
    State now = model.now();
    Condition which = Condition.random(now.columns(), random, 2);
    long matching =
        model.rows(model.newest()).stream()
            .filter(r -> Boolean.TRUE.equals(which.test().of(r)))
            .count();
    long before = newest();
    DeleteResult done = DataSet.at(stores, path).deleteRows(which.predicate());
    String what = "delete rows where " + which.predicate() + ": " + done;
    assertEquals(matching, done.rows(), what);
    assertEquals(before + (matching > 0 ? 1 : 0), newest(), what);
    if (matching > 0) {
      // Foreign files with such rows are replaced by files that the log lists.
      List<Foreign> touched = new ArrayList<>(model.visible());
      touched.removeIf(
          f -> f.rows.stream().noneMatch(r -> Boolean.TRUE.equals(which.test().of(r))));
      List<Map<Integer, Object>> left = new ArrayList<>(now.rows());
      for (Foreign f : touched) {
        left.addAll(f.rows);
      }
      left.removeIf(r -> Boolean.TRUE.equals(which.test().of(r)));
      committed(now.columns(), left);
      replaceForeign(touched);
    }
    return what;
  }

  /** Without foreign files, whose history the model does not have. */
  String rollback() throws IOException {
    return model.foreign.isEmpty() ? rollback(then -> true) : deleteRows();
  }

  String rollback(java.util.function.Predicate<State> to) throws IOException {
    List<Long> ids = new ArrayList<>(model.snapshots.keySet());
    ids.removeIf(id -> !to.test(model.snapshots.get(id)));
    long id = ids.get(random.nextInt(ids.size()));
    State then = model.snapshots.get(id);
    DataSet.at(stores, path).rollback(id);
    model.snapshots.put(newest(), then);
    tick();
    return "rollback to " + id;
  }

  /** Adds a foreign file, inside or outside of the partition directories. */
  String foreign() throws IOException {
    State now = model.now();
    List<Col> columns = new ArrayList<>(now.stored());
    if (columns.size() > 1 && random.nextBoolean()) {
      columns.remove(random.nextInt(columns.size()));
    }
    Map<Integer, Object> partition = new HashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    boolean beside = !now.partitions().isEmpty() && random.nextBoolean();
    if (beside) {
      columns.addAll(now.columns().stream().filter(now::isPartition).toList());
    } else {
      for (int key : now.partitions()) {
        Col c = now.column(key);
        Object v = RandomValues.partition(c.type(), random);
        partition.put(key, v);
        names.put(c.name(), v == null ? null : v.toString());
      }
    }
    List<Map<Integer, Object>> rows = rows(now, columns);
    rows.forEach(row -> row.putAll(partition));
    String directory = PathNames.join(path, PathNames.partitionPath(names));
    String file = PathNames.join(directory, "foreign" + files++ + ".placed");
    boolean added = !beside && random.nextInt(3) == 0;
    if (!added) {
      showForeignFiles(true);
    }
    tick();
    String layout = write(file, now, columns, rows, b -> b);
    tick();
    if (added) {
      Foreign before = new Foreign(model.newest(), now.partition(partition), rows);
      boolean shown =
          TableProperties.showForeignFiles(DataSet.at(stores, path).current().properties());
      Cli.run("add-files", path, file).ok();
      committed(now.columns(), plus(now.rows(), rows));
      if (shown) {
        // It was visible as soon as it was there.
        before.until = model.newest();
        model.foreign.add(before);
      }
    } else {
      model.foreign.add(
          new Foreign(model.newest(), beside ? null : now.partition(partition), rows));
    }
    return (added ? "added file " : "foreign file ")
        + PathNames.relativize(path, file)
        + ", "
        + rows.size()
        + " rows of "
        + now.schema(columns)
        + layout;
  }

  /** The log lists what was visible until now. */
  String hideForeignFiles() throws IOException {
    if (model.foreignOutside()) {
      return append(); // They would be listed where the model has none.
    }
    List<Map<Integer, Object>> rows = model.rows(model.newest());
    if (showForeignFiles(false)) {
      committed(model.now().columns(), rows);
      replaceForeign(model.visible());
    }
    return "foreign files are hidden";
  }

  /**
   * @return whether there is another snapshot
   */
  private boolean showForeignFiles(boolean shown) throws IOException {
    DataSet dataSet = DataSet.at(stores, path);
    if (TableProperties.showForeignFiles(dataSet.current().properties()) == shown) {
      return false;
    }
    Cli.run("properties", path, "--set", TableProperties.FOREIGN_FILES + "=" + shown).ok();
    if (shown) {
      committed(model.now().columns(), model.now().rows());
    }
    return true;
  }

  String rewrite() throws IOException {
    State now = model.now();
    if (model.foreignOutside()) {
      return append();
    }
    if (model.visible().isEmpty() && random.nextInt(3) == 0) {
      return optimize();
    }
    long before = newest();
    if (random.nextInt(3) == 0) {
      Cli.run("rewrite", path).ok();
      if (newest() > before) {
        committed(now.columns(), model.rows(model.newest()));
      }
      return "rewrite into the partitions of now";
    }
    String layout = LAYOUTS.get(random.nextInt(LAYOUTS.size()));
    Cli.run("rewrite", path, "--placement", layout).ok();
    if (newest() > before) {
      List<Map<Integer, Object>> rows = model.rows(model.newest());
      committed(now.columns(), rows);
      replaceForeign(model.visible());
    }
    return "rewrite to " + layout;
  }
}
