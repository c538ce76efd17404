package io.placed.cli.combos;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableScan;
import io.placed.cli.Cli;
import io.placed.cli.combos.Model.Col;
import io.placed.cli.combos.Model.State;
import io.placed.formats.text.JsonRows;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Queries of a table whose results are compared with those of the model. */
final class Checks {
  /** Key of the column that tells inserted from deleted rows. */
  private static final int CHANGE_TYPE = -1;

  /** Operations after which the table has the same rows. */
  private static final Set<String> CHANGE_NOTHING = Set.of("rewrite", "vacuum", "tag");

  private final String path;
  private final Model model;
  private final Path scratch;
  private Random random;
  private int outputs;

  /** The current query, for messages. */
  String query = "";

  Checks(String path, Model model, Path scratch) {
    this.path = path;
    this.model = model;
    this.scratch = scratch;
  }

  /** Null, or a description of how the result differs. */
  String ask(Random r) throws IOException {
    random = r;
    CommandChecks commands = new CommandChecks(path, model, scratch, random);
    return switch (random.nextInt(18)) {
      case 13 -> of(commands, commands.count());
      case 14, 15 -> of(commands, commands.snapshots());
      case 16 -> of(commands, commands.copy(outputs++));
      case 17 -> convert(random.nextBoolean() ? "jsonl" : "json.gz", true);
      case 10, 11, 12 -> changes();
      case 0 -> cat();
      case 1 -> convert("parquet", true);
      case 2 -> convert("orc", true);
      case 3 -> convert("csv", false);
      case 4 -> elsewhere();
      default -> scan();
    };
  }

  private String of(CommandChecks commands, String wrong) {
    query = commands.query;
    return wrong;
  }

  private long anySnapshot() {
    List<Long> ids = new ArrayList<>(model.snapshots.keySet());
    return random.nextInt(3) == 0 ? ids.get(random.nextInt(ids.size())) : model.newest();
  }

  private List<Col> anyColumns(State state) {
    List<Col> columns = new ArrayList<>(state.columns());
    if (random.nextBoolean()) {
      Collections.shuffle(columns, random);
      return columns.subList(0, 1 + random.nextInt(columns.size()));
    }
    return columns;
  }

  private static List<Object[]> project(List<Map<Integer, Object>> rows, List<Col> columns) {
    return rows.stream().map(r -> Model.values(r, columns)).toList();
  }

  private static String[] names(List<Col> columns) {
    return columns.stream().map(Col::name).toArray(String[]::new);
  }

  private String scan() throws IOException {
    long id = anySnapshot();
    State state = model.snapshots.get(id);
    List<Col> columns = anyColumns(state);
    ReadBuilder read = Placed.read(path).select(names(columns));
    List<Map<Integer, Object>> rows = model.rows(id);
    query = "select " + Arrays.asList(names(columns));
    if (id != model.newest() || random.nextBoolean()) {
      read.snapshot(id);
      query += " of snapshot " + id;
    }
    if (random.nextInt(3) > 0) {
      Condition c = Condition.random(state.columns(), random, 2);
      read.where(c.predicate());
      query += " where " + c.predicate();
      rows = rows.stream().filter(row -> Boolean.TRUE.equals(c.test().of(row))).toList();
    }
    if (random.nextInt(4) == 0) {
      query += ", with row ids";
      return withIds(id, read, names(columns), project(rows, columns));
    }
    long most = random.nextInt(4) == 0 ? random.nextInt(rows.size() + 2) : Long.MAX_VALUE;
    List<Object[]> found = new ArrayList<>();
    try (TableScan scan = read.open()) {
      if (most == Long.MAX_VALUE) {
        scan.rows().forEach(found::add);
      } else {
        query += " limit " + most;
        scan.rows().limit(most).forEach(found::add);
      }
    }
    List<Object[]> expected = project(rows, columns);
    if (most < rows.size()) {
      Map<String, Integer> more = Model.bag(found);
      Map<String, Integer> bag = Model.bag(expected);
      boolean within =
          more.entrySet().stream().allMatch(e -> bag.getOrDefault(e.getKey(), 0) >= e.getValue());
      return found.size() == most && within ? null : difference(bag, more);
    }
    return compare(Model.bag(expected), Model.bag(found));
  }

