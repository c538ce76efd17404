package io.placed.table.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of a snapshot, and the changes since then, are the rows of a later one. */
class TableChangesTest {
  private static final Schema SCHEMA = Schema.parse("id: int64 not null, part: string, n: int32");

  @TempDir Path dir;
  private String path;
  private DataSet set;
  private int next;

  @BeforeEach
  void open() throws IOException {
    path = dir.resolve("table").toString();
    set = DataSet.at(FileStores.local(), path);
  }

  private void write(Random random, boolean overwrite) throws IOException {
    Schema schema = next == 0 ? SCHEMA : set.current().schema();
    WriteBuilder how = Placed.write(path, schema).partitionedBy(spec(random).toString());
    write(random, schema, overwrite ? how.overwrite() : how);
  }

  private void write(Random random, Schema schema, WriteBuilder how) throws IOException {
    try (TableWriter out = how.open()) {
      for (int i = 1 + random.nextInt(200); i > 0; i--) {
        Object[] row = new Object[schema.size()];
        for (int c = 0; c < row.length; c++) {
          Field f = schema.field(c);
          row[c] =
              f.type().equals(Type.INT64)
                  ? (Object) (long) next++
                  : f.type().equals(Type.STRING) ? "p" + random.nextInt(3) : random.nextInt(100);
        }
        out.write(row);
      }
      out.commit();
    }
  }

  /** That of the table; of a new one, the column and perhaps a bucket. */
  private PartitionSpec spec(Random random) throws IOException {
    if (next > 0) {
      return set.current().partitioning().spec(set.current().schema());
    }
    return PartitionSpec.parse(random.nextBoolean() ? "part" : "part, bucket(3, id)");
  }

