package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.RandomPool;
import io.placed.vector.TaskMemory;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers and readers whose memory is granted by chance. */
@OneIn(2)
class GrantedMemoryTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, k: int64, s: string, y: binary");
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final int ROWS = 48_000;
  private static final FileSequence.Limit NO_LIMIT = new FileSequence.Limit(0, false);

  private static final List<String> PLACEMENTS =
      List.of(
          "row-group=64MiB",
          "row-group=2000 rows",
          "reorder=sort(k)",
          "reorder=sort-buffer(k; 8MiB)",
          "reorder=hilbert(k, id)",
          "reorder=vortex(s, k; 8MiB)",
          "reorder=sort(s); packing=files(2)");

  @TempDir Path directory;
  private int opened;

  private static List<Batch> batches(Random random) {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < ROWS; ) {
      Batch batch = Batch.of(SCHEMA);
      for (int end = Math.min(ROWS, i + 1 + random.nextInt(3000)); i < end; i++) {
        byte[] y = new byte[200 + random.nextInt(400)];
        random.nextBytes(y);
        batch.appendRow((long) i, (long) random.nextInt(1000), "s" + random.nextInt(30), y);
      }
      batches.add(batch);
    }
    return batches;
  }

  private FileSequence open(String placement, WriteMemory memory) {
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse(placement))
            .withTemporaryDirectory(directory.toString());
    FileSequence.Paths paths = () -> directory.resolve("f" + opened++ + ".placed").toString();
    return new FileSequence(STORE, paths, SCHEMA, options, memory, NO_LIMIT);
  }

  private static void addRows(Batch batch, List<Long> hashes) {
    for (int i = 0; i < batch.rows(); i++) {
      Object[] row = batch.row(i);
      hashes.add((long) row[0] << 32 | Arrays.deepHashCode(row) & 0xffffffffL);
    }
  }

  private static long[] sorted(List<Long> hashes) {
    return hashes.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** Now and then another operator needs memory, which scans give back. */
  private static void read(FileSummary file, TaskMemory memory, Random random, List<Long> hashes)
      throws IOException {
    try (FileReader in = FileReader.open(STORE.input(file.path()), new IoCounters());
        BatchReader rows = in.read(ReadRequest.all().withMemory(memory))) {
      while (rows.next()) {
        addRows(rows.batch(), hashes);
        if (random.nextInt(20) == 0) {
          long before = memory.held();
          long freed = memory.spill(Long.MAX_VALUE);
          assertEquals(before - memory.held(), freed);
          // Less than a step of each of its two shares is not worth a request.
          assertTrue(memory.held() < 2 << 20, "still " + memory.held());
        }
      }
    }
  }

  /** Several files are written at a time, and now and then another operator needs memory. */
  @Test
  void rowsAreTheSameWhateverIsGranted() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Batch> batches = batches(random);
    List<Long> hashes = new ArrayList<>();
    batches.forEach(b -> addRows(b, hashes));
    long[] expected = sorted(hashes);
    int refused = 0;
    for (String placement : PLACEMENTS) {
      String what = "seed " + seed + ", " + placement;
      RandomPool pool =
          new RandomPool(random, (long) random.nextInt(24) << 20, random.nextDouble() / 2);
      TaskMemory task = new TaskMemory(pool);
      int files = 1 + random.nextInt(4);
      WriteMemory memory = WriteMemory.of(WriteOptions.defaults(), files, task);
      List<FileSequence> open = new ArrayList<>();
      for (int f = 0; f < files; f++) {
        open.add(open(placement, memory));
      }
      for (Batch b : batches) {
        open.get(random.nextInt(files)).write(b);
        if (random.nextInt(8) == 0) {
          long before = pool.granted();
          long freed = task.spill((1 + random.nextInt(16)) << 20);
          assertEquals(before - pool.granted(), freed, what);
        }
        assertEquals(pool.granted(), task.held(), what);
      }
      List<FileSummary> written = new ArrayList<>();
      for (FileSequence f : open) {
        written.addAll(f.finish());
      }
      assertEquals(0, pool.granted(), what);
      List<Long> found = new ArrayList<>();
      for (FileSummary f : written) {
        read(f, task, random, found);
      }
      assertArrayEquals(expected, sorted(found), what);
      assertEquals(0, pool.granted(), what);
      refused += pool.refused();
    }
    assertTrue(refused > 0, "seed " + seed);
  }

  @Test
  void nothingIsHeldAfterAnAbort() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Batch> batches = batches(random);
    for (String placement : PLACEMENTS) {
      RandomPool pool = new RandomPool(random, 16 << 20, 0.2);
      WriteMemory memory = WriteMemory.of(WriteOptions.defaults(), 1, new TaskMemory(pool));
      FileSequence out = open(placement, memory);
      for (Batch b : batches.subList(0, 1 + random.nextInt(batches.size() - 1))) {
        out.write(b);
      }
      assertTrue(pool.peak() > 0, placement);
      out.abort();
      assertEquals(0, pool.granted(), "seed " + seed + ", " + placement);
    }
    try (var left = Files.list(directory)) {
      assertEquals(0, left.count());
    }
  }

  /** A buffer cannot spill, but it still has what it holds; a scan can do with less. */
  @Test
  void scansYieldAndBuffersDoNot() throws IOException {
    RandomPool pool = new RandomPool(new Random(1), 20 << 20, 0);
    TaskMemory task = new TaskMemory(pool);
    TaskMemory.Share buffer = task.share(1 << 20, null);
    TaskMemory.Share scan = task.yieldingShare(2 << 20);
    assertEquals(9 << 20, buffer.hold(9 << 20));
    assertEquals(8 << 20, scan.hold(8 << 20));
    assertEquals(8 << 20, task.spill(Long.MAX_VALUE));
    assertEquals(9 << 20, task.held());
    assertEquals(Long.MAX_VALUE, buffer.bound());
    assertEquals(2 << 20, scan.bound());
    assertEquals(2 << 20, scan.hold(8 << 20));
    assertEquals(9 << 20, pool.granted());
  }

  /** The one that holds most spills, and not the one that asks for little. */
  @Test
  void theLargestSpills() throws IOException {
    RandomPool pool = new RandomPool(new Random(1), 10 << 20, 0);
    TaskMemory task = new TaskMemory(pool);
    List<TaskMemory.Share> large = new ArrayList<>();
    large.add(task.share(0, bytes -> large.get(0).keep(0)));
    TaskMemory.Share small = task.share(1 << 20, bytes -> assertEquals(0, bytes, "not this one"));
    assertEquals(9 << 20, large.get(0).hold(9 << 20));
    assertEquals(3 << 20, small.hold(3 << 20));
    assertEquals(3 << 20, task.held());
    assertEquals(7 << 20, large.get(0).hold(8 << 20), "the pool has no more");
    large.get(0).pin();
    assertEquals(3 << 20, small.hold(4 << 20));
    assertEquals(3 << 20, small.bound());
    small.close();
    large.get(0).close();
    assertEquals(0, pool.granted());
    assertEquals(123, TaskMemory.UNLIMITED.share(0, null).hold(123));
  }
}
