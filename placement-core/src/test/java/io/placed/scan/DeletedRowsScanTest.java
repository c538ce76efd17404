package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.scan.request.SampledRows;
import io.placed.scan.request.TopRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans of files some of whose rows are deleted, against the same rows in memory. */
class DeletedRowsScanTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final Schema SCHEMA =
      Schema.parse("id: int64, v: int32, s: string, x: double, l: list<element: int32>");

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

  /** Deleted rows as a set of bits. */
  private record Deleted(BitSet rows) implements DeletedRows {
    @Override
    public long count(long first, long count) {
      return rows.get((int) first, (int) (first + count)).cardinality();
    }

    @Override
    public void clear(long first, long[] bits, int count) {
      for (int i = 0; i < count; i++) {
        if (rows.get((int) first + i)) {
          Bits.clear(bits, i);
        }
      }
    }
  }

  private Batch rows(int n) {
    Batch rows = Batch.of(SCHEMA);
    int values = 1 + random.nextInt(2000);
    for (long id = 0; id < n; id++) {
      Integer v = random.nextInt(9) == 0 ? null : (Integer) random.nextInt(values);
      rows.appendRow(id, v, v == null ? null : "s" + v % 7, id / 100 * 1.0, List.of(1, (int) id));
    }
    return rows;
  }

  private String write(Batch rows, String placement) throws IOException {
    String path = dir.resolve("t" + random.nextLong() + ".placed").toString();
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse(placement)).withPageRows(1024);
    try (FileWriter out = FileWriter.create(STORE, path, SCHEMA, options)) {
      out.write(rows);
      out.finish();
    }
    return path;
  }

  /** Of different shapes: single rows, runs, pages, row groups, all, all but a few, none. */
  private BitSet deleted(int n) {
    BitSet rows = new BitSet();
    for (int k = random.nextInt(4); k > 0 && n > 0; k--) {
      int from = random.nextInt(n);
      switch (random.nextInt(6)) {
        case 0 -> rows.set(from & -1024, Math.min(n, (from & -1024) + 1024));
        case 1 -> rows.set(from, Math.min(n, from + random.nextInt(5000)));
        case 2 -> rows.set(from);
        case 3 -> rows.set(0, n);
        case 4 -> {
          rows.set(0, n);
          for (int left = 1 + random.nextInt(20); left > 0; left--) {
            rows.clear(random.nextInt(n));
          }
        }
        default -> {
          int every = 1 + random.nextInt(200);
          for (int i = from % every; i < n; i += every) {
            rows.set(i);
          }
        }
      }
    }
    return rows;
  }

  private static List<String> read(String path, ReadRequest request) throws IOException {
    List<String> out = new ArrayList<>();
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters());
        BatchReader reader = file.read(request)) {
      long[] numbers = new long[request.batchRows()];
      while (reader.next()) {
        reader.rowNumbers(numbers);
        for (int i = 0; i < reader.batch().rows(); i++) {
          if (reader.wanted() == null || Bits.get(reader.wanted(), i)) {
            Object[] row = reader.batch().row(i);
            assertEquals(numbers[i], row[0], "number of the row");
            out.add(RandomTables.text(row));
          }
        }
      }
    }
    return out;
  }

  @Test
  void deletedRowsAreNotInTheFile() throws IOException {
    String[] placements = {
      "default; row-group=4000 rows", "albis", "cf", "orc", "rcfile; row-group=3000 rows"
    };
    String[] filters = {
      null, "v >= 100", "v < 50 and id >= 3000", "s = 's3'", "id < 5000", "x < 7"
    };
    for (int round = 0; round < 150; round++) {
      int n = random.nextInt(14_000);
      Batch rows = rows(n);
      String path = write(rows, placements[random.nextInt(placements.length)]);
      BitSet gone = deleted(n);
      String filter = filters[random.nextInt(filters.length)];
      ReadRequest request =
          ReadRequest.all().withDeleted(new Deleted(gone)).withSparse(random.nextBoolean());
      if (random.nextBoolean()) {
        request = request.withBatchRows(1024 << random.nextInt(4));
      }
      if (filter != null) {
        request = request.withFilter(Predicate.parse(filter));
      }
      List<String> expected = new ArrayList<>();
      for (int i = gone.nextClearBit(0); i < n; i = gone.nextClearBit(i + 1)) {
        if (filter == null || matches(rows.row(i), filter)) {
          expected.add(RandomTables.text(rows.row(i)));
        }
      }
      String what = "seed " + seed + ", round " + round + ", " + filter;
      assertEquals(expected, read(path, request), what);
      double low = random.nextDouble() / 2;
      SampledRows sample = new SampledRows(low, low + 0.3, random.nextBoolean(), 7, "f");
      Set<String> all = new HashSet<>(read(path, request.withDeleted(null).withChoice(sample)));
      List<String> some = new ArrayList<>(expected);
      some.retainAll(all);
      assertEquals(some, read(path, request.withChoice(sample)), what + ": sample");
      top(path, request, rows, gone, filter, what);
    }
  }

  /** A deleted row must not take the place of another among the first ones. */
  private void top(
      String path, ReadRequest request, Batch rows, BitSet gone, String filter, String what)
      throws IOException {
    int wanted = 1 + random.nextInt(40);
    boolean descending = random.nextBoolean();
    List<Integer> keys = new ArrayList<>();
    for (int i = gone.nextClearBit(0); i < rows.rows(); i = gone.nextClearBit(i + 1)) {
      Object[] row = rows.row(i);
      if (row[1] != null && (filter == null || matches(row, filter))) {
        keys.add((Integer) row[1]);
      }
    }
    keys.sort(descending ? java.util.Comparator.reverseOrder() : null);
    List<String> found =
        read(path, request.withChoice(new TopRows("v", descending, false, wanted)));
    Set<String> chosen = new HashSet<>(found);
    for (int i = gone.nextClearBit(0); i < rows.rows(); i = gone.nextClearBit(i + 1)) {
      Object[] row = rows.row(i);
      boolean first =
          row[1] != null
              && (filter == null || matches(row, filter))
              && (keys.size() <= wanted
                  || (descending
                      ? (Integer) row[1] >= keys.get(wanted - 1)
                      : (Integer) row[1] <= keys.get(wanted - 1)));
      if (first) {
        assertTrue(chosen.contains(RandomTables.text(row)), what + ": first " + wanted);
      }
    }
  }

  private static boolean matches(Object[] row, String filter) {
    Integer v = (Integer) row[1];
    long id = (Long) row[0];
    return switch (filter) {
      case "v >= 100" -> v != null && v >= 100;
      case "v < 50 and id >= 3000" -> v != null && v < 50 && id >= 3000;
      case "s = 's3'" -> v != null && v % 7 == 3;
      case "id < 5000" -> id < 5000;
      default -> id / 100 < 7;
    };
  }

  @Test
  void deletedPagesAreNotRead() throws IOException {
    String path = write(rows(10_240), "cf; row-group=5120 rows");
    BitSet gone = new BitSet();
    gone.set(0, 5120);
    gone.set(6144, 7168);
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters());
        BatchReader reader = file.read(ReadRequest.all().withDeleted(new Deleted(gone)))) {
      int rows = 0;
      while (reader.next()) {
        rows += reader.batch().rows();
      }
      assertEquals(4096, rows);
      assertEquals(4096, reader.metrics().rowsDecoded());
    }
  }
}
