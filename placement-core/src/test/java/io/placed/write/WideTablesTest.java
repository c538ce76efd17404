package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.RandomTables;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.DoubleColumn;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory and threads of writers do not affect files; many columns do not make reads expensive. */
class WideTablesTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final UUID ID = new UUID(0x0123456789ABCDEFL, 42);
  private static final long PLENTY = 1L << 30;

  @TempDir Path dir;

  private byte[] write(
      String name, Schema schema, List<Batch> batches, WriteOptions options, WriteMemory memory)
      throws IOException {
    String path = dir.resolve(name).toString();
    try (FileWriter out = FileWriter.create(STORE, path, schema, options, memory, ID)) {
      for (Batch b : batches) {
        out.write(b);
      }
      out.finish();
    }
    return Files.readAllBytes(Path.of(path));
  }

  @Test
  void spillAndThreadsDoNotChangeBytes() throws IOException {
    String[] placements = {
      "default",
      "row-group=3000rows",
      "column-groups=all stride 1024",
      "column-groups=all stride 1; row-group=2500rows",
      "row-group=40KiB"
    };
    long seed = System.nanoTime();
    System.out.println("WideTablesTest seed " + seed);
    Random random = new Random(seed);
    for (int run = 0; run < 10; run++) {
      RandomTables tables = new RandomTables(random.nextLong());
      Schema schema = run < placements.length ? tables.everyType() : tables.schema();
      List<Batch> batches = new ArrayList<>();
      for (int b = 0; b < 3; b++) {
        batches.add(tables.rows(schema, 1 + random.nextInt(4000)));
      }
      WriteOptions one =
          WriteOptions.of(Map.of("page-rows", "1024"))
              .withPlacement(
                  io.placed.placement.Placement.parse(placements[run % placements.length]))
              .withTemporaryDirectory(dir.toString());
      String name = "run" + run;
      byte[] expected = write(name, schema, batches, one, new WriteMemory(PLENTY, PLENTY));
      byte[] spilled = write(name + "s", schema, batches, one, new WriteMemory(PLENTY, 0));
      assertArrayEquals(expected, spilled, "spilled, run " + run);
      byte[] threads =
          write(
              name + "t",
              schema,
              batches,
              one.withWriteThreads(3),
              new WriteMemory(PLENTY, random.nextInt(20_000)));
      assertArrayEquals(expected, threads, "three threads, run " + run);
    }
    try (var left = Files.list(dir)) {
      assertEquals(30, left.count(), "temporary files are gone");
    }
    assertEquals(List.of(), encodingThreads());
  }

  /** Derived columns read other columns of the batch while other threads encode these. */
  @Test
  void spillAndThreadsDoNotChangeDerivedColumns() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema =
        Schema.parse("id: int64, copy: int64, amount: double, tax: double, sum: double, k: int32");
    List<Batch> batches = new ArrayList<>();
    for (int b = 0; b < 4; b++) {
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 1500; i++) {
        long id = random.nextLong();
        int amount = random.nextInt(100_000);
        int tax = random.nextInt(100_000);
        Object[] row = {
          id, id, amount / 100.0, tax / 100.0, (amount + tax) / 100.0, random.nextInt(3)
        };
        if (random.nextInt(50) == 0) {
          row[random.nextInt(row.length)] = null;
        }
        batch.appendRow(row);
      }
      batches.add(batch);
    }
    WriteOptions options =
        WriteOptions.of(
            Map.of(
                "profile", "compact",
                "page-rows", "1024",
                "placement.row-group", "2500rows",
                "temporary-directory", dir.toString()));
    byte[] expected = write("one", schema, batches, options, new WriteMemory(PLENTY, PLENTY));
    for (int threads = 1; threads <= 4; threads++) {
      WriteOptions some = options.withWriteThreads(threads);
      WriteMemory memory = new WriteMemory(PLENTY, random.nextInt(20_000));
      byte[] found = write("t" + threads, schema, batches, some, memory);
      assertArrayEquals(expected, found, threads + " threads, seed " + seed);
    }
    try (FileReader in = FileReader.open(STORE.input(dir + "/one"), new IoCounters())) {
      long derived =
          in.layout().columns().stream().filter(c -> c.encodings().contains("derived(")).count();
      assertEquals(2, derived, "seed " + seed);
    }
  }

  private static List<String> encodingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(n -> n.startsWith("placed-encode"))
        .toList();
  }

  @Test
  void failuresOfThreadsReachTheCaller() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 20; c++) {
      fields.add(Field.of("c" + c, Type.STRING));
    }
    Schema schema = Schema.of(fields);
    Batch rows = Batch.of(schema);
    Object[] row = new Object[20];
    for (int i = 0; i < 1024; i++) {
      Arrays.fill(row, "x" + i);
      rows.appendRow(row);
    }
    // Only the encoder looks at lengths of values.
    ((BytesColumn) rows.column(13)).lengths()[500] = Integer.MIN_VALUE;
    String path = dir.resolve("bad").toString();
    WriteOptions options = WriteOptions.of(Map.of("write-threads", "4", "page-rows", "1024"));
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      assertThrows(RuntimeException.class, () -> out.write(rows));
      assertThrows(IllegalStateException.class, out::finish);
    }
    assertFalse(Files.exists(Path.of(path)));
    assertEquals(List.of(), encodingThreads());
  }

  @Test
  void writersOfOneThreadShareTheirMemory() throws IOException {
    Schema schema = Schema.of(Field.of("a", Type.INT64), Field.of("b", Type.DOUBLE));
    WriteMemory memory = new WriteMemory(100_000, 100_000);
    WriteOptions options = WriteOptions.defaults().withTemporaryDirectory(dir.toString());
    Random random = new Random(5);
    List<FileWriter> writers = new ArrayList<>();
    for (int w = 0; w < 20; w++) {
      writers.add(
          FileWriter.create(STORE, dir.resolve("w" + w).toString(), schema, options, memory));
    }
    for (int round = 0; round < 12; round++) {
      for (int w = 0; w < writers.size(); w++) {
        Batch b = Batch.of(schema);
        for (int i = 0; i < 1000; i++) {
          b.appendRow((long) w, random.nextDouble());
        }
        writers.get(w).write(b);
      }
    }
    int rowGroups = 0;
    for (int w = 0; w < writers.size(); w++) {
      FileSummary s = writers.get(w).finish();
      assertEquals(12_000, s.rows());
      rowGroups += s.rowGroups().size();
      try (FileReader in = FileReader.open(STORE.input(s.path()), new IoCounters())) {
        assertEquals((long) w, in.statistics("a").min());
        assertEquals((long) w, in.statistics("a").max());
      }
    }
    assertTrue(rowGroups > 20, "rows that wait end row groups: " + rowGroups);
  }

  @Test
  void memoryWithoutBoundCutsNothing() throws IOException {
    Schema schema = Schema.of(Field.of("a", Type.INT64));
    Batch batch = Batch.of(schema);
    for (int i = 0; i < 5000; i++) {
      batch.appendRow((long) i);
    }
    WriteOptions options = WriteOptions.of(Map.of("write-memory", "8589934591GiB"));
    write("unbounded", schema, List.of(batch), options, WriteMemory.of(options));
    String path = dir.resolve("unbounded").toString();
    try (FileReader in = FileReader.open(STORE.input(path), new IoCounters())) {
      assertEquals(1, in.rowGroups().size());
    }
  }

  @Test
  void pagesOfShortRowGroupsHaveStatistics() throws IOException {
    Schema schema = Schema.of(Field.of("a", Type.INT64), Field.of("b", Type.INT64));
    WriteOptions options =
        WriteOptions.of(Map.of("placement.row-group", "2000rows", "page-rows", "1024"));
    Batch batch = Batch.of(schema);
    for (int i = 0; i < 4500; i++) {
      batch.appendRow((long) i, -(long) i);
    }
    write("short", schema, List.of(batch), options, new WriteMemory(PLENTY, PLENTY));
    String path = dir.resolve("short").toString();
    try (FileReader in = FileReader.open(STORE.input(path), new IoCounters())) {
      assertEquals(3, in.rowGroups().size());
      assertEquals(1024L, in.pageStatistics(0, 1, "a").min());
      assertEquals(3023L, in.pageStatistics(1, 0, "a").max());
      assertEquals(in.rowGroupStatistics(2, "b"), in.pageStatistics(2, 0, "b"));
      assertEquals(-4499L, in.pageStatistics(2, 0, "b").min());
    }
    IoCounters counters = new IoCounters();
    try (FileReader in = FileReader.open(STORE.input(path), counters);
        BatchReader rows =
            in.read(
                ReadRequest.all()
                    .withColumns(in.schema(List.of("b")))
                    .withFilter(Predicate.eq("a", 3500L)))) {
      assertTrue(rows.next());
      assertEquals(1, rows.batch().rows());
      assertEquals(-3500L, rows.batch().row(0)[0]);
      assertFalse(rows.next());
    }
  }

  @Test
  void aFewColumnsOfVeryManyCostTwoWaits() throws IOException {
    int columns = 70_000;
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.of("feature_" + c, Type.DOUBLE));
    }
    Schema schema = Schema.of(fields);
    Batch batch = Batch.of(schema);
    for (int c = 0; c < columns; c++) {
      DoubleColumn d = (DoubleColumn) batch.column(c);
      d.append(c);
      d.append(c + 0.5);
    }
    batch.setRows(2);
    write("wide", schema, List.of(batch), WriteOptions.defaults(), new WriteMemory(PLENTY, 0));
    IoCounters counters = new IoCounters();
    String path = dir.resolve("wide").toString();
    try (FileReader in = FileReader.open(STORE.input(path), counters)) {
      Schema wanted = in.schema(List.of("feature_69999", "feature_3", "feature_30000"));
      try (BatchReader rows = in.read(ReadRequest.all().withColumns(wanted))) {
        assertEquals(2, counters.waits());
        assertTrue(counters.requests() <= 4, counters.toString());
        assertTrue(counters.bytesRead() <= 64 * 1024, counters.toString());
        assertTrue(rows.next());
        assertArrayEquals(new Object[] {69999.5, 3.5, 30000.5}, rows.batch().row(1));
      }
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> in.schema(List.of("feature_70000")));
      assertTrue(e.getMessage().contains("column 'feature_70000' does not exist"), e.getMessage());
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try (TableScan rows =
        Placed.read(path)
            .select("feature_69999", "feature_3")
            .where(Predicate.gt("feature_30000", 30000.2))
            .open()) {
      assertEquals(List.of("[69999.5, 3.5]"), rows.rows().map(Arrays::toString).toList());
    }
    // The schema of all columns alone needs more.
    assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 4 << 20);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Placed.read(path).select("feature_70000").open());
    assertTrue(e.getMessage().contains("column 'feature_70000' does not exist"), e.getMessage());
  }

  /**
   * The process of {@link #manyColumnsFitASmallHeap}: 5,000 columns, 2 row groups of 1,000 rows.
   */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      List<Field> fields = new ArrayList<>();
      for (int c = 0; c < 5000; c++) {
        fields.add(Field.of("c" + c, Type.DOUBLE));
      }
      Schema schema = Schema.of(fields);
      WriteOptions options =
          WriteOptions.of(
              Map.of(
                  "placement.row-group", "1000rows",
                  "write-memory", "20MiB",
                  "temporary-directory", args[1]));
      Random random = new Random(1);
      try (FileWriter out = FileWriter.create(STORE, args[0], schema, options)) {
        Batch batch = Batch.of(schema);
        for (int done = 0; done < 2000; done += 50) {
          batch.clear();
          for (int c = 0; c < schema.size(); c++) {
            DoubleColumn d = (DoubleColumn) batch.column(c);
            for (int i = 0; i < 50; i++) {
              d.append(c == 4999 ? done + i : random.nextDouble());
            }
          }
          batch.setRows(50);
          out.write(batch);
        }
        out.finish();
      }
    }
  }

  @Tag("long")
  @Test
  void manyColumnsFitASmallHeap() throws Exception {
    String path = dir.resolve("child").toString();
    Path log = dir.resolve("log");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx112m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                path,
                dir.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertEquals(0, child.waitFor(), () -> read(log));
    try (FileReader in = FileReader.open(STORE.input(path), new IoCounters());
        BatchReader rows = in.read(ReadRequest.all().withColumns(in.schema(List.of("c4999"))))) {
      assertEquals(2, in.rowGroups().size());
      double expected = 0;
      while (rows.next()) {
        for (int i = 0; i < rows.batch().rows(); i++) {
          assertEquals(expected++, ((DoubleColumn) rows.batch().column(0)).get(i));
        }
      }
      assertEquals(2000, expected);
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
