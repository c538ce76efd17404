package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.RandomTables;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows by number, against the same rows of a scan. */
class TableReaderTest {
  private static final int FILE_ROWS = 3000;

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

  private static void write(WriteBuilder to, Batch rows) throws IOException {
    try (TableWriter out = to.open()) {
      out.write(rows);
      out.commit();
    }
  }

  /** Some of the keys, in random order, some of them several times. */
  private long[] some(List<Long> keys) {
    int n = random.nextInt(4) == 0 ? keys.size() : random.nextInt(40);
    long[] out = new long[keys.isEmpty() ? 0 : n];
    for (int i = 0; i < out.length; i++) {
      out[i] = keys.get(random.nextInt(keys.size()));
    }
    if (random.nextInt(3) == 0) {
      out = Arrays.stream(out).sorted().distinct().toArray();
    }
    return out;
  }

  private void check(TableReader reader, Map<Long, String> expected, String what)
      throws IOException {
    long[] numbers = some(List.copyOf(expected.keySet()));
    List<String> texts = RandomTables.texts(reader.rows(numbers));
    assertEquals(numbers.length, texts.size(), what);
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(expected.get(numbers[i]), texts.get(i), what + ", row " + numbers[i]);
    }
  }

  @Test
  void filesOfEveryPlacementAndType() throws IOException {
    System.out.println("TableReaderTest seed " + seed);
    RandomTables tables = new RandomTables(seed);
    for (String preset : Placement.presetNames()) {
      Schema schema = random.nextBoolean() ? tables.everyType() : tables.schema();
      String path = dir.resolve(preset + ".placed").toString();
      int rows = 1 + random.nextInt(3 * FILE_ROWS);
      write(
          Placed.write(path, schema)
              .placement(preset)
              .option("placement.row-group", (1 + random.nextInt(4)) * 1024 + " rows")
              .option("page-rows", (1 + random.nextInt(2)) * 1024 + ""),
          tables.rows(schema, rows));
      String[] columns =
          schema.fields().stream()
              .filter(f -> random.nextInt(3) > 0)
              .map(f -> f.name())
              .toArray(String[]::new);
      String what = "seed " + seed + ", " + preset + ", " + schema;
      ReadBuilder read = Placed.read(path);
      if (columns.length > 0) {
        read.select(columns);
      }
      TreeMap<Long, String> expected = new TreeMap<>();
      try (TableScan scan = read.open()) {
        for (Batch b : scan) {
          RandomTables.texts(b).forEach(t -> expected.put((long) expected.size(), t));
        }
      }
      try (TableReader reader = read.openReader()) {
        for (int i = 0; i < 5; i++) {
          check(reader, expected, what);
        }
        assertRefused(reader, rows, rows + " rows");
        assertRefused(reader, -1, rows + " rows");
      }
    }
  }

  private static void assertRefused(TableReader reader, long number, String why) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> reader.rows(0, number));
    assertTrue(e.getMessage().contains(" " + number), e.getMessage());
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }

  private static TreeMap<Long, String> byId(String table, long snapshot) throws IOException {
    List<String> columns = new ArrayList<>(List.of("_row_id"));
    Placed.read(table).snapshot(snapshot).schema().fields().forEach(f -> columns.add(f.name()));
    TreeMap<Long, String> rows = new TreeMap<>();
    try (TableScan scan =
        Placed.read(table).snapshot(snapshot).select(columns.toArray(new String[0])).open()) {
      for (Batch b : scan) {
        Batch others =
            Batch.of(
                Placed.read(table).snapshot(snapshot).schema(),
                b.columns().subList(1, columns.size()),
                b.rows());
        List<String> texts = RandomTables.texts(others);
        for (int i = 0; i < texts.size(); i++) {
          rows.put((Long) b.row(i)[0], texts.get(i));
        }
      }
    }
    return rows;
  }

  /** Deletion vectors, rewritten files, renamed, added, dropped and wider columns, partitions. */
  @Test
  void tablesWithHistories() throws IOException {
    System.out.println("TableReaderTest seed " + seed);
    for (boolean partitioned : new boolean[] {true, false}) {
      String table = dir.resolve("table-" + partitioned).toString();
      DataSet set = DataSet.at(FileStores.local(), table);
      Map<Long, TreeMap<Long, String>> history = new TreeMap<>();
      // The value of p by that of k, of the rows that are there.
      TreeMap<Long, Integer> alive = new TreeMap<>();
      int k = 0;
      int names = 0;
      for (int step = 0; step < 12; step++) {
        int what = step < 2 ? 0 : random.nextInt(6);
        if (what < 2) {
          Schema schema =
              step == 0
                  ? Schema.parse("p: int32, k: int64, n: int32, s: string, l: list<element: int32>")
                  : set.current().schema();
          Batch rows = Batch.of(schema);
          RandomTables values = new RandomTables(random.nextLong());
          for (int i = random.nextInt(FILE_ROWS); i >= 0; i--, k++) {
            Object[] row = new Object[schema.size()];
            for (int c = 0; c < row.length; c++) {
              row[c] = values.value(schema.field(c), 5, 100);
            }
            int p = random.nextInt(3);
            row[schema.indexOf("p")] = p;
            row[schema.indexOf("k")] = (long) k;
            alive.put((long) k, p);
            rows.appendRow(row);
          }
          WriteBuilder to = Placed.write(table, schema).option("placement.row-group", "1024 rows");
          write(partitioned ? to.partitionBy("p") : to, rows);
        } else if (what == 2) {
          int p = random.nextInt(3);
          set.deleteRows(Predicate.eq("p", p));
          alive.values().removeIf(of -> of == p);
        } else if (what == 3) {
          set.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "1"));
          long low = random.nextInt(k + 1);
          set.deleteRows(Predicate.and(Predicate.ge("k", low), Predicate.le("k", low + 300)));
          alive.keySet().removeIf(of -> of >= low && of <= low + 300);
        } else {
          int n = names++;
          Schema now = set.current().schema();
          set.alter(
              now.indexOf("s") >= 0
                  ? List.of(
                      new ColumnChange.Rename("s", "s" + n),
                      new ColumnChange.Add(List.of("a" + n), Type.STRING, null),
                      new ColumnChange.Widen(List.of("n"), Type.INT64))
                  : List.of(new ColumnChange.Add(List.of("s"), Type.DATE, null)),
              Map.of());
        }
        history.put(set.newestId(), byId(table, set.newestId()));
        try (TableScan scan = Placed.read(table).select("k").open()) {
          assertEquals(
              List.copyOf(alive.keySet()),
              scan.rows().map(row -> (Long) row[0]).sorted().toList(),
              "seed " + seed + ", step " + step);
        }
        for (long at : new long[] {set.newestId(), 1 + random.nextInt((int) set.newestId())}) {
          if (history.containsKey(at)) {
            String where = "seed " + seed + ", step " + step + ", snapshot " + at;
            try (TableReader reader = Placed.read(table).snapshot(at).openReader()) {
              check(reader, history.get(at), where);
              check(reader, history.get(at), where);
              assertGapsRefused(reader, history.get(at), where);
            }
          }
        }
      }
    }
  }

  private static void assertGapsRefused(
      TableReader reader, TreeMap<Long, String> rows, String what) {
    for (long id = 0; id < (rows.isEmpty() ? 10 : rows.lastKey() + 2); id += 97) {
      if (!rows.containsKey(id)) {
        long number = id;
        Exception e = assertThrows(IllegalArgumentException.class, () -> reader.rows(number), what);
        assertTrue(e.getMessage().contains(" " + id + " "), e.getMessage());
      }
    }
  }

  @Test
  void footersAreReadOnce() throws IOException {
    Schema schema = Schema.parse("k: int64, s: string");
    String table = dir.resolve("t").toString();
    for (int f = 0; f < 3; f++) {
      Batch rows = Batch.of(schema);
      for (long k = 0; k < 100_000; k++) {
        rows.appendRow(k, "s" + k);
      }
      write(Placed.write(table, schema), rows);
    }
    try (TableReader reader = Placed.read(table).openReader()) {
      reader.rows(1, 100_001, 200_001);
      long read = reader.metrics().bytesRead();
      long requests = reader.metrics().requests();
      assertEquals(
          List.of(77_777L, 5L, 77_777L),
          List.of(reader.rows(277_777, 5, 77_777).column(0)).stream()
              .flatMap(c -> List.of(0, 1, 2).stream().map(i -> (Object) value(c, i)))
              .toList());
      // A page of each of two columns.
      assertTrue(reader.metrics().requests() - requests <= 6, reader.metrics().toString());
      assertTrue(reader.metrics().bytesRead() - read < 600_000, reader.metrics().toString());
      assertTrue(reader.metrics().vectors() - reader.metrics().vectorsSkipped() <= 6);
      try (TableScan scan = reader.scan(Predicate.eq("k", 5L))) {
        assertEquals(5L, reader.rows(5).row(0)[0]);
        assertEquals(3, scan.rows().count());
      }
      try (TableScan scan = reader.scan(Predicate.eq("k", 99_999L))) {
        assertEquals(3, scan.rows().count());
        assertTrue(scan.metrics().requests() <= 6, scan.metrics().toString());
      }
    }
  }

  private static Object value(io.placed.vector.Column c, int i) {
    return io.placed.vector.Values.get(c, i);
  }

  @Test
  void rowsWithoutNumbers() throws IOException {
    Schema schema = Schema.parse("k: int64");
    Path directory = Files.createDirectories(dir.resolve("files"));
    Batch one = Batch.of(schema);
    one.appendRow(7L);
    write(Placed.write(directory.resolve("a.placed").toString(), schema), one);
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> Placed.read(directory.toString()).rows(0));
    assertTrue(e.getMessage().contains("has no snapshots"), e.getMessage());
    String file = directory.resolve("a.placed").toString();
    assertEquals(7L, Placed.read(file).rows(0).row(0)[0]);
    assertEquals(0, Placed.read(file).rows().rows());
    ReadBuilder filtered = Placed.read(file).where(Predicate.eq("k", 7L));
    assertThrows(IllegalArgumentException.class, filtered::openReader);
    assertThrows(
        IllegalArgumentException.class, () -> Placed.read(file).changesFrom(1).openReader());
  }
}
