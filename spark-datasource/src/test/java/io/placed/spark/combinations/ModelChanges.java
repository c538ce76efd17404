package io.placed.spark.combinations;

import static io.placed.table.snapshot.TableProperties.showForeignFiles;

import io.placed.io.FileStores;
import io.placed.spark.SparkTestCase;
import io.placed.table.DataSet;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;

/**
 * The changes between two states of a table. They lead from the rows of the one, with the columns
 * of the other, to those of the other.
 *
 * @param first snapshot; 0 = all that is known
 * @param last snapshot; 0 = the latest
 * @param state a copy of the changes in Parquet, for comparisons of queries
 */
record ModelChanges(long first, long last, ModelTable.State state) {
  private static final int RANGES = 2;

  /**
   * Adds some to a table whose steps are done.
   *
   * @return how they differ from the states; null if they do not
   */
  static String add(ModelTable t, Random random) throws IOException {
    // Those of a path have no defaults, and only 4.2 has those of a name.
    if (t.hasChangedFields() || t.hasDefaults() && !SparkTestCase.since("4.2")) {
      return null;
    }
    List<ModelTable.State> states = t.states().stream().filter(s -> s.snapshot() > 0).toList();
    for (int i = 0; i < RANGES && !states.isEmpty(); i++) {
      ModelTable.State end = states.get(random.nextInt(states.size()));
      boolean all = random.nextInt(4) == 0 && !t.hasDefaults();
      ModelTable.State start = all ? null : states.get(random.nextInt(states.size()));
      if (start != null && start.snapshot() > end.snapshot()) {
        ModelTable.State later = start;
        start = end;
        end = later;
      }
      long from = start == null ? 0 : start.snapshot();
      if (hasForeignFiles(t, from, end.snapshot()) || hasColumnsThatCameBack(t, from, end)) {
        continue;
      }
      long last = end == states.get(states.size() - 1) && random.nextBoolean() ? 0 : end.snapshot();
      String fault = add(t, start, last, end);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /** Files that no snapshot lists are in states, but not in changes. */
  private static boolean hasForeignFiles(ModelTable t, long from, long to) throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), t.path);
    for (var info : dataSet.history(1000)) {
      if (info.id() >= from
          && info.id() <= to
          && showForeignFiles(dataSet.snapshot(info.id()).properties())) {
        return true;
      }
    }
    return false;
  }

  /** Those that a rollback brings back are null in the changes between. */
  private static boolean hasColumnsThatCameBack(ModelTable t, long from, ModelTable.State end) {
    Set<Integer> known = new HashSet<>();
    Set<Integer> gone = new HashSet<>();
    for (ModelTable.State s : t.states()) {
      if (s.snapshot() <= end.snapshot()) {
        Set<Integer> keys = keys(s);
        known.addAll(keys);
        if (s.snapshot() > from) {
          known.stream().filter(k -> !keys.contains(k)).forEach(gone::add);
        }
      }
    }
    return keys(end).stream().anyMatch(gone::contains);
  }

  private static Set<Integer> keys(ModelTable.State s) {
    return s.columns().stream().map(ModelColumn::key).collect(Collectors.toSet());
  }

  private static String add(ModelTable t, ModelTable.State start, long last, ModelTable.State end)
      throws IOException {
    String copy = Path.of(t.path + "-changes-" + t.changes().size()).toString();
    ModelTable.State state = state(end, copy);
    ModelChanges changes = new ModelChanges(start == null ? 0 : start.snapshot() + 1, last, state);
    changes.load(t).select(named(state.columns())).write().mode("overwrite").parquet(copy);
    String fault = changes.fault(t, start, end);
    if (fault == null) {
      t.changes().add(changes);
    }
    return fault;
  }

  /**
   * Whether changes lead from a state to another.
   *
   * @param start null = nothing
   * @param copy of the changes, in Parquet
   * @return how they do not; null if they do, or nobody knows
   */
  static String fault(ModelTable t, ModelTable.State start, ModelTable.State end, String copy)
      throws IOException {
    long from = start == null ? 0 : start.snapshot();
    if (t.hasChangedFields()
        || t.hasDefaults() && !SparkTestCase.since("4.2")
        || hasForeignFiles(t, from, end.snapshot())
        || hasColumnsThatCameBack(t, from, end)) {
      return null;
    }
    return new ModelChanges(from + 1, end.snapshot(), state(end, copy)).fault(t, start, end);
  }

  private static ModelTable.State state(ModelTable.State end, String copy) {
    List<ModelColumn> columns = new ArrayList<>(end.columns());
    columns.add(new ModelColumn(-1, "_change_type", DataType.fromDDL("string")));
    columns.add(new ModelColumn(-2, "_commit_version", DataType.fromDDL("bigint")));
    columns.add(new ModelColumn(-3, "_commit_timestamp", DataType.fromDDL("timestamp")));
    return new ModelTable.State(
        end.snapshot(), copy, columns, end.partitions(), end.sortKey(), end.sortsDescending());
  }

  private String fault(ModelTable t, ModelTable.State start, ModelTable.State end)
      throws IOException {
    List<String> before = start == null ? new ArrayList<>() : rows(t, start, end);
    before.addAll(rows(t, "insert"));
    List<String> after = rows(t, end, end);
    after.addAll(rows(t, "delete"));
    String fault = QueryCheck.same(QueryCheck.sorted(after), QueryCheck.sorted(before));
    if (fault != null) {
      return "changes "
          + first
          + " to "
          + end.snapshot()
          + " from "
          + (start == null ? "nothing" : "snapshot " + start.snapshot())
          + ": "
          + fault;
    }
    return faultOfACommit(t, start, end);
  }

  /** Those that keep all rows, whatever they do to files. */
  private static final Set<String> WITHOUT_CHANGES =
      Set.of(SnapshotInfo.REWRITE, SnapshotInfo.VACUUM, "tag");

  /**
   * The changes of each commit are those that the model knows of it, or of the few commits of one
   * step; sums over a range would hide one that is shown too early or too late.
   */
  private String faultOfACommit(ModelTable t, ModelTable.State start, ModelTable.State end)
      throws IOException {
    int width = state.columns().size() - 3;
    List<Row> all = t.spark.read().parquet(state.parquet()).collectAsList();
    long from = start == null ? 0 : start.snapshot();
    for (SnapshotInfo info : DataSet.at(FileStores.local(), t.path).history(1000)) {
      List<Row> rows = of(all, info.id() - 1, info.id(), null);
      if (info.id() > from && WITHOUT_CHANGES.contains(info.operation()) && !rows.isEmpty()) {
        return "changes of snapshot " + info.id() + ", " + info.operation() + ": " + rows;
      }
    }
    ModelTable.State before = start;
    for (ModelTable.State after : t.states()) {
      if (after.snapshot() <= from || after.snapshot() > end.snapshot()) {
        continue;
      }
      long known = before == null ? 0 : before.snapshot();
      List<String> expected = before == null ? new ArrayList<>() : rows(t, before, end);
      expected.addAll(QueryCheck.texts(of(all, known, after.snapshot(), "insert"), width, true));
      List<String> found = rows(t, after, end);
      found.addAll(QueryCheck.texts(of(all, known, after.snapshot(), "delete"), width, true));
      String fault = QueryCheck.same(QueryCheck.sorted(found), QueryCheck.sorted(expected));
      if (fault != null) {
        return "changes of the commits after "
            + known
            + " up to "
            + after.snapshot()
            + ": "
            + fault;
      }
      before = after;
    }
    return null;
  }

  /**
   * Changes of some commits.
   *
   * @param type null = all
   */
  private static List<Row> of(List<Row> all, long after, long last, String type) {
    return all.stream()
        .filter(
            r -> {
              long version = r.<Long>getAs("_commit_version");
              return version > after
                  && version <= last
                  && (type == null || type.equals(r.<String>getAs("_change_type")));
            })
        .toList();
  }

  private static Column[] named(List<ModelColumn> columns) {
    return columns.stream().map(c -> functions.col(c.quoted())).toArray(Column[]::new);
  }

  /** The rows of a state with the columns of another. */
  private static List<String> rows(ModelTable t, ModelTable.State of, ModelTable.State as) {
    Dataset<Row> rows = t.spark.read().parquet(of.parquet());
    List<Column> columns = new ArrayList<>();
    for (ModelColumn c : as.columns()) {
      Column value =
          of.columns().stream()
              .filter(o -> o.key() == c.key())
              .findFirst()
              .map(o -> rows.col(o.quoted()))
              .orElse(t.absent(c));
      columns.add(value.cast(c.type()).as(c.name()));
    }
    return texts(rows.select(columns.toArray(Column[]::new)), as);
  }

  private List<String> rows(ModelTable t, String type) {
    Dataset<Row> rows = t.spark.read().parquet(state.parquet());
    int width = state.columns().size() - 3;
    return QueryCheck.texts(
        rows.where("_change_type = '" + type + "'").collectAsList(), width, true);
  }

  private static List<String> texts(Dataset<Row> rows, ModelTable.State as) {
    return QueryCheck.texts(rows.collectAsList(), as.columns().size(), true);
  }

  Dataset<Row> load(ModelTable t) {
    DataFrameReader reader = t.spark.read().format("placed").option("readChanges", "true");
    if (first > 0) {
      reader = reader.option("startingSnapshot", first);
    }
    if (last > 0) {
      reader = reader.option("endingSnapshot", last);
    }
    return t.hasDefaults() ? t.spark.sql("select * from " + sql(t)) : reader.load(t.path);
  }

  /** Whether there is a clause for them. */
  boolean hasSql() {
    return first > 0;
  }

  /** What stands for the table in SQL. */
  String sql(ModelTable t) {
    boolean exclusive = first % 2 == 0 || first > state.snapshot();
    return t.name
        + " changes from version "
        + (exclusive ? first - 1 + " exclusive" : first)
        + (last > 0 ? " to version " + last : "");
  }
}
