package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.PageShare;
import io.placed.scan.request.ReadRequest;
import io.placed.scan.request.RowChoice;
import io.placed.scan.request.SampledRows;
import io.placed.scan.request.TopRows;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowChoiceTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("id", Type.INT64),
          Field.of("i", Type.INT32),
          Field.of("x", Type.DOUBLE),
          Field.of("c", Type.decimal(9, 2)));

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

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

  private Batch rows(int n) {
    Batch rows = Batch.of(SCHEMA);
    int values = 1 + random.nextInt(20_000);
    for (long id = 0; id < n; id++) {
      double x = random.nextInt(40) == 0 ? Double.NaN : random.nextInt(values) - values / 2.0;
      rows.appendRow(
          id,
          random.nextInt(9) == 0 ? null : (Object) (random.nextInt(values) - values / 2),
          random.nextInt(9) == 0 ? null : (Object) (x == 3 ? -0.0 : x),
          BigDecimal.valueOf(random.nextInt(values), 2));
    }
    return rows;
  }

  private static List<Object[]> read(String path, ReadRequest request, long[] decoded)
      throws IOException {
    List<Object[]> out = new ArrayList<>();
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters());
        BatchReader reader = file.read(request)) {
      while (reader.next()) {
        for (int i = 0; i < reader.batch().rows(); i++) {
          out.add(reader.batch().row(i));
        }
      }
      decoded[0] = reader.metrics().rowsDecoded();
    }
    return out;
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object[]> order(int column, boolean descending, boolean nullsFirst) {
    Comparator<Object> values =
        (a, b) ->
            a instanceof Double x
                ? Double.compare(x + 0.0, (Double) b + 0.0)
                : ((Comparable<Object>) a).compareTo(b);
    Comparator<Object> directed = descending ? values.reversed() : values;
    return Comparator.comparing(
        row -> row[column],
        nullsFirst ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed));
  }

  @Test
  void theFirstRowsAreAmongThoseChosen() throws IOException {
    for (int round = 0; round < 60; round++) {
      Batch rows = rows(random.nextInt(12_000));
      String[] placements = {
        "default; row-group=4000 rows", "reorder=sort(i)", "reorder=sort(x desc)"
      };
      String path = write(rows, placements[random.nextInt(3)]);
      int column = 1 + random.nextInt(3);
      boolean descending = random.nextBoolean();
      boolean nullsFirst = random.nextBoolean();
      int n = 1 + random.nextInt(random.nextBoolean() ? 10 : 4000);
      ReadRequest request = ReadRequest.all().withBatchRows(1024 << random.nextInt(3));
      if (random.nextBoolean()) {
        request = request.withFilter(Predicate.compare(List.of("id"), Predicate.Op.GE, 5000L));
      }
      Comparator<Object[]> order = order(column, descending, nullsFirst);
      List<Object[]> all = read(path, request, new long[1]);
      all.sort(order);
      TopRows top = new TopRows(SCHEMA.field(column).name(), descending, nullsFirst, n);
      int parts = 1 + random.nextInt(4);
      List<Object[]> found = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        TopRows ofPart = parts == 1 ? top : new TopRows(top.column(), descending, nullsFirst, n);
        ReadRequest one = request.withPages(new PageShare(part, parts)).withChoice(ofPart);
        found.addAll(read(path, one, new long[1]));
      }
      found.sort(order);
      String about = "seed " + seed + ", round " + round;
      assertTrue(found.size() >= Math.min(n, all.size()) && found.size() <= all.size(), about);
      for (int k = 0; k < Math.min(n, all.size()); k++) {
        assertEquals(0, order.compare(all.get(k), found.get(k)), about + ", row " + k);
      }
    }
  }

  @Test
  void pagesThatCannotHoldTheFirstRowsAreNotDecoded() throws IOException {
    String path = write(rows(50_000), "reorder=sort(c)");
    for (boolean descending : new boolean[] {true, false}) {
      long[] decoded = new long[1];
      TopRows top = new TopRows("c", descending, true, 10);
      List<Object[]> found = read(path, ReadRequest.all().withChoice(top), decoded);
      assertTrue(found.size() >= 10, "seed " + seed);
      assertTrue(decoded[0] < 12_000, decoded[0] + " rows were decoded, seed " + seed);
    }
  }

  /** Pages are excluded by the key up to which the pages that were announced have enough rows. */
  @Test
  void announcedPagesExcludeOthers() throws IOException {
    for (int round = 0; round < 200; round++) {
      int n = 1 + random.nextInt(50);
      TopRows top = new TopRows("i", false, false, n);
      List<long[]> pages = new ArrayList<>();
      for (int p = random.nextInt(30); p >= 0; p--) {
        long[] page = {random.nextInt(40), random.nextInt(20)};
        pages.add(page);
        top.expect(page[1], page(page[0], Math.max(1, page[1])));
        long limit = Long.MAX_VALUE;
        for (long[] last : pages) {
          long before = pages.stream().filter(x -> x[0] <= last[0]).mapToLong(x -> x[1]).sum();
          limit = before >= n ? Math.min(limit, last[0]) : limit;
        }
        for (long key = 0; key < 45; key++) {
          ColumnStatistics of = page(key, 1);
          assertEquals(key <= limit, top.mayChoose(0, 1, () -> of), "seed " + seed);
        }
      }
    }
  }

  private static ColumnStatistics page(long key, long rows) {
    return ColumnStatistics.of(rows, 0, 0, 1, key, key, true, true);
  }

  @Test
  void samplesAreTheSameHoweverAFileIsDividedAndComplementEachOther() throws IOException {
    String path = write(rows(30_000), "default; row-group=10000 rows");
    for (boolean vectors : new boolean[] {false, true}) {
      Set<Object> seen = new HashSet<>();
      double from = 0;
      for (double to : new double[] {0.1, 0.1, 0.45, 1}) {
        RowChoice choice = new SampledRows(from, to, vectors, 17, "f");
        long[] decoded = new long[1];
        List<Object[]> whole = read(path, ReadRequest.all().withChoice(choice), decoded);
        List<Object[]> parts = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
          ReadRequest part =
              ReadRequest.all()
                  .withRowGroups(k / 2, k / 2 + 1)
                  .withPages(new PageShare(k % 2, 2))
                  .withBatchRows(2048)
                  .withChoice(choice);
          parts.addAll(read(path, part, new long[1]));
        }
        assertEquals(ids(whole), ids(parts));
        double share = whole.size() / 30_000.0;
        assertEquals(to - from, share, vectors ? 0.35 : 0.02);
        if (vectors && to - from < 0.5) {
          assertTrue(decoded[0] < 30_000, decoded[0] + " rows were decoded");
        }
        for (Object[] row : whole) {
          assertTrue(seen.add(row[0]), "a row is in two samples");
        }
        from = to;
      }
      assertEquals(30_000, seen.size());
    }
    assertThrows(IllegalArgumentException.class, () -> new SampledRows(0.5, 0.4, false, 1, "f"));
  }

  private static List<Object> ids(List<Object[]> rows) {
    return rows.stream().map(r -> r[0]).sorted().toList();
  }
}
