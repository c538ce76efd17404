package io.placed.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns {@code _row_id} and {@code _row_version} of tables whose rows are known. */
class RowIdColumnsTest {
  private static final Schema SCHEMA = Schema.parse("k: int64, n: int32, name: string");

  @TempDir Path dir;
  private String table;
  private DataSet set;

  /** The column {@code k} is the number of rows before, so it is the id that a row must have. */
  private long next;

  /** Versions by key, of the rows that are there. */
  private TreeMap<Long, Long> rows = new TreeMap<>();

  private final Map<Long, TreeMap<Long, Long>> history = new HashMap<>();

  @BeforeEach
  void newTable() throws IOException {
    table = dir.resolve("t").toString();
    set = DataSet.at(FileStores.local(), table);
  }

  private void append(Random random, int count) throws IOException {
    WriteBuilder to = Placed.write(table, SCHEMA);
    to.option("placement.row-group", (1 + random.nextInt(4)) * 1024 + " rows");
    if (random.nextBoolean()) {
      to.option("placement.column-groups", "all");
    }
    try (TableWriter out = to.open()) {
      for (int i = 0; i < count; i++) {
        out.write(next + i, (int) ((next + i) % 7), "n" + (next + i) % 3);
      }
      out.commit();
    }
    for (int i = 0; i < count; i++) {
      rows.put(next++, set.newestId());
    }
  }

  private static List<List<Object>> read(ReadBuilder read, String... columns) throws IOException {
    try (TableScan scan = read.select(columns).open()) {
      return scan.rows().map(Arrays::asList).collect(Collectors.toList());
    }
  }

