package io.placed.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableReader;
import io.placed.TableScan;
import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregator;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.expression.Expression;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.RandomTables;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import io.placed.table.RelatedTable.Col;
import io.placed.table.answer.StatisticsAnswer;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.plan.FileQuery;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Derived columns together with everything else: placements, partitions, projections, filters, rows
 * by number, deleted rows, changed schemas, rewrites and aggregates, compared with rows in memory.
 */
class DerivedTablesTest {
  private static final int STEPS = 4;

  /** Rounds of the usual test command; it has more if some function was not derived. */
  private static final int FEW = 3;

  private static final List<Function> NEW =
      List.of(
          Function.REMAINDER,
          Function.MULTIPLE,
          Function.COMBINATION,
          Function.TIME_SUM,
          Function.TIME_DIFFERENCE,
          Function.MAP,
          Function.MAP_OF_TWO);

  private final long seed = Long.getLong("placed.seed", new Random().nextLong());
  private Random random;
  private RelatedTable table;
  private String what;

  @TempDir Path dir;

  @Test
  void everyQueryGivesTheRowsInMemory() throws IOException {
    Set<Function> found = EnumSet.noneOf(Function.class);
    Set<Function> balanced = EnumSet.noneOf(Function.class);
    List<String> presets = new ArrayList<>(Placement.presetNames());
    presets.remove("albis");
    Collections.shuffle(presets, new Random(seed));
    List<String> columnar = List.copyOf(presets);
    presets.add("packing=copies(one-row-group; all stride 1024)");
    presets.add("packing=files(4)");
    presets.add("column-groups=all stride 1024");
    Collections.shuffle(presets, new Random(seed));
    System.out.println("DerivedTablesTest seed " + seed);
    int[] rounds = rounds();
    for (int k = 0; k < rounds.length; k++) {
      if (k == FEW && !isLong() && hasAll(found, balanced)) {
        break;
      }
      int round = rounds[k];
      random = Chosen.random(seed + round);
      boolean compact = round % 2 == 0;
      String profile = compact ? "compact" : "balanced";
      table =
          new RelatedTable(
              dir.resolve("t" + round).toString(), random, round > 1 && random.nextBoolean());
      String first = (round < 2 ? columnar : presets).get(round % columnar.size());
      what = "seed " + seed + ", round " + round + ": ";
      what += table.append(first, profile, round < 2);
      int count = table.functions(compact ? found : balanced);
      assertTrue(round > 1 || count > 0, "nothing is derived, " + what);
      check(true);
      int steps = round < 2 && !isLong() ? 2 : STEPS;
      for (int step = 0; step < steps; step++) {
        what += "\n  " + step(presets, profile);
        check(step == steps - 1);
      }
    }
    found.addAll(balanced);
    assertTrue(found.containsAll(NEW), "seed " + seed + " has only " + found);
    assertTrue(balanced.contains(Function.MULTIPLE), "seed " + seed + ": balanced " + balanced);
    assertTrue(balanced.contains(Function.COMBINATION), "seed " + seed + ": balanced " + balanced);
  }

  private static boolean isLong() {
    return Chosen.isAll() || System.getProperty("placed.rounds") != null;
  }

  /** First those of tables whose rows all have the relations. */
  private int[] rounds() {
    int other = 2 + new Random(seed).nextInt(2);
    return isLong()
        ? IntStream.range(0, Integer.getInteger("placed.rounds", 4)).toArray()
        : new int[] {0, 1, other, 5 - other};
  }

  private static boolean hasAll(Set<Function> compact, Set<Function> balanced) {
    return NEW.stream().allMatch(f -> compact.contains(f) || balanced.contains(f))
        && balanced.containsAll(List.of(Function.MULTIPLE, Function.COMBINATION));
  }

  private String step(List<String> presets, String profile) throws IOException {
    String placement = presets.get(random.nextInt(presets.size()));
    return switch (random.nextInt(10)) {
      case 0 -> table.rename();
      case 1 -> table.drop();
      case 2 -> table.add();
      case 3 -> table.widen();
      case 4 -> table.append(placement, random.nextBoolean() ? profile : "compact", false);
      case 5, 6 -> delete();
      case 7 -> optimize();
      default -> rewrite(random.nextInt(4) == 0 ? "albis" : placement, profile);
    };
  }

