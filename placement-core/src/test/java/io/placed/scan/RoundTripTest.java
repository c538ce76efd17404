package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.compression.Compression;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.PageShare;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows are preserved with every placement that can be written. */
class RoundTripTest {
  private static final LocalFileStore STORE = new LocalFileStore();

  @TempDir Path dir;

  private static List<String> placements() {
    List<String> placements = new ArrayList<>(Placement.presetNames());
    placements.addAll(
        List.of(
            "column-groups=all stride 1; row-group=3000 rows",
            "column-groups=all stride 1024; row-group=5000 rows",
            "column-groups=all stride 2048",
            "column-groups=none stride 1; row-group=64KiB",
            "row-group=16KiB; packing=one-row-group",
            "row-group=1024 rows; packing=many-row-groups(block=1MiB)",
            "row-group=2000 rows; packing=file-per-subset; column-groups=all stride 1",
            "row-group=2000 rows; packing=file-per-subset",
            "row-group=1100 rows; packing=column-group-runs(block=20KiB)",
            "row-group=1100 rows; packing=files(1; block=100KiB)",
            "row-group=3000 rows; packing=copies(many-row-groups; all stride 1)",
            "column-groups=all stride 1; packing=copies(file-per-subset; none; all stride 1024)",
            "row-group=1 rows"));
    return placements;
  }

  /** The default and half of the others. */
  static List<String> somePlacements() {
    return Chosen.some(placements(), placements().size() / 2);
  }

  @ParameterizedTest
  @MethodSource("somePlacements")
  void everyTypeComesBack(String placement) throws IOException {
    long seed = new Random().nextLong();
    RandomTables tables = new RandomTables(seed);
    Schema schema = tables.everyType();
    int rows = placement.equals("row-group=1 rows") ? 40 : 9000;
    check("seed " + seed, schema, tables.rows(schema, rows), Placement.parse(placement), "none");
  }

  @Test
  void randomSchemasComeBack() throws IOException {
    Random random = new Random();
    List<String> all = placements().stream().filter(p -> !p.equals("row-group=1 rows")).toList();
    int rounds = Chosen.rounds(30, 60);
    for (int round = 0; round < rounds; round++) {
      long seed = random.nextLong();
      Random r = new Random(seed);
      RandomTables tables = new RandomTables(seed);
      Schema schema = tables.schema();
      int[] counts = {0, 1, 2, 1023, 1024, 1025, 4097, 20_000};
      Batch rows = tables.rows(schema, counts[r.nextInt(counts.length)]);
      Placement placement = Placement.parse(all.get(r.nextInt(all.size())));
      String codec = List.of("none", "lz4", "zstd", "zstd(1)").get(r.nextInt(4));
      check("seed " + seed + ", " + placement, schema, rows, placement, codec);
    }
  }

  private void check(String what, Schema schema, Batch rows, Placement placement, String codec)
      throws IOException {
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(placement)
            .withCompression(Compression.parse(codec))
            .withPageRows(2048);
    String path = write(schema, rows, options);
    try (FileReader file = open(path)) {
      assertEquals(schema, file.schema(), what);
      assertEquals(rows.rows(), file.rows(), what);
      assertEquals(placement, file.placement(), what);
      assertEquals(RandomTables.texts(rows), read(file, ReadRequest.all()), what);
      assertEquals(RandomTables.texts(rows), inParts(file, ReadRequest.all(), 1 + rows.rows() % 5));
      // Each column separately, in batches of one vector.
      for (int c = 0; c < schema.size(); c++) {
        Schema one = schema.select(List.of(schema.field(c).name()));
        List<String> column = read(file, ReadRequest.all().withColumns(one).withBatchRows(1024));
        for (int i = 0; i < rows.rows(); i += 97) {
          Object value = rows.row(i)[c];
          assertEquals(RandomTables.text(new Object[] {value}), column.get(i), what);
        }
      }
    }
    assertEquals(List.of(), FileVerifier.verify(STORE.input(path), new IoCounters()), what);
    STORE.delete(path, false);
  }