  private void check(Random random, String seed) throws IOException {
    boolean back = random.nextInt(3) == 0;
    long at = back ? 1 + random.nextInt((int) set.newestId()) : set.newestId();
    TreeMap<Long, Long> all = history.get(at);
    long low = (long) (random.nextDouble() * (next + 2)) - 1;
    long high = low + random.nextInt(random.nextBoolean() ? 10 : 5000);
    int n = random.nextInt(7);
    Predicate onIds = Predicate.and(Predicate.ge("_row_id", low), Predicate.le("_row_id", high));
    List<Predicate> filters = new ArrayList<>();
    LongPredicate matches = k -> true;
    if (random.nextBoolean()) {
      filters.add(onIds);
      matches = k -> k >= low && k <= high;
    }
    if (random.nextBoolean()) {
      filters.add(Predicate.eq("n", n));
      matches = matches.and(k -> k % 7 == n);
    }
    if (random.nextInt(4) == 0) {
      long version = 1 + random.nextInt((int) at);
      filters.add(Predicate.eq("_row_version", version));
      matches = matches.and(k -> all.get(k) == version);
    }
    ReadBuilder read = Placed.read(table).snapshot(at);
    filters.forEach(read::where);
    List<List<Object>> expected = new ArrayList<>();
    for (Map.Entry<Long, Long> row : all.entrySet()) {
      if (matches.test(row.getKey())) {
        expected.add(List.of(row.getKey(), row.getKey(), row.getValue()));
      }
    }
    List<List<Object>> found = read(read, "_row_id", "k", "_row_version");
    found.sort((a, b) -> Long.compare((Long) a.get(1), (Long) b.get(1)));
    String where = seed + ", snapshot " + at + ", " + filters;
    assertEquals(expected.size(), found.size(), where);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), found.get(i), where);
    }
    // Without any column that is stored.
    read = Placed.read(table).snapshot(at);
    filters.forEach(read::where);
    assertEquals(
        0,
        expected.stream().mapToLong(r -> (Long) r.get(0)).sum()
            - read(read, "_row_id").stream().mapToLong(r -> (Long) r.get(0)).sum(),
        where);
  }

  @Test
  void idsOfRandomTables() throws IOException {
    long seed = new Random().nextLong();
    System.out.println("RowIdColumnsTest seed " + seed);
    Random random = new Random(seed);
    append(random, 5000);
    history.put(1L, new TreeMap<>(rows));
    set.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
    history.put(2L, new TreeMap<>(rows));
    for (int i = 0; i < 40; i++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> append(random, 1 + random.nextInt(6000));
        case 2, 3 -> {
          long low = (long) (random.nextDouble() * next);
          long high = low + random.nextInt(random.nextBoolean() ? 10 : 3000);
          int n = random.nextInt(7);
          set.deleteRows(
              Predicate.and(Predicate.ge("k", low), Predicate.le("k", high), Predicate.eq("n", n)));
          rows.keySet().removeIf(k -> k >= low && k <= high && k % 7 == n);
        }
        default -> {
          // The property of the second snapshot must stay.
          long to = 2 + random.nextInt((int) set.newestId() - 1);
          set.rollback(to);
          rows = new TreeMap<>(history.get(to));
        }
      }
      history.put(set.newestId(), new TreeMap<>(rows));
      check(random, "seed " + seed);
      check(random, "seed " + seed);
    }
  }

  @Test
  void pagesAndFilesAreSkipped() throws IOException {
    for (int i = 0; i < 4; i++) {
      append(new Random(i), 100_000);
    }
    try (TableScan scan =
        Placed.read(table).select("_row_id", "k").where(Predicate.eq("_row_id", 250_000L)).open()) {
      assertEquals(
          List.of(List.of(250_000L, 250_000L)),
          scan.rows().map(Arrays::asList).collect(Collectors.toList()));
      assertTrue(scan.metrics().rowsDecoded() <= 20_000, scan.metrics().toString());
    }
  }

  /** Deleted rows keep their ids, so those of the others end where they did. */
  @Test
  void theLastRowsOfAFileWithDeletedRowsAreFound() throws IOException {
    append(new Random(1), 5000);
    set.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
    set.deleteRows(Predicate.lt("k", 1000L));
    ReadBuilder last = Placed.read(table).where(Predicate.ge("_row_id", 4998L));
    assertEquals(List.of(List.of(4998L), List.of(4999L)), read(last, "k"));
  }

  @Test
  void aColumnOfTheTableComesFirst() throws IOException {
    Schema own = Schema.parse("_row_id: string, k: int32");
    try (TableWriter out = Placed.write(table, own).open()) {
      out.write("mine", 7);
      out.commit();
    }
    assertEquals(List.of(List.of("mine", 1L)), read(Placed.read(table), "_row_id", "_row_version"));
    assertEquals(own.size(), Placed.read(table).schema().size());
    set.alter(List.of(new ColumnChange.Drop("_row_id")), Map.of());
    assertEquals(List.of(List.of(0L, 7)), read(Placed.read(table), "_row_id", "k"));
    assertEquals(
        List.of(List.of(7)), read(Placed.read(table).where(Predicate.eq("_row_id", 0L)), "k"));
    assertThrows(IllegalArgumentException.class, () -> read(Placed.read(table), "_ROW_ID"));
  }

  /** What was read as the id of a row can be written, and is a column like others then. */
  @Test
  void rowsWithTheirIdsCanBeWrittenToAnotherTable() throws IOException {
    append(new Random(1), 5);
    set.deleteRows(Predicate.eq("k", 1L));
    for (String name : List.of("copy", "copy.placed", "one/copy.placed")) {
      String copy = dir.resolve(name).toString();
      Files.createDirectories(Path.of(copy).getParent());
      try (TableScan in = Placed.read(table).select("_row_id", "k", "_row_version").open();
          TableWriter out = Placed.write(copy, in.schema()).open()) {
        assertTrue(in.schema().lastId() > Schema.MAX_STORED_ID);
        for (Batch batch : in) {
          out.write(batch);
        }
        out.commit();
      }
      ReadBuilder read = Placed.read(name.startsWith("one") ? dir.resolve("one").toString() : copy);
      assertEquals(
          List.of(
              List.of(0L, 0L, 1L), List.of(2L, 2L, 1L), List.of(3L, 3L, 1L), List.of(4L, 4L, 1L)),
          read(read, "_row_id", "k", "_row_version"));
      assertTrue(read.schema().lastId() <= Schema.MAX_STORED_ID, read.schema().toString());
    }
    // And be changed, and read again from a log that was parsed.
    DataSet other = DataSet.at(FileStores.local(), dir.resolve("copy").toString());
    other.alter(List.of(new ColumnChange.Rename("_row_id", "r")), Map.of());
    assertEquals(List.of(3L, 2L), read(Placed.read(other.path()), "r", "_row_id").get(2));
  }

  @Test
  void filesThatNoSnapshotListsHaveNoIds() throws IOException {
    append(new Random(1), 3);
    set.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    String file = dir.resolve("f.placed").toString();
    try (TableWriter out = Placed.write(file, SCHEMA).open()) {
      out.write(9L, 9, "nine");
      out.commit();
    }
    List<Object> none = Arrays.asList(9L, null, null);
    assertEquals(List.of(none), read(Placed.read(file), "k", "_row_id", "_row_version"));
    Files.move(Path.of(file), Path.of(table, "f.placed"));
    assertTrue(read(Placed.read(table), "k", "_row_id", "_row_version").contains(none));
    ReadBuilder filtered = Placed.read(table).where(Predicate.parse("_row_id is null"));
    assertEquals(List.of(none), read(filtered, "k", "_row_id", "_row_version"));
    filtered = Placed.read(table).where(Predicate.parse("_row_version is not null"));
    assertEquals(3, read(filtered, "k").size());
    set.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "false"));
    filtered = Placed.read(table).where(Predicate.eq("k", 9L));
    assertEquals(List.of(List.of(3L, 3L)), read(filtered, "_row_id", "_row_version"));
  }

  @Test
  void changesHaveTheIdsOfTheirRows() throws IOException {
    append(new Random(1), 3);
    set.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
    append(new Random(1), 4);
    set.deleteRows(Predicate.in("k", List.of(1L, 5L)));
    for (List<Object> change : read(Placed.read(table).changesFrom(1), "k", "_row_id")) {
      assertEquals(change.get(0), change.get(1));
    }
    assertEquals(9, read(Placed.read(table).changesFrom(1), "_row_id").size());
  }
}
