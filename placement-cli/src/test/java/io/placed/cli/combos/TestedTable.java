package io.placed.cli.combos;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.cli.combos.Model.Col;
import io.placed.cli.combos.Model.Foreign;
import io.placed.cli.combos.Model.State;
import io.placed.io.FileStores;
import io.placed.placement.ColumnNames;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.table.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** A table that is changed randomly, and the model of its expected rows. */
abstract class TestedTable {
  private static final List<String> NAMES = List.of("a", "b", "C", "d e", "f", "g", "é");
  static final List<String> LAYOUTS =
      List.of("default", "albis", "orc", "parquet", "arrow", "trevni", "cf", "rcfile");

  private static final Set<TypeKind> RELATED =
      EnumSet.of(
          TypeKind.INT8,
          TypeKind.INT16,
          TypeKind.INT32,
          TypeKind.INT64,
          TypeKind.STRING,
          TypeKind.DATE,
          TypeKind.TIMESTAMP);

  final FileStores stores = FileStores.local();
  final String path;
  final Model model;
  Random random;

  TestedTable(String path, Model model) {
    this.path = path;
    this.model = model;
  }

  Col newColumn(List<Col> beside, List<Type> types) {
    Set<String> taken =
        beside.stream().map(c -> c.name().toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    List<String> free =
        NAMES.stream().filter(n -> !taken.contains(n.toLowerCase(Locale.ROOT))).toList();
    String name = free.isEmpty() ? "n" + beside.size() : free.get(random.nextInt(free.size()));
    return new Col(model.newKey(), name, types.get(random.nextInt(types.size())));
  }

  List<Map<Integer, Object>> rows(State state, List<Col> columns) {
    int count =
        switch (random.nextInt(12)) {
          case 0 -> 0;
          case 1 -> 5000;
          case 2, 3 -> 2500;
          default -> 1 + random.nextInt(40);
        };
    List<Map<Integer, Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<Integer, Object> row = new HashMap<>();
      for (Col c : columns) {
        row.put(
            c.key(),
            state.isPartition(c)
                ? RandomValues.partition(c.type(), random)
                : RandomValues.value(c.type(), random));
      }
      rows.add(row);
    }
    relate(state, columns, rows);
    return rows;
  }

  /** Makes a column a function of one or two others, apart from some rows. */
  private void relate(State state, List<Col> columns, List<Map<Integer, Object>> rows) {
    List<Col> parents = new ArrayList<>(columns);
    parents.removeIf(c -> state.isPartition(c) || !RELATED.contains(c.type().kind()));
    if (parents.size() < 2 || random.nextInt(3) == 0) {
      return;
    }
    Collections.shuffle(parents, random);
    if (random.nextInt(4) > 0 && follow(parents, rows)) {
      return;
    }
    Col child = parents.remove(0);
    parents = parents.subList(0, Math.min(parents.size(), 1 + random.nextInt(2)));
    Map<String, Object> values = new HashMap<>();
    for (Map<Integer, Object> row : rows) {
      StringBuilder key = new StringBuilder();
      parents.forEach(p -> key.append(Arrays.deepToString(new Object[] {row.get(p.key())})));
      Object value =
          values.computeIfAbsent(key.toString(), k -> RandomValues.required(child.type(), random));
      if (random.nextInt(30) > 0) {
        row.put(child.key(), value);
      }
    }
  }

