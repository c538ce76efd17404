package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Columns that are functions of others are stored as derived columns, transparently for readers.
 */
class DerivedColumnsTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  @TempDir Path dir;

  private static FileReader open(String path) throws IOException {
    return FileReader.open(STORE.input(path), new IoCounters());
  }

  private static Map<String, String> encodings(FileReader file) throws IOException {
    Map<String, String> out = new TreeMap<>();
    file.layout().columns().forEach(c -> out.put(c.name(), c.encodings()));
    return out;
  }

  @Test
  void relationsAreFoundAndEverythingComesBack() throws IOException {
    String[] placements = {
      "default",
      "parquet",
      "row-group=3000 rows",
      "column-groups=all stride 1024",
      "column-groups=(quantity, ext), (price, net)"
    };
    for (int round = 0; round < 10; round++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      String what = "seed " + seed + ", round " + round;
      Batch rows =
          DerivedRows.rows(9000, round % 2 == 0 ? 0 : 20, round % 5 == 4 ? 100 : 0, random);
      String path = WrittenFile.write(dir, rows, DerivedRows.options(placements[round % 5], 2048));
      try (FileReader file = open(path)) {
        Map<String, String> encodings = encodings(file);
        if (round % 5 != 4) {
          long derived = encodings.values().stream().filter(e -> e.startsWith("derived(")).count();
          assertEquals(7, derived, what + encodings);
        }
        List<String> expected = RandomTables.texts(rows);
        assertEquals(expected, RoundTripTest.read(file, ReadRequest.all()), what);
        assertEquals(
            expected, RoundTripTest.read(file, ReadRequest.all().withBatchRows(1024)), what);
      }
      assertEquals(List.of(), FileVerifier.verify(STORE.input(path), new IoCounters()), what);
    }
  }

  @Test
  void everyProjectionGivesTheSame() throws IOException {
    Random random = new Random(3);
    Batch rows = DerivedRows.rows(2500, 15, 0, random);
    String path = WrittenFile.write(dir, rows, DerivedRows.options("default", 1024));
    List<String> names = List.of("quantity", "price", "list", "ext", "coupon", "net", "total");
    try (FileReader file = open(path)) {
      for (int set = 1; set < 1 << names.size(); set++) {
        List<String> chosen = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
          if ((set >> k & 1) != 0) {
            chosen.add(names.get(k));
          }
        }
        Schema some = file.schema().select(chosen);
        List<String> found = RoundTripTest.read(file, ReadRequest.all().withColumns(some));
        for (int i = 0; i < rows.rows(); i++) {
          Object[] row = rows.row(i);
          Object[] want = chosen.stream().map(n -> row[DerivedRows.schema().indexOf(n)]).toArray();
          assertEquals(RandomTables.text(want), found.get(i), chosen + ", row " + i);
        }
      }
    }
  }

  @Test
  void predicatesAndRowGroupsAndWiderTypes() throws IOException {
    Random random = new Random(4);
    Batch rows = DerivedRows.rows(20_000, 30, 0, random);
    String path = WrittenFile.write(dir, rows, DerivedRows.options("row-group=6000 rows", 1024));
    try (FileReader file = open(path)) {
      Predicate p = Predicate.parse("net > 3000 and arrival < date '2003-01-01'");
      int ext = DerivedRows.schema().indexOf("ext");
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < rows.rows(); i++) {
        Object[] r = rows.row(i);
        Double net = (Double) r[DerivedRows.schema().indexOf("net")];
        LocalDate day = (LocalDate) r[DerivedRows.schema().indexOf("arrival")];
        if (net != null && net > 3000 && day != null && day.getYear() < 2003) {
          expected.add(RandomTables.text(new Object[] {r[ext]}));
        }
      }
      Schema one = file.schema().select(List.of("ext"));
      ReadRequest filtered = ReadRequest.all().withColumns(one).withFilter(p);
      assertEquals(expected, RoundTripTest.read(file, filtered));

      List<String> middle =
          RoundTripTest.read(file, ReadRequest.all().withColumns(one).withRowGroups(1, 2));
      for (int i = 0; i < middle.size(); i++) {
        assertEquals(RandomTables.text(new Object[] {rows.row(6000 + i)[ext]}), middle.get(i));
      }
      Schema wider = Schema.parse("dec_total: decimal(30,4), QUANTITY: int64, ext: double");
      ReadRequest request = ReadRequest.all().withColumns(wider).withCaseSensitive(false);
      int at = 0;
      try (BatchReader scan = file.read(request)) {
        while (scan.next()) {
          for (int i = 0; i < scan.batch().rows(); i++, at++) {
            Object[] is = scan.batch().row(i);
            Object total = rows.row(at)[DerivedRows.schema().indexOf("dec_total")];
            assertEquals(total == null ? null : ((BigDecimal) total).setScale(4), is[0]);
            assertEquals(rows.row(at)[ext], is[2]);
          }
        }
      }
      assertEquals(rows.rows(), at);
    }
  }

  @Test
  void parentsAreReadOnlyWithTheirChildren() throws IOException {
    Batch rows = DerivedRows.rows(20_000, 0, 0, new Random(5));
    String path = WrittenFile.write(dir, rows, DerivedRows.options("default", 2048));
    assertTrue(needed(path, "quantity", "price", "ext") <= needed(path, "ext") + 4096);
    assertTrue(needed(path, "quantity") < needed(path, "ext") / 2);
    // One of the two is derived from the other.
    long both = needed(path, "arrival", "departure");
    long most = Math.max(needed(path, "arrival"), needed(path, "departure"));
    assertTrue(both <= most + 4096 && both < 20_000 * 3, both + " bytes");
  }

  private static long needed(String path, String... names) throws IOException {
    try (FileReader file = open(path)) {
      Schema some = file.schema().select(List.of(names));
      try (BatchReader scan = file.read(ReadRequest.all().withColumns(some))) {
        while (scan.next()) {
          assertTrue(scan.batch().rows() > 0);
        }
        return scan.metrics().bytesNeeded();
      }
    }
  }

  /** A double has no integers with this many digits, and a decimal has no others. */
  @Test
  void decimalsOfMoreDigitsThanDoublesHave() throws IOException {
    Random random = new Random(10);
    for (int scale = 14; scale <= 18; scale++) {
      Schema schema =
          Schema.of(
              Field.of("d", Type.DOUBLE),
              Field.of("exact", Type.decimal(18, scale)),
              Field.of("f", Type.FLOAT),
              Field.of("more", Type.decimal(18, scale)),
              Field.of("sum", Type.DOUBLE));
      Batch rows = Batch.of(schema);
      for (int i = 0; i < 2048; i++) {
        BigDecimal v = BigDecimal.valueOf(random.nextInt(300), 3).setScale(scale);
        BigDecimal more = v.add(BigDecimal.valueOf(random.nextInt(100), 3));
        double sum = v.add(more).doubleValue();
        rows.appendRow(v.doubleValue(), v, v.floatValue(), more, sum);
      }
      String path = WrittenFile.write(dir, rows, DerivedRows.options("default", 1024));
      try (FileReader file = open(path)) {
        assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()));
      }
    }
  }

  @Test
  void rowMajorGroupsHaveNone() throws IOException {
    Batch rows = DerivedRows.rows(3000, 0, 0, new Random(6));
    String path =
        WrittenFile.write(dir, rows, DerivedRows.options("column-groups=all stride 1", 1024));
    try (FileReader file = open(path)) {
      for (StoredColumn c : file.footer().columns()) {
        assertEquals(null, c.record().derivation());
      }
      assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()));
    }
  }
}
