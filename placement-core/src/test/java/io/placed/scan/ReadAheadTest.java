package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.io.Access;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.io.RandomInput;
import io.placed.io.ReadTarget;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.RandomPool;
import io.placed.vector.TaskMemory;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reading ahead on storage with latency: the next step is fetched while the previous one is
 * decoded.
 */
class ReadAheadTest {
  private static final LocalFileStore STORE = new LocalFileStore();

  @TempDir Path dir;
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  /** The device, whose latency makes reading ahead worthwhile. */
  private String device = "seek=1ns; bandwidth=1MiB/s";

  private final AtomicInteger told = new AtomicInteger();
  private final Thread scanning = Thread.currentThread();

  /** Runs at the start of each read-ahead thread. */
  private Runnable untilItWaits = () -> {};

  /** Number of the step whose read fails. */
  private int failsAt = Integer.MAX_VALUE;

  /** A file that is read in small steps by another thread. */
  private final class Waited implements InputFile {
    private final InputFile file;

    Waited(InputFile file) {
      this.file = file;
    }

    @Override
    public String path() {
      return file.path();
    }

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public String devices() {
      Path devices = dir.resolve("devices-" + device.hashCode());
      try {
        return Files.writeString(devices, "/ = " + device + "\n").toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InputFile sibling(String name, long length) throws IOException {
      return new Waited(file.sibling(name, length));
    }

    @Override
    public RandomInput open() throws IOException {
      RandomInput input = file.open();
      return new RandomInput() {
        @Override
        public void readFully(long position, byte[] buffer, int offset, int length)
            throws IOException {
          input.readFully(position, buffer, offset, length);
        }

        @Override
        public void access(Access how) throws IOException {
          assertEquals(0, reading.get(), "told of other reads while it is read");
          told.incrementAndGet();
          input.access(how);
        }

        @Override
        public void readAll(List<ReadTarget> targets) throws IOException {
          reading.incrementAndGet();
          try {
            if (Thread.currentThread() != scanning) {
              untilItWaits.run();
            }
            if (read.incrementAndGet() >= failsAt) {
              throw new IOException("the wire was cut");
            }
            input.readAll(targets);
          } finally {
            reading.decrementAndGet();
          }
        }

        @Override
        public int stepBytes() {
          return 4000;
        }

        @Override
        public boolean waitsPay() {
          return true;
        }

        @Override
        public void close() throws IOException {
          assertEquals(0, reading.get(), "closed while it is read");
          closed.incrementAndGet();
          input.close();
        }
      };
    }
  }

  static Stream<String> placements() {
    return Stream.of(
        "row-group=3000 rows",
        "column-groups=all stride 1; row-group=1700 rows",
        "row-group=3000 rows; packing=file-per-subset",
        "row-group=2000 rows; packing=column-group-runs(block=20KiB)",
        "row-group=3000 rows; packing=copies(many-row-groups; all stride 1)");
  }

  private InputFile write(Schema schema, Batch rows, String placement) throws IOException {
    String path = dir.resolve("t.placed").toString();
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse(placement)).withPageRows(1024);
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(rows);
      out.finish();
    }
    return new Waited(STORE.input(path));
  }

  @ParameterizedTest
  @MethodSource("placements")
  void theSameRows(String placement) throws IOException {
    RandomTables tables = new RandomTables(seed);
    Schema schema = Schema.parse("k: int32, s: string, l: list<int64>, x: double");
    Batch rows = tables.rows(schema, 12000);
    InputFile file = write(schema, rows, placement);
    List<String> all = RandomTables.texts(rows);
    try (FileReader f = FileReader.open(file, new IoCounters())) {
      assertEquals(all, RoundTripTest.read(f, ReadRequest.all()), "seed " + seed);
      ReadRequest filter = ReadRequest.all().withFilter(Predicate.parse("k > 3 or s is null"));
      List<String> expected;
      try (FileReader plain = FileReader.open(STORE.input(file.path()), new IoCounters())) {
        expected = RoundTripTest.read(plain, filter);
      }
      assertEquals(expected, RoundTripTest.read(f, filter), "seed " + seed);
    }
    assertEquals(0, reading.get());
  }