  private String delete() throws IOException {
    String share = random.nextBoolean() ? "1" : "0";
    table.dataSet().alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, share));
    Filter filter = filter();
    table.dataSet().deleteRows(Predicate.parse(filter.text));
    table.rows.values().removeIf(filter.test::of);
    return "delete rows where " + filter.text + ", vectors up to " + share;
  }

  private String optimize() throws IOException {
    table.dataSet().optimize(OptimizeOptions.defaults());
    return "optimize";
  }

  private String rewrite(String placement, String profile) throws IOException {
    Map<String, String> settings = Map.of("placement", placement, "profile", profile);
    Rewrite.prepare(FileStores.local(), table.path, RewriteOptions.of(settings)).run(part -> {});
    return "rewrite to " + placement;
  }

  private interface Test1 {
    boolean of(Object[] row);
  }

  private record Filter(String text, Test1 test) {}

  private Filter filter() {
    Filter a = simple();
    if (random.nextInt(3) > 0) {
      return a;
    }
    Filter b = simple();
    return random.nextBoolean()
        ? new Filter(a.text + " and " + b.text, r -> a.test.of(r) && b.test.of(r))
        : new Filter(a.text + " or " + b.text, r -> a.test.of(r) || b.test.of(r));
  }

  /** A comparison with a value of some row, or with null. */
  private Filter simple() {
    Col c = table.any();
    List<Object[]> rows = List.copyOf(table.rows.values());
    Object value = rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()))[c.key()];
    boolean number = c.type().kind() == TypeKind.INT32 || c.type().kind() == TypeKind.INT64;
    if (random.nextInt(8) == 0 || !(number || value instanceof String) || value == null) {
      return random.nextInt(4) > 0
          ? new Filter(c.name() + " is null", r -> r[c.key()] == null)
          : new Filter(c.name() + " is not null", r -> r[c.key()] != null);
    }
    String text = number ? value.toString() : "'" + value + "'";
    return switch (random.nextInt(3)) {
      case 0 -> new Filter(c.name() + " < " + text, r -> compare(r[c.key()], value) == -1);
      case 1 ->
          new Filter(
              c.name() + " >= " + text,
              r -> compare(r[c.key()], value) == 0 || compare(r[c.key()], value) == 1);
      default -> new Filter(c.name() + " = " + text, r -> compare(r[c.key()], value) == 0);
    };
  }

  /** -1, 0 or 1; 2 if it is null. */
  private static int compare(Object a, Object b) {
    if (a == null) {
      return 2;
    }
    return a instanceof Number n
        ? Long.compare(n.longValue(), ((Number) b).longValue())
        : Integer.signum(((String) a).compareTo((String) b));
  }

  private void check(boolean all) throws IOException {
    List<Object[]> order = new ArrayList<>();
    try (TableScan scan = Placed.read(table.path).select("id").open()) {
      scan.rows().forEach(r -> order.add(table.rows.get((Long) r[0])));
    }
    assertEquals(table.rows.size(), order.size(), what);
    List<Col> alone = new ArrayList<>(table.columns);
    Collections.shuffle(alone, random);
    // All of them in the first and the last state.
    for (Col c : alone.subList(0, all ? alone.size() : 8)) {
      compare(order, List.of(c), null);
    }
    compare(order, table.columns, null);
    for (int i = 0; i < 10; i++) {
      compare(order, some(), i < 2 ? null : filter());
    }
    numbered();
    statistics();
    for (int i = 0; i < 3; i++) {
      grouped();
    }
  }

  private List<Col> some() {
    List<Col> columns = new ArrayList<>(table.columns);
    Collections.shuffle(columns, random);
    return columns.subList(0, 1 + random.nextInt(random.nextBoolean() ? 3 : columns.size()));
  }

  private static String[] names(List<Col> columns) {
    return columns.stream().map(Col::name).toArray(String[]::new);
  }

  private static Object[] values(Object[] row, List<Col> columns) {
    return columns.stream().map(c -> row[c.key()]).toArray();
  }

  private void compare(List<Object[]> order, List<Col> columns, Filter filter) throws IOException {
    String message =
        what
            + "\n  select "
            + List.of(names(columns))
            + (filter == null ? "" : " where " + filter.text);
    ReadBuilder read = Placed.read(table.path).select(names(columns));
    if (filter != null) {
      read.where(Predicate.parse(filter.text));
    }
    List<Object[]> wanted =
        order.stream().filter(r -> filter == null || filter.test.of(r)).toList();
    List<Object[]> found = new ArrayList<>();
    try (TableScan scan = read.open()) {
      scan.rows().forEach(found::add);
    }
    assertEquals(wanted.size(), found.size(), message);
    for (int i = 0; i < found.size(); i++) {
      String expected = RandomTables.text(values(wanted.get(i), columns));
      String text = RandomTables.text(found.get(i));
      if (!expected.equals(text)) {
        assertEquals(expected, text, message + ", row " + i);
      }
    }
  }

  private void numbered() throws IOException {
    List<Long> numbers = new ArrayList<>();
    List<Object[]> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(table.path).select("_row_id", "id").open()) {
      scan.rows()
          .forEach(
              r -> {
                numbers.add((Long) r[0]);
                rows.add(table.rows.get((Long) r[1]));
              });
    }
    List<Col> columns = some();
    int n = rows.isEmpty() ? 0 : random.nextInt(60);
    int[] chosen = random.ints(n, 0, Math.max(1, rows.size())).toArray();
    long[] wanted = new long[n];
    for (int i = 0; i < n; i++) {
      wanted[i] = numbers.get(chosen[i]);
    }
    try (TableReader reader = Placed.read(table.path).select(names(columns)).openReader()) {
      Batch found = reader.rows(wanted);
      assertEquals(n, found.rows(), what);
      for (int i = 0; i < n; i++) {
        assertEquals(
            RandomTables.text(values(rows.get(chosen[i]), columns)),
            RandomTables.text(found.row(i)),
            what + "\n  " + columns + " of row number " + wanted[i]);
      }
    }
  }

  private static Expression.Reference reference(Col c) {
    return new Expression.Reference(List.of(c.name()), c.type(), null);
  }

  /** Counts and extremes that are answered without reading rows. */
  private void statistics() throws IOException {
    TableSource source =
        TableSource.open(FileStores.local(), SourceRequest.of(List.of(table.path)));
    Schema partition =
        Schema.of(source.partitionColumns().stream().map(source.schema()::require).toList());
    FileQuery query = new FileQuery(source, partition, List.of(), List.of(), Set.of(), false, true);
    for (Col c : table.columns) {
      if (c.type().kind() != TypeKind.INT32 && c.type().kind() != TypeKind.INT64) {
        continue;
      }
      List<Aggregate> aggregates =
          List.of(
              Aggregate.of(Aggregate.Function.COUNT, reference(c)),
              Aggregate.of(Aggregate.Function.MIN, reference(c)),
              Aggregate.of(Aggregate.Function.MAX, reference(c)));
      Optional<StatisticsAnswer> answer = StatisticsAnswer.of(query, List.of(), aggregates);
      if (answer.isPresent()) {
        List<Long> values = present(c);
        List<Object> expected = new ArrayList<>(List.of((long) values.size()));
        expected.add(values.isEmpty() ? null : Collections.min(values));
        expected.add(values.isEmpty() ? null : Collections.max(values));
        List<Object> found = new ArrayList<>();
        answer.get().rows().get(0).values().forEach(v -> found.add(v));
        assertEquals(expected.toString(), found.toString(), what + "\n  statistics of " + c);
      }
    }
  }

  private List<Long> present(Col c) {
    return table.rows.values().stream()
        .map(r -> r[c.key()])
        .filter(Objects::nonNull)
        .map(v -> ((Number) v).longValue())
        .toList();
  }

  /** Counts by strings, which may be codes of the dictionary of a derived page. */
  private void grouped() throws IOException {
    List<Col> strings =
        table.columns.stream().filter(c -> c.type().kind() == TypeKind.STRING).toList();
    if (strings.isEmpty()) {
      return;
    }
    Col key = strings.get(random.nextInt(strings.size()));
    Col counted = table.any();
    List<Col> two = key.equals(counted) ? List.of(key) : List.of(key, counted);
    Filter filter = random.nextBoolean() ? filter() : null;
    ReadBuilder read = Placed.read(table.path).select(names(two));
    if (filter != null) {
      read.where(Predicate.parse(filter.text));
    }
    Map<Object, Object> found = new HashMap<>();
    try (TableScan scan = read.open()) {
      Aggregator sums =
          new Aggregator(
              scan.schema(),
              List.of(reference(key)),
              List.of(Aggregate.of(Aggregate.Function.COUNT, reference(counted))),
              false);
      for (Batch b : scan) {
        sums.add(b);
      }
      Batch result = sums.take();
      for (int i = 0; i < result.rows(); i++) {
        found.put(result.row(i)[0], ((Number) result.row(i)[1]).intValue());
      }
    }
    Map<Object, Object> expected = new HashMap<>();
    List<Object[]> rows =
        table.rows.values().stream()
            .filter(r -> filter == null || filter.test.of(r))
            .collect(Collectors.toList());
    for (Object[] row : rows) {
      int one = row[counted.key()] == null ? 0 : 1;
      expected.merge(
          row[key.key()] == null ? "null" : row[key.key()],
          one,
          (a, b) -> (Integer) a + (Integer) b);
    }
    if (found.containsKey(null)) {
      found.put("null", found.remove(null));
    }
    assertEquals(
        expected,
        found,
        what
            + "\n  count "
            + counted
            + " by "
            + key
            + (filter == null ? "" : " where " + filter.text));
  }
}