  /**
   * The rows of a snapshot, without those that were deleted since and with those that were
   * inserted, are the rows of a later one; and a filter on the changes leaves out no others.
   */
  private String changes() throws IOException {
    List<Long> ids = new ArrayList<>(model.snapshots.tailMap(model.oldest).keySet());
    int a = random.nextInt(ids.size());
    int b = a + random.nextInt(ids.size() - a);
    long from = model.oldest == 1 && random.nextInt(6) == 0 ? 0 : ids.get(a);
    long to = ids.get(b);
    State last = model.snapshots.get(to);
    List<Col> common = common(from, to);
    if (from == to || isNarrower(from, to)) {
      return cat(); // Nothing to be read, or a rollback undid a widening.
    }
    Condition c = Condition.random(last.columns(), random, 2);
    query = "changes " + (from + 1) + " to " + to + ", and those where " + c.predicate();
    List<String> names = new ArrayList<>(List.of(names(last.columns())));
    names.add("_change_type");
    List<Map<Integer, Object>> rows = new ArrayList<>();
    List<Map<Integer, Object>> matching = new ArrayList<>();
    scan(Placed.read(path).changes(from + 1, to), last.columns(), names, rows);
    scan(
        Placed.read(path).changes(from + 1, to).where(c.predicate()),
        last.columns(),
        names,
        matching);
    List<Map<Integer, Object>> expected =
        rows.stream().filter(row -> Boolean.TRUE.equals(c.test().of(row))).toList();
    String wrong =
        compare(
            Model.bag(changed(expected, last.columns())),
            Model.bag(changed(matching, last.columns())));
    if (wrong != null) {
      return wrong;
    }
    Map<String, Integer> replayed =
        from == 0 ? new HashMap<>() : Model.bag(project(model.snapshots.get(from).rows(), common));
    for (Map<Integer, Object> row : rows) {
      int count = row.get(CHANGE_TYPE).equals("insert") ? 1 : -1;
      replayed.merge(Model.text(Arrays.asList(Model.values(row, common))), count, Integer::sum);
    }
    replayed.values().removeIf(n -> n == 0);
    wrong = compare(Model.bag(project(last.rows(), common)), replayed);
    return wrong == null ? snapshotBySnapshot(from, to) : wrong;
  }

  /** What one snapshot gets wrong another could make up for. */
  private String snapshotBySnapshot(long from, long to) throws IOException {
    Map<Long, String> operations = new HashMap<>();
    DataSet.at(FileStores.local(), path)
        .history()
        .forEach(s -> operations.put(s.id(), s.operation()));
    for (long id = from + 1; id <= to; id++) {
      long before = id - 1;
      boolean known = before == 0 || model.snapshots.containsKey(before);
      boolean changesNone = CHANGE_NOTHING.contains(operations.get(id));
      if (!changesNone && !(known && model.snapshots.containsKey(id))) {
        continue;
      }
      // Of a snapshot that the model does not have, the rows are those of the one before.
      State now = model.snapshots.floorEntry(id).getValue();
      State then = before == 0 ? null : model.snapshots.floorEntry(before).getValue();
      if (then != null
          && isNarrower(model.snapshots.floorKey(before), model.snapshots.floorKey(id))) {
        continue; // A rollback undid a widening.
      }
      List<Col> columns =
          now.columns().stream()
              .filter(
                  c -> then == null || then.columns().stream().anyMatch(o -> o.key() == c.key()))
              .toList();
      query = "changes " + id + " (" + operations.get(id) + ")";
      List<String> names = new ArrayList<>(List.of(names(now.columns())));
      names.add("_change_type");
      List<Map<Integer, Object>> rows = new ArrayList<>();
      scan(Placed.read(path).changes(id, id), now.columns(), names, rows);
      if (changesNone && !rows.isEmpty()) {
        return "not expected: " + rows.size() + " changes, such as " + rows.get(0);
      }
      Map<String, Integer> found = new HashMap<>();
      rows.forEach(
          r ->
              found.merge(
                  Model.text(Arrays.asList(Model.values(r, columns))),
                  r.get(CHANGE_TYPE).equals("insert") ? 1 : -1,
                  Integer::sum));
      found.values().removeIf(n -> n == 0);
      Map<String, Integer> expected = new HashMap<>(Model.bag(project(now.rows(), columns)));
      if (then != null) {
        Model.bag(project(then.rows(), columns))
            .forEach((row, n) -> expected.merge(row, -n, Integer::sum));
      }
      expected.values().removeIf(n -> n == 0);
      if (!expected.equals(found)) {
        return "changes " + found + ", expected " + expected;
      }
    }
    return null;
  }