  /** The rows of a scan for each part of each row group, one after the other. */
  private static List<String> inParts(FileReader file, ReadRequest request, int parts)
      throws IOException {
    List<String> out = new ArrayList<>();
    for (int g = 0; g < file.rowGroups().size(); g++) {
      for (int part = 0; part < parts; part++) {
        PageShare share = new PageShare(part, parts);
        out.addAll(read(file, request.withRowGroups(g, g + 1).withPages(share)));
      }
    }
    return out;
  }

  @Test
  void filterReturnsExactlyTheRowsThatMatch() throws IOException {
    long seed = new Random().nextLong();
    RandomTables tables = new RandomTables(seed);
    Schema schema =
        Schema.of(
            Field.of("k", Type.INT64), Field.of("s", Type.STRING), Field.of("d", Type.DOUBLE));
    Batch rows = tables.rows(schema, 30_000);
    String path =
        write(
            schema,
            rows,
            WriteOptions.defaults()
                .withPageRows(1024)
                .withPlacement(Placement.parse("reorder=sort(k); row-group=10000 rows")));
    Predicate p = Predicate.parse("k >= -200 and k < 300 and (s is not null or d > 0)");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < rows.rows(); i++) {
      Object[] r = rows.row(i);
      Long k = (Long) r[0];
      Double d = (Double) r[2];
      boolean other = r[1] != null || d != null && (d > 0 || d.isNaN());
      if (k != null && k >= -200 && k < 300 && other) {
        expected.add(RandomTables.text(r));
      }
    }
    Collections.sort(expected);
    try (FileReader file = open(path)) {
      List<String> found = read(file, ReadRequest.all().withFilter(p));
      Collections.sort(found);
      assertEquals(expected, found, "seed " + seed);
      for (int parts : new int[] {2, 7, 100}) {
        List<String> divided = inParts(file, ReadRequest.all().withFilter(p), parts);
        Collections.sort(divided);
        assertEquals(expected, divided, "seed " + seed + ", " + parts + " parts");
      }
      Schema other = schema.select(List.of("d"));
      int n = read(file, ReadRequest.all().withColumns(other).withFilter(p)).size();
      assertEquals(expected.size(), n, "seed " + seed);
      try (BatchReader all = file.read(ReadRequest.all().withPruning(p))) {
        long seen = 0;
        while (all.next()) {
          seen += all.batch().rows();
        }
        assertTrue(seen >= expected.size(), "seed " + seed);
      }
    }
  }

  @Test
  void pagesThatCannotMatchAreNotRead() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32), Field.required("v", Type.INT64));
    Batch rows = Batch.of(schema);
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      rows.appendRow(i, random.nextLong());
    }
    String path = write(schema, rows, WriteOptions.defaults().withPageRows(1024));
    try (FileReader file = open(path);
        BatchReader scan = file.read(ReadRequest.all().withFilter(Predicate.eq("k", 54_321)))) {
      assertTrue(scan.next());
      assertEquals(1, scan.batch().rows());
      assertEquals(54_321, scan.batch().row(0)[0]);
      assertTrue(!scan.next());
      ScanMetrics m = scan.metrics();
      assertEquals(m.pages() - 1, m.pagesSkipped());
      assertEquals(1024, m.rowsDecoded());
      assertTrue(m.bytesRead() < 100_000, m.toString());
    }
  }

  @Test
  void widenedAndMissingColumns() throws IOException {
    Schema stored =
        Schema.parse("i: int32, f: float, d: decimal(5,2), s: struct<a: int16, b: string>");
    RandomTables tables = new RandomTables(5);
    Batch rows = tables.rows(stored, 3000);
    for (String placement : List.of("default", "column-groups=all stride 1")) {
      String path =
          write(stored, rows, WriteOptions.defaults().withPlacement(Placement.parse(placement)));
      Schema wanted =
          Schema.parse(
              "new: string, d: decimal(20,4), S: struct<c: date, a: int64>, i: int64, f: double");
      try (FileReader file = open(path);
          BatchReader scan =
              file.read(ReadRequest.all().withColumns(wanted).withCaseSensitive(false))) {
        int at = 0;
        while (scan.next()) {
          for (int i = 0; i < scan.batch().rows(); i++, at++) {
            Object[] was = rows.row(at);
            Object[] is = scan.batch().row(i);
            assertEquals(null, is[0]);
            assertEquals(was[0] == null ? null : ((Integer) was[0]).longValue(), is[3]);
            assertEquals(was[1] == null ? null : ((Float) was[1]).doubleValue(), is[4]);
            assertEquals(was[2] == null, is[1] == null);
            if (is[1] != null) {
              assertEquals(
                  0, ((java.math.BigDecimal) was[2]).compareTo((java.math.BigDecimal) is[1]));
            }
            assertEquals(was[3] == null, is[2] == null);
            if (is[2] != null) {
              Object a = ((Object[]) was[3])[0];
              assertEquals(a == null ? null : ((Short) a).longValue(), ((Object[]) is[2])[1]);
            }
          }
        }
        assertEquals(3000, at);
      }
      STORE.delete(path, false);
    }
  }

  @Test
  void predicatesOnPartsOfStructsThatAnOlderFileLacks() throws IOException {
    Schema stored = Schema.parse("s: struct<b: string, a: int16>");
    Batch rows = Batch.of(stored);
    for (int i = 0; i < 3000; i++) {
      rows.appendRow(i % 5 == 0 ? null : (Object) new Object[] {"x" + i, (short) i});
    }
    Schema table = Schema.parse("s: struct<c: date, a: int64, b: string>");
    for (String placement : List.of("default", "column-groups=all stride 1")) {
      WriteOptions options = WriteOptions.defaults().withPlacement(Placement.parse(placement));
      String path = write(stored, rows, options.withPageRows(1024));
      try (FileReader file = open(path)) {
        ReadRequest all = ReadRequest.all().withColumns(table).withTableSchema(table);
        assertEquals(
            3, read(file, all.withFilter(Predicate.parse("s.a > 2996 and s.c is null"))).size());
        assertEquals(
            0, read(file, all.withFilter(Predicate.parse("s.c > date '2020-01-01'"))).size());
        assertEquals(600, read(file, all.withFilter(Predicate.parse("s is null"))).size());
      }
      STORE.delete(path, false);
    }
  }

  @Test
  void twoThousandColumns() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 2000; c++) {
      fields.add(Field.of("column_" + c, c % 2 == 0 ? Type.INT32 : Type.STRING));
    }
    Schema schema = Schema.of(fields);
    Batch rows = new RandomTables(3).rows(schema, 300);
    String path = write(schema, rows, WriteOptions.defaults());
    IoCounters io = new IoCounters();
    try (FileReader file = FileReader.open(STORE.input(path), io)) {
      Schema three = schema.select(List.of("column_7", "column_1234", "column_1999"));
      List<String> found = read(file, ReadRequest.all().withColumns(three));
      for (int i = 0; i < 300; i++) {
        Object[] r = rows.row(i);
        assertEquals(RandomTables.text(new Object[] {r[7], r[1234], r[1999]}), found.get(i));
      }
      assertTrue(io.bytesRead() < 64 * 1024 + 30_000, io.toString());
    }
  }

  private String write(Schema schema, Batch rows, WriteOptions options) throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(rows);
      FileSummary s = out.finish();
      assertEquals(rows.rows(), s.rows());
      assertEquals(java.nio.file.Files.size(Path.of(path)), s.length());
    }
    return path;
  }

  private static FileReader open(String path) throws IOException {
    return FileReader.open(STORE.input(path), new IoCounters());
  }

  static List<String> read(FileReader file, ReadRequest request) throws IOException {
    List<String> out = new ArrayList<>();
    try (BatchReader scan = file.read(request)) {
      while (scan.next()) {
        out.addAll(RandomTables.texts(scan.batch()));
      }
    }
    return out;
  }
}
