package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.Profile;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.encoding.derived.Derivation.Parent;
import io.placed.error.CorruptFileException;
import io.placed.format.v1.ColumnRecord;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are functions of others are stored as such, and nobody who reads them notices. */
class DerivedColumnsTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  @TempDir Path dir;

  private static Schema schema() {
    return Schema.of(
        Field.of("name", Type.STRING),
        Field.of("quantity", Type.INT32),
        Field.of("price", Type.DOUBLE),
        Field.of("list", Type.DOUBLE),
        Field.of("ext", Type.DOUBLE),
        Field.of("coupon", Type.DOUBLE),
        Field.of("net", Type.DOUBLE),
        Field.of("tax", Type.FLOAT),
        Field.of("departure", Type.DATE),
        Field.of("arrival", Type.DATE),
        Field.of("id", Type.INT64),
        Field.of("same", Type.INT64),
        Field.of("dec_a", Type.decimal(12, 2)),
        Field.of("dec_b", Type.decimal(12, 2)),
        Field.of("dec_total", Type.decimal(13, 2)),
        Field.of("total", Type.DOUBLE));
  }

  /**
   * Rows with the relations.
   *
   * @param nulls one value in so many is missing, 0 = none
   * @param odd one value in so many breaks its relation, 0 = none
   */
  static Batch rows(int n, int nulls, int odd, Random random) {
    Batch rows = Batch.of(schema());
    for (int i = 0; i < n; i++) {
      int q = 1 + random.nextInt(100);
      long p = 100 + random.nextInt(9900);
      long markup = 100 + random.nextInt(101);
      long ext = q * p;
      long coupon = random.nextInt(200_000);
      LocalDate day = LocalDate.of(2000, 1, 1).plusDays(random.nextInt(3000));
      long id = random.nextLong();
      BigDecimal a = BigDecimal.valueOf(random.nextInt(10_000_000), 2);
      BigDecimal b = BigDecimal.valueOf(random.nextInt(10_000_000), 2);
      Object[] row = {
        "n" + random.nextInt(30),
        q,
        p / 100.0,
        p * markup / 100 / 100.0,
        ext / 100.0,
        coupon / 100.0,
        (ext - coupon) / 100.0,
        random.nextInt(10) / 100f,
        day,
        day.plusDays(1 + random.nextInt(30)),
        id,
        id,
        a,
        b,
        a.add(b),
        (ext + coupon) / 100.0
      };
      for (int c = 0; c < row.length; c++) {
        if (nulls > 0 && random.nextInt(nulls) == 0) {
          row[c] = null;
        } else if (odd > 0 && random.nextInt(odd) == 0 && row[c] instanceof Double) {
          row[c] = List.of(Double.NaN, -0.0, Math.PI, 1e300).get(random.nextInt(4));
        } else if (odd > 0 && random.nextInt(odd) == 0 && row[c] instanceof Long) {
          row[c] = random.nextLong();
        }
      }
      rows.appendRow(row);
    }
    return rows;
  }

  private String write(Batch rows, WriteOptions options) throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, rows.schema(), options)) {
      out.write(rows);
      out.finish();
    }
    return path;
  }

  private static FileReader open(String path) throws IOException {
    return FileReader.open(STORE.input(path), new IoCounters());
  }

  private static WriteOptions options(String placement, int pageRows) {
    return WriteOptions.defaults()
        .withProfile(Profile.COMPACT)
        .withPlacement(Placement.parse(placement))
        .withPageRows(pageRows);
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
      Batch rows = rows(9000, round % 2 == 0 ? 0 : 20, round % 5 == 4 ? 100 : 0, random);
      String path = write(rows, options(placements[round % 5], 2048));
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
    Batch rows = rows(2500, 15, 0, random);
    String path = write(rows, options("default", 1024));
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
          Object[] want = chosen.stream().map(n -> row[schema().indexOf(n)]).toArray();
          assertEquals(RandomTables.text(want), found.get(i), chosen + ", row " + i);
        }
      }
    }
  }

  @Test
  void predicatesAndRowGroupsAndWiderTypes() throws IOException {
    Random random = new Random(4);
    Batch rows = rows(20_000, 30, 0, random);
    String path = write(rows, options("row-group=6000 rows", 1024));
    try (FileReader file = open(path)) {
      Predicate p = Predicate.parse("net > 3000 and arrival < date '2003-01-01'");
      int ext = schema().indexOf("ext");
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < rows.rows(); i++) {
        Object[] r = rows.row(i);
        Double net = (Double) r[schema().indexOf("net")];
        LocalDate day = (LocalDate) r[schema().indexOf("arrival")];
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
            Object total = rows.row(at)[schema().indexOf("dec_total")];
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
    Batch rows = rows(20_000, 0, 0, new Random(5));
    String path = write(rows, options("default", 2048));
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

  /** A double has no integers of so many digits, and a decimal has no others. */
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
      String path = write(rows, options("default", 1024));
      try (FileReader file = open(path)) {
        assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()));
      }
    }
  }

  @Test
  void rowMajorGroupsHaveNone() throws IOException {
    Batch rows = rows(3000, 0, 0, new Random(6));
    String path = write(rows, options("column-groups=all stride 1", 1024));
    try (FileReader file = open(path)) {
      for (StoredColumn c : file.footer().columns()) {
        assertEquals(null, c.record().derivation());
      }
      assertEquals(RandomTables.texts(rows), RoundTripTest.read(file, ReadRequest.all()));
    }
  }

  @Test
  void derivationsThatCannotBeAreRefused() throws IOException {
    String path = write(rows(2048, 0, 0, new Random(8)), options("default", 1024));
    RebuiltFile file = new RebuiltFile(Files.readAllBytes(Path.of(path)));
    // Itself, what does not exist, what is no number, and a scale for an integer.
    for (String[] bad :
        new String[][] {{"ext", "0"}, {"nowhere", "0"}, {"name", "0"}, {"quantity", "2"}}) {
      Parent parent = new Parent(bad[0], Integer.parseInt(bad[1]));
      refused(file, "ext", d -> new Derivation(Function.COPY, 1, 2, List.of(parent)));
    }
    List<Parent> day = List.of(new Parent("departure", 0));
    refused(file, "arrival", d -> new Derivation(Function.COPY, 1, 3, day));
    refused(file, "name", d -> copyOf("quantity"));
    // A column twice, which would be there with one of the two scales.
    List<Parent> twice = List.of(new Parent("price", 2), new Parent("price", 1));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.SUM, 1, 2, twice));
    // A circle of two, and of a column that is a parent of another.
    byte[] circle =
        rebuilt(
            file,
            r ->
                switch (r.field().name()) {
                  case "quantity" -> copyOf("id");
                  case "id" -> copyOf("quantity");
                  default -> null;
                });
    assertRefused(circle, "quantity");
  }

  private static Derivation copyOf(String parent) {
    return new Derivation(Function.COPY, 1, 0, List.of(new Parent(parent, 0)));
  }

  private static void refused(RebuiltFile file, String column, UnaryOperator<Derivation> change)
      throws IOException {
    byte[] bytes =
        rebuilt(file, r -> r.field().name().equals(column) ? change.apply(r.derivation()) : null);
    assertRefused(bytes, column);
  }

  private interface NewDerivation {
    Derivation of(ColumnRecord record);
  }

  private static void assertRefused(byte[] bytes, String column) throws IOException {
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      Schema one = f.schema().select(List.of(column));
      ReadRequest request = ReadRequest.all().withColumns(one);
      assertThrows(CorruptFileException.class, () -> RoundTripTest.read(f, request), column);
    }
    assertTrue(
        !FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).isEmpty(), column);
  }

  private static byte[] rebuilt(RebuiltFile file, NewDerivation to) throws IOException {
    return file.write(
        (what, rowGroup, owner, node, bytes) -> {
          if (!what.equals("bucket")) {
            return bytes;
          }
          List<ColumnRecord> records = new ArrayList<>();
          for (ColumnRecord r : ColumnRecord.readBucket(bytes, 0, bytes.length)) {
            Derivation d = to.of(r);
            records.add(
                new ColumnRecord(
                    r.ordinal(),
                    r.group(),
                    r.positionInGroup(),
                    r.field(),
                    r.index(),
                    r.indexPart(),
                    r.statistics(),
                    r.pageStatistics(),
                    d == null ? r.derivation() : d,
                    r.copies()));
          }
          return ColumnRecord.writeBucket(records);
        });
  }

  @Test
  void anyByteMayBeDamaged() throws IOException {
    Batch rows = rows(1100, 20, 0, new Random(9));
    String path = write(rows, options("default", 1024));
    List<String> expected = RandomTables.texts(rows);
    RebuiltFile file = new RebuiltFile(Files.readAllBytes(Path.of(path)));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 300; round++) {
      int owner = random.nextInt(schema().size());
      int place = random.nextInt(1 << 20);
      int flip = 1 << random.nextInt(8);
      byte[] bytes =
          file.write(
              (what, rowGroup, o, node, b) -> {
                if (what.equals("page") && o == owner && b.length > 0) {
                  byte[] changed = b.clone();
                  changed[place % Math.min(b.length, 400)] ^= (byte) flip;
                  return changed;
                }
                return b;
              });
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        assertEquals(expected.size(), RoundTripTest.read(f, ReadRequest.all()).size());
      } catch (CorruptFileException e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
    assertTrue(refused > 0, "seed " + seed);
    // Whatever is changed without its checksum is noticed.
    byte[] whole = Files.readAllBytes(Path.of(path));
    for (int at = 0; at < whole.length; at += 211) {
      byte[] damaged = Arrays.copyOf(whole, whole.length);
      damaged[at] ^= 0x10;
      assertThrows(
          IOException.class,
          () -> {
            try (FileReader f = FileReader.open(new DamageTest.Bytes(damaged), new IoCounters())) {
              if (!FileVerifier.verify(new DamageTest.Bytes(damaged), new IoCounters()).isEmpty()) {
                throw new IOException("found");
              }
            }
          });
    }
  }
}