  /** Columns of the later snapshot that all have from one to the other. */
  private List<Col> common(long from, long to) {
    return model.snapshots.get(to).columns().stream()
        .filter(
            c ->
                model.snapshots.subMap(from, true, to, true).values().stream()
                    .allMatch(s -> s.columns().stream().anyMatch(o -> o.key() == c.key())))
        .toList();
  }

  /** Whether an earlier snapshot has a type that cannot be read as that of the last one. */
  private boolean isNarrower(long from, long to) {
    for (State s : model.snapshots.subMap(from, true, to, true).values()) {
      for (Col c : s.columns()) {
        for (Col last : model.snapshots.get(to).columns()) {
          if (c.key() == last.key() && !Widening.allowed(c.type(), last.type())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static void scan(
      ReadBuilder read, List<Col> columns, List<String> names, List<Map<Integer, Object>> out)
      throws IOException {
    try (TableScan scan = read.select(names.toArray(String[]::new)).open()) {
      scan.rows()
          .forEach(
              values -> {
                Map<Integer, Object> row = new HashMap<>();
                for (int c = 0; c < columns.size(); c++) {
                  row.put(columns.get(c).key(), values[c]);
                }
                row.put(CHANGE_TYPE, values[columns.size()]);
                out.add(row);
              });
    }
  }

  private static List<Object[]> changed(List<Map<Integer, Object>> rows, List<Col> columns) {
    List<Col> all = new ArrayList<>(columns);
    all.add(new Col(CHANGE_TYPE, "", Type.STRING));
    return project(rows, all);
  }

  /** No two rows have the same id, and it finds the row. */
  private String withIds(long snapshot, ReadBuilder read, String[] names, List<Object[]> expected)
      throws IOException {
    String[] more = Arrays.copyOf(names, names.length + 1);
    more[names.length] = "_row_id";
    List<Object[]> found = new ArrayList<>();
    Map<Object, Object[]> ids = new HashMap<>();
    Object[] some = null;
    try (TableScan scan = read.select(more).open()) {
      for (Object[] row : scan.rows().toList()) {
        Object id = row[names.length];
        if (id != null && ids.put(id, row) != null) {
          return "two rows have the id " + id;
        }
        found.add(Arrays.copyOf(row, names.length));
        some = id != null && (some == null || random.nextInt(9) == 0) ? row : some;
      }
    }
    String difference = compare(Model.bag(expected), Model.bag(found));
    if (difference != null || some == null) {
      return difference;
    }
    query += ", by number";
    difference = new NumberedChecks(path, random).ask(snapshot, more, ids);
    if (difference != null) {
      return difference;
    }
    query += ", where _row_id = " + some[names.length];
    read.where(Predicate.eq("_row_id", some[names.length]));
    try (TableScan scan = read.open()) {
      return compare(
          Model.bag(List.<Object[]>of(Arrays.copyOf(some, names.length))),
          Model.bag(scan.rows().map(r -> Arrays.copyOf(r, names.length)).toList()));
    }
  }

  private String cat() {
    long id = anySnapshot();
    State state = model.snapshots.get(id);
    List<Col> columns = anyColumns(state);
    List<String> args = new ArrayList<>(List.of("cat", path, "--json"));
    if (id != model.newest()) {
      args.addAll(List.of("--snapshot", Long.toString(id)));
    }
    args.addAll(List.of("-c", String.join(",", names(columns))));
    List<Map<Integer, Object>> rows = model.rows(id);
    if (random.nextBoolean()) {
      Condition c = Condition.random(state.columns(), random, 2);
      args.addAll(List.of("--where", c.predicate().toString()));
      rows = rows.stream().filter(row -> Boolean.TRUE.equals(c.test().of(row))).toList();
    }
    query = String.join(" ", args);
    Schema schema = state.schema(columns);
    Batch batch = Batch.of(schema);
    project(rows, columns).forEach(batch::appendRow);
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < batch.rows(); i++) {
      StringBuilder text = new StringBuilder();
      JsonRows.appendRow(batch, i, text);
      expected.merge(text.toString().strip(), 1, Integer::sum);
    }
    Map<String, Integer> found = new HashMap<>();
    Cli.run(args.toArray()).ok().out().lines().forEach(l -> found.merge(l, 1, Integer::sum));
    return compare(expected, found);
  }

  /** Converts to another format and back to a Placed file or data set. */
  private String convert(String format, boolean nested) throws IOException {
    State state = model.now();
    List<Col> columns = state.columns();
    if (!nested && columns.stream().anyMatch(c -> c.type().isNested())) {
      return cat();
    }
    String middle = scratch.resolve("c" + outputs++ + "." + format).toString();
    String back =
        scratch.resolve("c" + outputs++ + (random.nextBoolean() ? ".placed" : "")).toString();
    query = "convert to " + format + " and back to " + back;
    Schema schema = Placed.read(path).schema();
    if (format.equals("csv")) {
      Cli.run("convert", path, middle, "--null", "~").ok();
      Cli.run("convert", middle, back, "--null", "~", "--schema", schema).ok();
    } else if (format.startsWith("json")) {
      Cli.run("convert", path, middle).ok();
      Cli.run("convert", middle, back, "--schema", schema).ok();
    } else {
      Cli.run("convert", path, middle).ok();
      Cli.run("convert", middle, back).ok();
    }
    return compareWith(back, columns);
  }

  private String elsewhere() throws IOException {
    if (model.foreignOutside()) {
      return cat();
    }
    String to =
        scratch.resolve("r" + outputs++ + (random.nextBoolean() ? ".placed" : "")).toString();
    String layout = List.of("orc", "albis", "parquet", "default").get(random.nextInt(4));
    query = "rewrite --output " + to + " --placement " + layout;
    Cli.run("rewrite", path, "--output", to, "--placement", layout).ok();
    return compareWith(to, model.now().columns());
  }

  private String compareWith(String other, List<Col> columns) throws IOException {
    List<Object[]> found = new ArrayList<>();
    try (TableScan scan = Placed.read(other).select(names(columns)).open()) {
      scan.rows().forEach(found::add);
    }
    return compare(Model.bag(project(model.rows(model.newest()), columns)), Model.bag(found));
  }

  private static String compare(Map<String, Integer> expected, Map<String, Integer> found) {
    return expected.equals(found) ? null : difference(expected, found);
  }

  private static String difference(Map<String, Integer> expected, Map<String, Integer> found) {
    List<String> missing = new ArrayList<>();
    List<String> extra = new ArrayList<>();
    expected.forEach(
        (k, n) -> {
          if (found.getOrDefault(k, 0) < n) {
            missing.add(k);
          }
        });
    found.forEach(
        (k, n) -> {
          if (expected.getOrDefault(k, 0) < n) {
            extra.add(k);
          }
        });
    return "missing " + some(missing) + ", not expected " + some(extra);
  }

  private static String some(List<String> rows) {
    Collections.sort(rows);
    return rows.size() + " kinds of rows" + (rows.isEmpty() ? "" : " such as " + rows.get(0));
  }
}