  /** Row groups with skipped pages are read in another way than whole ones. */
  @Test
  void filesAreToldOfOtherReadsWhenNothingIsRead() throws IOException {
    untilItWaits =
        () -> {
          while (scanning.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
        };
    Schema schema = Schema.parse("k: int32, s: string, x: double");
    Batch rows = new RandomTables(seed).rows(schema, 0);
    Random random = new Random(seed);
    for (int i = 0; i < 24_000; i++) {
      rows.appendRow(i, "s" + random.nextInt(), random.nextDouble());
    }
    InputFile file = write(schema, rows, "row-group=3000 rows; packing=file-per-subset");
    for (int round = 0; round < 5; round++) {
      int from = random.nextInt(10_000);
      ReadRequest filter = ReadRequest.all().withFilter(Predicate.parse("k >= " + from));
      try (FileReader f = FileReader.open(file, new IoCounters())) {
        assertEquals(24_000 - from, RoundTripTest.read(f, filter).size(), "seed " + seed);
      }
    }
    assertTrue(told.get() > 0, "the rounds have no step of another kind");
  }

  /** Rows that were fetched before a failure are returned before the error is thrown. */
  @Test
  void aFailureComesInItsPlace() throws IOException {
    Schema schema = Schema.parse("k: int32, s: string");
    Batch rows = null;
    InputFile file = null;
    int reads = 0;
    // Some random tables are so small that they are read at once.
    for (long at = seed; reads < 4; at++) {
      rows = new RandomTables(at).rows(schema, 12000);
      file = write(schema, rows, "row-group=3000 rows");
      read.set(0);
      assertEquals(RandomTables.texts(rows), seen(file), "seed " + seed);
      reads = read.get();
    }
    for (failsAt = 1; failsAt <= reads; failsAt++) {
      read.set(0);
      List<String> seen = new ArrayList<>();
      try (FileReader f = FileReader.open(file, new IoCounters());
          BatchReader scan = f.read(ReadRequest.all())) {
        IOException e =
            assertThrows(
                IOException.class,
                () -> {
                  while (scan.next()) {
                    seen.addAll(RandomTables.texts(scan.batch()));
                  }
                });
        assertEquals("the wire was cut", e.getMessage());
      }
      List<String> all = RandomTables.texts(rows);
      assertEquals(all.subList(0, seen.size()), seen, "seed " + seed);
      assertEquals(failsAt > 1, !seen.isEmpty(), failsAt + ": " + seen.size());
    }
  }

  private static List<String> seen(InputFile file) throws IOException {
    try (FileReader f = FileReader.open(file, new IoCounters())) {
      return RoundTripTest.read(f, ReadRequest.all());
    }
  }

  /**
   * If round trips are expensive, row groups are read completely, each byte once, with few round
   * trips.
   */
  @Test
  void stepsAreLargeWhereWaitsAreDear() throws IOException {
    Schema schema = Schema.parse("a: int64, b: int64, c: int64, d: int64");
    Batch rows = Batch.of(schema);
    Random random = new Random(seed);
    for (int i = 0; i < 40_000; i++) {
      rows.appendRow(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }
    InputFile file = write(schema, rows, "row-group=10000 rows");
    List<String> all = RandomTables.texts(rows);
    assertEquals(all, seen(file), "seed " + seed);
    int small = read.get();
    device = "seek=10ms; bandwidth=100MiB/s";
    read.set(0);
    IoCounters counters = new IoCounters();
    try (FileReader f = FileReader.open(file, counters)) {
      assertEquals(all, RoundTripTest.read(f, ReadRequest.all()), "seed " + seed);
    }
    assertEquals(4, read.get(), "steps, one for each row group");
    assertEquals(40, small, "steps, one for each page");
    long twice = counters.bytesRead() - file.length();
    assertTrue(twice < 64 << 10, twice + " bytes read twice, more than the end of the file");

    // A reader that needs few rows gets small steps, without reading ahead.
    read.set(0);
    try (FileReader f = FileReader.open(file, new IoCounters());
        BatchReader scan = f.read(ReadRequest.all().withStopsEarly(true))) {
      assertTrue(scan.next());
      assertEquals(1, read.get());
      List<String> first = RandomTables.texts(scan.batch());
      assertEquals(all.subList(0, first.size()), first, "seed " + seed);
    }
  }

  /** Another operator of the task needs the memory. */
  @Test
  void aScanThatGivesMemoryBackReadsNoFurtherAhead() throws IOException {
    AtomicInteger readAhead = new AtomicInteger();
    untilItWaits = readAhead::incrementAndGet;
    Schema schema = Schema.parse("a: int64, b: int64, c: int64, d: int64");
    Batch rows = Batch.of(schema);
    Random random = new Random(seed);
    for (int i = 0; i < 40_000; i++) {
      rows.appendRow(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }
    InputFile file = write(schema, rows, "row-group=10000 rows");
    RandomPool pool = new RandomPool(random, 64 << 20, 0);
    TaskMemory task = new TaskMemory(pool);
    List<String> seen = new ArrayList<>();
    try (FileReader f = FileReader.open(file, new IoCounters());
        BatchReader scan = f.read(ReadRequest.all().withMemory(task))) {
      for (int batch = 0; batch < 3; batch++) {
        assertTrue(scan.next());
        seen.addAll(RandomTables.texts(scan.batch()));
      }
      long held = pool.granted();
      long freed = task.spill(Long.MAX_VALUE);
      assertTrue(freed > 0 && held - freed == pool.granted(), freed + " of " + held);
      int before = readAhead.get();
      assertTrue(before > 0);
      while (scan.next()) {
        seen.addAll(RandomTables.texts(scan.batch()));
      }
      // One may have been asked for already.
      assertTrue(readAhead.get() <= before + 1, before + " and then " + readAhead.get());
    }
    assertEquals(RandomTables.texts(rows), seen, "seed " + seed);
    assertEquals(0, pool.granted());
  }

  /** A scan may end at any time: outstanding reads are awaited, and their failures ignored. */
  @Test
  void scansMayEndEarly() throws IOException {
    Random random = new Random(seed);
    Schema schema = Schema.parse("k: int32, s: string");
    InputFile file =
        write(schema, new RandomTables(seed).rows(schema, 12000), "row-group=3000 rows");
    for (int round = 0; round < 30; round++) {
      read.set(0);
      int batches = 1 + random.nextInt(6);
      failsAt = random.nextBoolean() ? Integer.MAX_VALUE : batches + 1;
      try (FileReader f = FileReader.open(file, new IoCounters());
          BatchReader scan = f.read(ReadRequest.all())) {
        for (int b = 0; b < batches; b++) {
          assertTrue(scan.next(), "seed " + seed);
        }
      }
      assertEquals(0, reading.get(), "seed " + seed);
    }
  }

  /**
   * A table of several steps, of which those that are read ahead hang. After half a minute they
   * answer, so that a scan that waits for them fails the test and does not hang itself.
   */
  private InputFile hanging(CountDownLatch answers) throws IOException {
    Thread atLast =
        new Thread(
            () -> {
              try {
                answers.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              answers.countDown();
            });
    atLast.setDaemon(true);
    atLast.start();
    untilItWaits =
        () -> {
          boolean interrupted = false;
          while (answers.getCount() > 0) {
            try {
              answers.await();
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
        };
    Schema schema = Schema.parse("k: int32");
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 20_000; i++) {
      rows.appendRow(i * 7919);
    }
    return write(schema, rows, "row-group=3000 rows");
  }

  private void requireClosed(int files) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (closed.get() < files && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertEquals(files, closed.get(), "files that were closed");
    assertEquals(0, reading.get());
  }

  /** The file is closed when the call answers, and no earlier. */
  @Test
  void anInterruptEndsAScanWhoseReadHangs() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    InputFile file = hanging(answers);
    Thread interrupting =
        new Thread(
            () -> {
              while (scanning.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              scanning.interrupt();
            });
    try (FileReader f = FileReader.open(file, new IoCounters());
        BatchReader scan = f.read(ReadRequest.all())) {
      assertTrue(scan.next());
      interrupting.start();
      assertThrows(
          InterruptedIOException.class,
          () -> {
            while (scan.next()) {
              assertTrue(scan.batch().rows() > 0);
            }
          });
      assertTrue(Thread.currentThread().isInterrupted());
      IOException again = assertThrows(IOException.class, scan::next);
      assertFalse(again instanceof CorruptFileException, again.toString());
      assertTrue(again.getCause() instanceof InterruptedIOException, again.toString());
    }
    assertTrue(Thread.interrupted());
    assertEquals(1, answers.getCount(), "it waited until the call answered");
    assertEquals(0, closed.get());
    answers.countDown();
    requireClosed(1);
  }

  /** A query with a limit does not need what is read ahead. */
  @Test
  void aScanWhoseReadHangsCanBeClosed() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    InputFile file = hanging(answers);
    try (FileReader f = FileReader.open(file, new IoCounters());
        BatchReader scan = f.read(ReadRequest.all())) {
      assertTrue(scan.next());
    }
    assertEquals(1, answers.getCount(), "it waited until the call answered");
    assertEquals(0, closed.get());
    answers.countDown();
    requireClosed(1);
  }
}