  private void step(Random random) throws IOException {
    Schema schema = set.current().schema();
    int newest = (int) set.current().id();
    switch (random.nextInt(16)) {
      case 0 -> write(random, true);
      case 1 ->
          set.begin(schema, spec(random), null)
              .delete(Predicate.eq("part", "p" + random.nextInt(3)));
      case 2 -> {
        Map<String, String> options = Map.of("placement", random.nextBoolean() ? "orc" : "albis");
        Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(options)).run(done -> {});
      }
      case 3 -> {
        String name = schema.field(schema.size() - 1).name();
        set.alter(List.of(new ColumnChange.Rename(name, "r" + random.nextInt(1_000))), Map.of());
      }
      case 4 -> {
        String name = "n" + newest;
        ColumnChange.Add add =
            new ColumnChange.Add(List.of(name), Type.parse("int32"), ColumnChange.LAST);
        set.alter(List.of(add), Map.of());
      }
      case 5 -> {
        if (schema.size() > 3) {
          String name = schema.field(2 + random.nextInt(schema.size() - 2)).name();
          set.alter(List.of(new ColumnChange.Drop(name)), Map.of());
        }
      }
      case 12 -> {
        String bucket = random.nextBoolean() ? "" : ", bucket(" + (1 + random.nextInt(4)) + ", id)";
        set.alter(PartitionSpec.parse("part" + bucket));
      }
      case 13 -> {
        List<Field> fields = new ArrayList<>(schema.fields());
        int at = Math.min(2, fields.size() - 1) + random.nextInt(Math.max(1, fields.size() - 2));
        if (at > 1) {
          boolean text = fields.get(at).type().equals(Type.STRING);
          fields.set(at, fields.get(at).withType(text ? Type.INT32 : Type.STRING));
        }
        fields.replaceAll(
            f ->
                new Field(
                    f.id(), f.name(), f.type(), f.name().equals("part") || random.nextBoolean()));
        Schema other = Schema.of(fields);
        String by = spec(random).toString();
        write(
            random,
            other,
            Placed.write(path, other).partitionedBy(by).overwrite().overwriteSchema());
      }
      case 6 -> set.rollback(1 + random.nextInt(newest));
      case 7 -> {
        Commit commit = set.begin(schema, spec(random), null);
        String part = "part=p" + random.nextInt(3) + "/";
        commit.overwriteWhere(List.of(), f -> f.path().startsWith(part));
      }
      case 8, 9, 10, 11 -> {
        long id = random.nextInt(next);
        set.deleteRows(
            Predicate.and(Predicate.ge("id", id), Predicate.le("id", id + random.nextInt(10))));
      }
      default -> write(random, false);
    }
  }

  @Test
  void changesLeadFromOneSnapshotToAnother() throws IOException {
    long seed = System.nanoTime();
    System.out.println("TableChangesTest seed " + seed);
    Random random = new Random(seed);
    write(random, false);
    for (int i = 0; i < 40; i++) {
      step(random);
    }
    List<SnapshotInfo> history = set.history();
    for (SnapshotInfo commit : history) {
      if (commit.operation().equals("delete")) {
        // Rows that were only copied are not told.
        for (List<Object> c :
            rows(Placed.read(path).changes(commit.id(), commit.id()), List.of("_change_type"))) {
          assertEquals("delete", c.get(0), "seed " + seed + ", " + commit);
        }
      }
    }
    for (int i = 0; i < 60; i++) {
      long from = random.nextInt(history.size());
      long to = from + 1 + random.nextInt((int) (history.size() - from));
      List<Integer> common = commonColumns(from, to);
      Map<List<Object>, Integer> rows = new HashMap<>();
      if (from > 0) {
        rows(Placed.read(path).snapshot(from), names(from, common))
            .forEach(r -> rows.merge(r, 1, Integer::sum));
      }
      List<String> columns = new ArrayList<>(names(to, common));
      columns.addAll(0, List.of("_change_type", "_commit_version"));
      List<List<Object>> changes = rows(Placed.read(path).changes(from + 1, to), columns);
      assertEquals(changes.size(), set.changes(new ChangeRange(from + 1, to)).rows());
      for (List<Object> change : changes) {
        long version = (Long) change.get(1);
        assertTrue(version > from && version <= to, change.toString());
        int count = change.get(0).equals("insert") ? 1 : -1;
        rows.merge(change.subList(2, change.size()), count, Integer::sum);
      }
      rows.values().removeIf(n -> n == 0);
      Map<List<Object>, Integer> expected = new HashMap<>();
      rows(Placed.read(path).snapshot(to), names(to, common))
          .forEach(r -> expected.merge(r, 1, Integer::sum));
      assertEquals(expected, rows, "seed " + seed + ", after " + from + " to " + to);
    }
  }

  @Test
  void aRangeBeforeTheFirstSnapshotHasNoRows() throws IOException {
    write(new Random(1), false);
    assertEquals(0, set.changes(new ChangeRange(1L, 0L)).rows());
    assertEquals(
        set.changes(new ChangeRange(1L, 1L)).schema(),
        set.changes(new ChangeRange(1L, 0L)).schema());
    assertEquals(
        List.of(), rows(Placed.read(path).changes(1, 0), List.of("id", "_commit_version")));
  }

  /** Field ids of the columns that all of these snapshots have. */
  private List<Integer> commonColumns(long from, long to) throws IOException {
    Set<Integer> ids = null;
    for (long s = Math.max(1, from); s <= to; s++) {
      Set<Integer> own =
          set.snapshot(s).schema().fields().stream().map(Field::id).collect(Collectors.toSet());
      if (ids == null) {
        ids = own;
      } else {
        ids.retainAll(own);
      }
    }
    return ids.stream().sorted().toList();
  }

  private List<String> names(long snapshot, List<Integer> ids) throws IOException {
    Map<Integer, String> names =
        set.snapshot(snapshot).schema().fields().stream()
            .collect(Collectors.toMap(Field::id, Field::name));
    return ids.stream().map(names::get).toList();
  }

  private static List<List<Object>> rows(io.placed.ReadBuilder read, List<String> columns)
      throws IOException {
    try (TableScan scan = read.select(columns.toArray(String[]::new)).open()) {
      return scan.rows().map(Arrays::asList).collect(Collectors.toList());
    }
  }

  @Test
  void filtersOnChangesSkipFiles() throws IOException {
    Random random = new Random(1);
    write(random, false);
    write(random, false);
    write(random, true);
    List<String> all = List.of("_change_type", "_commit_version", "id");
    List<List<Object>> changes = rows(Placed.read(path).changesFrom(1), all);
    List<List<Object>> deletes =
        rows(Placed.read(path).changesFrom(1).where(Predicate.eq("_change_type", "delete")), all);
    assertEquals(
        changes.stream().filter(c -> c.get(0).equals("delete")).collect(Collectors.toSet()),
        Set.copyOf(deletes));
    assertTrue(deletes.stream().allMatch(c -> c.get(1).equals(3L)), deletes.toString());
    assertEquals(
        changes.stream().filter(c -> c.get(1).equals(2L)).collect(Collectors.toSet()),
        Set.copyOf(
            rows(
                Placed.read(path).changesFrom(1).where(Predicate.eq("_commit_version", 2L)), all)));
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 4; i++) {
      write(random, false);
    }
    String missing =
        assertThrows(FileNotFoundException.class, () -> Placed.read(path).changes(2, 9).open())
            .getMessage();
    assertTrue(missing.endsWith("snapshot 9 does not exist; the table has 1 to 4"), missing);
    assertEquals(0, rows(Placed.read(path).changesFrom(5), List.of("id")).size());
    set.vacuum(new VacuumOptions(Duration.ZERO, 2, false));
    long all = rows(Placed.read(path).snapshot(4), List.of("id")).size();
    assertEquals(all, set.changes(ChangeRange.ALL).rows());
    String expired =
        assertThrows(FileNotFoundException.class, () -> Placed.read(path).changes(3, 4).open())
            .getMessage();
    assertTrue(
        expired.contains("snapshot 2 has expired, and the changes of snapshot 3 need it"), expired);
    assertThrows(IllegalArgumentException.class, () -> Placed.read(path).changes(4, 2));
    set.alter(List.of(new ColumnChange.Rename("n", "_Change_Type")), Map.of());
    String taken =
        assertThrows(IllegalArgumentException.class, () -> Placed.read(path).changesFrom(4).open())
            .getMessage();
    assertTrue(taken.contains("the table has a column _change_type"), taken);
  }

  /** NOT NULL is what the last snapshot says, and files of before need not keep it. */
  @Test
  void changesOverAColumnThatMustNotBeNullNow() throws IOException {
    Schema before = Schema.parse("a: int32");
    Schema after = Schema.parse("a: int32, b: int32 not null");
    one(Placed.write(path, before), 1);
    one(Placed.write(path, after).overwrite().overwriteSchema(), 2, 20);
    List<String> columns = List.of("_change_type", "a", "b");
    assertEquals(
        Set.of(Arrays.asList("delete", 1, null), List.of("insert", 2, 20)),
        Set.copyOf(rows(Placed.read(path).changes(2, 2), columns)));
    one(Placed.write(path, before).mergeSchema(), 3);
    assertTrue(set.current().schema().require("b").nullable());
    set.rollback(2);
    assertFalse(set.current().schema().require("b").nullable());
    List<List<Object>> all = rows(Placed.read(path).changes(1, 4), columns);
    assertEquals(
        Map.of("delete", 2L, "insert", 3L),
        all.stream().collect(Collectors.groupingBy(c -> c.get(0), Collectors.counting())));
    assertTrue(all.contains(Arrays.asList("delete", 3, null)), all.toString());
  }

  private static void one(WriteBuilder to, Object... row) throws IOException {
    try (TableWriter out = to.open()) {
      out.write(row);
      out.commit();
    }
  }

  /** Names of fields are used again once their column is gone; ids are not. */
  @Test
  void filesAreNotSkippedByOtherFieldsOfThatName() throws IOException {
    Schema schema = Schema.parse("id: int64, c: string");
    for (int i = 0; i < 2; i++) {
      try (TableWriter out =
          Placed.write(path, schema).partitionedBy("bucket(" + (4 + i) + ", c)").open()) {
        for (long id = 0; id < 40; id++) {
          out.write(100 * i + id, "c" + id);
        }
        out.commit();
      }
      if (i == 0) {
        set.alter(PartitionSpec.NONE);
        set.alter(List.of(new ColumnChange.Drop("c")), Map.of());
        set.alter(
            List.of(new ColumnChange.Add(List.of("c"), Type.STRING, ColumnChange.LAST)), Map.of());
        set.alter(PartitionSpec.parse("bucket(5, c)"));
      }
    }
    long last = set.newestId();
    assertEquals(40, rows(Placed.read(path).changes(1, last).where(Predicate.isNull("c"))).size());
    for (int id = 0; id < 40; id++) {
      assertEquals(
          List.of(List.of(100L + id)),
          rows(Placed.read(path).changes(1, last).where(Predicate.eq("c", "c" + id))));
    }
  }

  /** Rows of before do not have the column of another type, whatever they were partitioned by. */
  @Test
  void changesOverAColumnOfAnotherType() throws IOException {
    List<String> types = List.of("string", "int32", "int64", "int32", "list<string>", "list<date>");
    for (String type : types) {
      Schema schema = Schema.parse("id: int64, c: " + type + ", s: struct<c: " + type + ">");
      WriteBuilder how = Placed.write(path, schema).overwrite().overwriteSchema();
      String by = type.startsWith("list") ? "" : "c";
      try (TableWriter out = how.partitionedBy(type.equals("int64") ? "bucket(4, c)" : by).open()) {
        Object c = type.equals("string") ? "x" : type.equals("int32") ? 1 : (Object) 1L;
        Object value = type.startsWith("list") ? List.of() : c;
        out.write(set.hasSnapshots() ? set.newestId() + 1 : 1L, value, List.of(value));
        out.commit();
      }
    }
    for (int first = 1; first <= types.size(); first++) {
      for (int last = first; last <= types.size(); last++) {
        List<List<Object>> changes =
            rows(Placed.read(path).changes(first, last), List.of("id", "c", "s"));
        // Of every commit but the last, inserts and deletes; before the first, one delete.
        assertEquals(2 * (last - first) + (first == 1 ? 1 : 2), changes.size());
        for (List<Object> c : changes) {
          boolean widened = last == 3 && c.get(0).equals(2L);
          boolean is = c.get(0).equals((long) last) || widened;
          assertEquals(is, c.get(1) != null, first + " to " + last + ": " + changes);
          assertEquals(is, c.get(2) != null, first + " to " + last + ": " + changes);
        }
      }
    }
  }

  private static List<List<Object>> rows(io.placed.ReadBuilder read) throws IOException {
    return rows(read, List.of("id"));
  }

  /** The columns of the last snapshot are too narrow for rows of the one before it. */
  @Test
  void changesThatARollbackMadeTooWide() throws IOException {
    try (TableWriter out = Placed.write(path, Schema.parse("id: int32")).open()) {
      out.write(1);
      out.commit();
    }
    set.alter(List.of(new ColumnChange.Widen(List.of("id"), Type.INT64)), Map.of());
    try (TableWriter out = Placed.write(path, Schema.parse("id: int64")).open()) {
      out.write(1L << 40);
      out.commit();
    }
    set.rollback(1);
    assertEquals(List.of(List.of(1)), rows(Placed.read(path)));
    assertEquals(2, rows(Placed.read(path).changes(1, 3)).size());
    String message =
        assertThrows(IllegalArgumentException.class, () -> rows(Placed.read(path).changes(1, 4)))
            .getMessage();
    assertTrue(
        message.startsWith("column id of stored type int64 cannot be read as int32: "), message);
  }

  /** A rewrite changes rows of the log if it replaces files that no snapshot lists. */
  @Test
  void aRewriteOfForeignFilesInsertsTheirRows() throws IOException {
    Schema schema = Schema.parse("id: int64");
    for (int file = 0; file < 2; file++) {
      try (TableWriter out = Placed.write(path + "/f" + file + ".placed", schema).open()) {
        out.write((long) file);
        out.commit();
      }
    }
    Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of())).run(done -> {});
    List<List<Object>> both = List.of(List.of(0L), List.of(1L));
    assertEquals(both, rows(Placed.read(path).changes(1, 1)));
    assertEquals(1, set.added(1).files().size());
    assertFalse(set.added(1).changes());
    set.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    try (TableWriter out = Placed.write(path + "/f3.placed", schema).open()) {
      out.write(3L);
      out.commit();
    }
    RewriteResult done = set.optimize(OptimizeOptions.defaults());
    assertEquals(2, done.filesBefore());
    Map<Object, Integer> rows = new HashMap<>();
    for (List<Object> row :
        rows(Placed.read(path).changes(2, done.snapshot()), List.of("id", "_change_type"))) {
      rows.merge(row.get(0), row.get(1).equals("insert") ? 1 : -1, Integer::sum);
    }
    assertEquals(Map.of(0L, 0, 1L, 0, 3L, 1), rows);
    assertTrue(set.added(done.snapshot()).changes());
  }
}