  /**
   * Gives most rows of some columns values of which one is a function of the others. Other random
   * values are so few that there is nothing to gain from their relations.
   *
   * @return false if there are no such columns
   */
  private boolean follow(List<Col> columns, List<Map<Integer, Object>> rows) {
    List<Col> narrow = columns.stream().filter(c -> c.type().kind() == TypeKind.INT32).toList();
    List<Col> wide = columns.stream().filter(c -> c.type().kind() == TypeKind.INT64).toList();
    if (narrow.isEmpty() || wide.isEmpty()) {
      return false;
    }
    Col a = narrow.get(0);
    Col b = narrow.get(narrow.size() - 1);
    Col c = wide.get(0);
    int relation = random.nextInt(b == a ? 4 : 8);
    int odd = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 40;
    int step = 0;
    for (Map<Integer, Object> row : rows) {
      step++;
      int x = random.nextInt(200_000) - 100_000;
      int y = random.nextInt(200);
      long z = random.nextLong() >> 20;
      switch (relation) {
        case 0, 7 -> put(row, odd, a, x, b, y, c, x * 1_000_003L + step / 700 * 17);
        case 1 -> put(row, odd, a, (int) Math.floorMod(z, 1000L), b, y, c, z);
        case 2 -> put(row, odd, a, x, b, y, c, x + (long) random.nextInt(16));
        case 3 -> put(row, odd, a, x, b, y, c, x * (100L + random.nextInt(16)) / 100);
        case 4 -> put(row, odd, a, x, b, y, c, x * 1_000_003L + y);
        case 5 -> put(row, odd, a, x, b, y, c, (long) x * y);
        default -> put(row, odd, a, Integer.MAX_VALUE - y, b, x, c, (long) x - y);
      }
    }
    return true;
  }

  /** Puts numbers and integers into columns, but null into one of {@code odd}. */
  private void put(
      Map<Integer, Object> row, int odd, Col a, int x, Col b, int y, Col c, long value) {
    row.put(b.key(), random.nextInt(odd) > 0 ? (Integer) y : null);
    row.put(a.key(), random.nextInt(odd) > 0 ? (Integer) x : null);
    row.put(c.key(), random.nextInt(odd) > 0 ? (Long) value : null);
  }

  interface Mode {
    WriteBuilder of(WriteBuilder b);
  }

  /** Writes a file with columns in any order. */
  String write(
      String target, State state, List<Col> columns, List<Map<Integer, Object>> rows, Mode mode)
      throws IOException {
    List<Col> order = new ArrayList<>(columns);
    if (model.snapshots.isEmpty() || random.nextInt(3) > 0) {
      // Spelled as in the table.
    } else {
      Collections.shuffle(order, random);
    }
    String layout = LAYOUTS.get(random.nextInt(LAYOUTS.size()));
    WriteBuilder builder = mode.of(Placed.write(target, state.schema(order)).placement(layout));
    List<Col> flat = columns.stream().filter(c -> isKey(state, c)).toList();
    if (!flat.isEmpty() && random.nextInt(3) == 0) {
      Col key = flat.get(random.nextInt(flat.size()));
      String sort = "sort(" + ColumnNames.quote(key.name()) + ")";
      builder.option("placement.reorder", sort);
      layout += ", " + sort;
    }
    if (random.nextInt(3) > 0) {
      builder.option("profile", "compact");
      layout += " compact";
    }
    if (random.nextInt(rows.size() < 2500 ? 3 : 6) == 0) {
      builder.option("placement.row-group", "7 rows");
      layout += " in groups of 7";
    }
    // Bytes count for more, so that large files are entropy-coded.
    if (random.nextInt(4) < (rows.size() > 1000 ? 3 : 1)) {
      builder.option("profile", "compact");
      layout += ", compact";
    }
    try (TableWriter out = builder.open()) {
      for (Map<Integer, Object> row : rows) {
        out.write(Model.values(row, order));
      }
      out.commit();
    }
    return ", " + layout;
  }

  /** Whether rows can be sorted by a column. */
  private static boolean isKey(State state, Col c) {
    return !state.isPartition(c) && !c.type().isNested();
  }

  long newest() throws IOException {
    return DataSet.at(stores, path).newestId();
  }

  void committed(List<Col> columns, List<Map<Integer, Object>> rows) throws IOException {
    model.snapshots.put(newest(), new State(columns, model.now().partitions(), rows));
    // Foreign files are compared with snapshots by modification time.
    tick();
  }

  /**
   * Returns when files that are written now have later modification times than what was written
   * before: a file system takes them from a clock that advances every few milliseconds only.
   */
  static void tick() throws IOException {
    long now = System.currentTimeMillis();
    Path probe = Files.createTempFile("tick", null);
    do {
      Files.write(probe, new byte[1]);
    } while (Files.getLastModifiedTime(probe).toMillis() <= now);
    Files.delete(probe);
  }

  void replaceForeign(List<Foreign> gone) {
    gone.forEach(f -> f.until = model.newest());
  }
}
