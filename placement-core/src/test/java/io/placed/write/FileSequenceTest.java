package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileSequence.Limit;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in files of about a size. */
class FileSequenceTest {
  private static final Schema SCHEMA =
      Schema.parse("n: int64, s: string, x: double, y: binary, l: list<int32>");
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final WriteMemory MEMORY = WriteMemory.of(WriteOptions.defaults());

  @TempDir Path directory;
  private int opened;

  private static List<Batch> batches(Random random, int rows) {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < rows; ) {
      Batch batch = Batch.of(SCHEMA);
      for (int end = Math.min(rows, i + 1 + random.nextInt(3000)); i < end; i++) {
        byte[] y = new byte[random.nextInt(30)];
        random.nextBytes(y);
        batch.appendRow(
            random.nextInt(20) == 0 ? null : (long) random.nextInt(1000),
            "s" + random.nextInt(30),
            random.nextDouble(),
            y,
            List.of(i));
      }
      batches.add(batch);
    }
    return batches;
  }

  private WriteOptions options(String placement) {
    // A file ends after a page, so pages are small here.
    return WriteOptions.of(Map.of(WriteOptions.PAGE_ROWS, "2048"))
        .withPlacement(Placement.parse(placement))
        .withTemporaryDirectory(directory.toString());
  }

  private String next() {
    return directory.resolve("f" + opened++ + ".placed").toString();
  }

  private List<FileSummary> write(String placement, Limit limit, List<Batch> rows)
      throws IOException {
    try (FileSequence out =
        new FileSequence(STORE, this::next, SCHEMA, options(placement), MEMORY, limit)) {
      for (Batch b : rows) {
        out.write(b);
      }
      List<FileSummary> files = out.finish();
      assertEquals(files.stream().mapToLong(FileSummary::totalLength).sum(), out.bytesWritten());
      return files;
    }
  }

  /** In the order in which they are stored. */
  private static List<String> rows(List<FileSummary> files) throws IOException {
    List<String> rows = new ArrayList<>();
    for (FileSummary f : files) {
      int before = rows.size();
      try (FileReader file = FileReader.open(STORE.input(f.path()), new IoCounters());
          BatchReader in = file.read(ReadRequest.all())) {
        while (in.next()) {
          for (int i = 0; i < in.batch().rows(); i++) {
            Object[] row = in.batch().row(i);
            row[3] = row[3] == null ? null : Arrays.toString((byte[]) row[3]);
            rows.add(Arrays.toString(row));
          }
        }
      }
      assertEquals(f.rows(), rows.size() - before);
    }
    return rows;
  }

  private static List<Long> rowGroups(List<FileSummary> files) {
    return files.stream().flatMap(f -> f.rowGroups().stream()).map(RowGroupSummary::rows).toList();
  }

  /** Each file estimates the effect of compression by its own first row group. */
  private static void assertAlike(List<Long> expected, List<Long> rows, String what) {
    assertEquals(expected.size(), rows.size(), what);
    for (int g = 0; g < rows.size(); g++) {
      double most = Math.max(expected.get(0), expected.get(g));
      assertEquals(expected.get(g), rows.get(g), 0.1 * most, what + ": row group " + g);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row-group=200KiB",
        "row-group=5000 rows",
        "row-group=64MiB",
        "reorder=sort(s, n desc); row-group=200KiB",
        "reorder=hilbert(n, s); row-group=300KiB",
        "reorder=sort-buffer(n; 200KiB); row-group=4096 rows",
        "reorder=vortex(*; 500KiB); row-group=200KiB",
        "row-group=200KiB; column-groups=(n,s),(x,y)",
        "row-group=200KiB; packing=files(2; block=100KiB)",
        "row-group=200KiB; packing=column-group-runs(block=90KiB)",
        "row-group=200KiB; packing=file-per-subset",
        "trevni",
        "rcfile"
      })
  void theRowsAreThoseOfOneFile(String placement) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Batch> rows = batches(random, 40_000);
    List<FileSummary> one = write(placement, new Limit(0, random.nextBoolean()), rows);
    assertEquals(1, one.size());
    List<String> expected = rows(one);
    long total = one.get(0).totalLength();
    for (boolean whole : new boolean[] {true, false}) {
      long target = total / 2 - random.nextInt((int) total / 4);
      String what = "seed " + seed + ", " + total + " bytes, target " + target + ", " + whole;
      List<FileSummary> files = write(placement, new Limit(target, whole), rows);
      assertEquals(expected, rows(files), what);
      if (whole) {
        assertAlike(rowGroups(one), rowGroups(files), what);
      } else {
        assertTrue(files.size() > 1, what);
      }
      long group = one.get(0).totalLength() / one.get(0).rowGroups().size();
      for (FileSummary f : files) {
        long most = whole ? target + group : (long) (1.5 * target);
        assertTrue(f.totalLength() < most + 100_000, what + ": " + f.totalLength());
      }
      long all = files.stream().mapToLong(FileSummary::totalLength).sum();
      long least = whole && files.size() == 1 ? 0 : (long) (0.4 * target);
      assertTrue(all / files.size() > least, what + ": " + files.size());
    }
  }

  @Test
  void withoutRowsThereIsNoFile() throws IOException {
    assertEquals(List.of(), write("row-group=200KiB", new Limit(100_000, false), List.of()));
    assertEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"row-group=200KiB", "reorder=sort(n)", "packing=files(2)"})
  void afterAFailureNothingIsLeft(String placement) throws IOException {
    List<Batch> rows = batches(new Random(1), 40_000);
    FileSequence.Paths fails =
        () -> {
          if (opened == 2) {
            throw new IOException("no more names");
          }
          return next();
        };
    Limit limit = new Limit(150_000, false);
    FileSequence out = new FileSequence(STORE, fails, SCHEMA, options(placement), MEMORY, limit);
    IOException e =
        assertThrows(
            IOException.class,
            () -> {
              for (Batch b : rows) {
                out.write(b);
              }
              out.finish();
            });
    assertEquals("no more names", e.getMessage());
    assertThrows(IllegalStateException.class, out::finish);
    assertThrows(IllegalStateException.class, () -> out.write(rows.get(0)));
    out.close();
    assertEmpty();
  }

  /** What cannot be removed keeps nothing else. */
  @Test
  void abortRemovesWhatItCan() throws IOException {
    List<Batch> rows = batches(new Random(2), 40_000);
    List<String> kept = new ArrayList<>();
    FileStore fails =
        new ForwardingFileStore(STORE) {
          @Override
          public boolean delete(String path, boolean recursive) throws IOException {
            if (kept.isEmpty()) {
              kept.add(path);
              throw new IOException("cannot delete " + path);
            }
            return super.delete(path, recursive);
          }
        };
    FileSequence out =
        new FileSequence(
            fails,
            this::next,
            SCHEMA,
            options("row-group=200KiB"),
            MEMORY,
            new Limit(150_000, false));
    for (Batch b : rows) {
      out.write(b);
    }
    assertTrue(opened > 2, opened + " files");
    assertThrows(IOException.class, out::abort);
    out.close();
    try (var left = Files.list(directory)) {
      assertEquals(kept, left.map(Path::toString).toList());
    }
  }

  private void assertEmpty() throws IOException {
    try (var left = Files.list(directory)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
