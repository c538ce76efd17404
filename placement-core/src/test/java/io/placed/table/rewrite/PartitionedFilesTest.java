package io.placed.table.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionedFilesTest {
  private static final int MAX_OPEN = 8;

  /** One of its names is that of the numbers of partitions. */
  private static final Schema SCHEMA = Schema.parse("id: int64, Partition: binary");

  @TempDir Path dir;
  private final FileStore store = new LocalFileStore();
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private Path table;
  private Path temporary;
  private long ids;

  @BeforeEach
  void makeDirectories() throws IOException {
    table = Files.createDirectory(dir.resolve("table"));
    temporary = Files.createDirectory(dir.resolve("temporary"));
  }

  private PartitionedFiles files(Map<String, String> settings) {
    return files(store, settings);
  }

  private PartitionedFiles files(FileStore in, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("temporary-directory", temporary.toString());
    all.put("sort-memory", "1MiB");
    return new PartitionedFiles(
        in,
        (partition, number) ->
            PathNames.join(
                table.toString(), PathNames.partitionPath(partition), number + ".placed"),
        path -> PathNames.relativize(table.toString(), path),
        WriteOptions.of(all),
        true,
        TaskMemory.UNLIMITED,
        MAX_OPEN);
  }

  private static Map<String, String> partition(int number) {
    return Map.of("p", Integer.toString(number));
  }

  private Batch rows(int count) {
    Batch batch = Batch.of(SCHEMA);
    byte[] bytes = new byte[100];
    for (int i = 0; i < count; i++) {
      random.nextBytes(bytes);
      batch.appendRow(ids++, bytes);
    }
    return batch;
  }

  private static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private List<Long> idsOf(DataFile file) throws IOException {
    try (TableScan scan = Placed.read(table.resolve(file.path()).toString()).open()) {
      return scan.rows().map(r -> (Long) r[0]).toList();
    }
  }

  /** Only some files are there at any time before the end, and each partition gets one. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "sort(id desc)"})
  void rowsInAnyOrderMakeOneFileOfEachPartition(String reorder) throws Exception {
    PartitionedFiles files = files(Map.of("placement.reorder", reorder));
    Map<Map<String, String>, List<Long>> expected = new HashMap<>();
    for (int i = 0; i < 4000; i++) {
      Map<String, String> partition = partition(random.nextInt(40));
      Batch rows = rows(1 + random.nextInt(20));
      for (int r = 0; r < rows.rows(); r++) {
        expected.computeIfAbsent(partition, p -> new ArrayList<>()).add((Long) rows.row(r)[0]);
      }
      files.write(partition, rows);
      rows.clear();
      assertTrue(i % 500 != 0 || in(table).size() <= MAX_OPEN, "seed " + seed);
    }
    assertTrue(!in(temporary).isEmpty(), "nothing was spilled, seed " + seed);
    List<DataFile> written = files.finish();
    assertEquals(40, written.size(), "seed " + seed);
    for (DataFile f : written) {
      List<Long> all = expected.get(f.partition());
      if (reorder.startsWith("sort")) {
        all.sort((a, b) -> Long.compare(b, a));
      }
      assertEquals(all, idsOf(f), "seed " + seed);
    }
    assertEquals(List.of(), in(temporary));
    // They are the caller's now.
    files.abort();
    assertEquals(40, in(table).size());
  }

  /** Nothing waits, but what comes after its partition was taken for complete. */
  @Test
  void rowsThatAreTogetherAreWrittenAsTheyCome() throws Exception {
    PartitionedFiles files = files(Map.of());
    int each = PartitionedFiles.IDLE_ROWS / (MAX_OPEN - 1) + 1;
    for (int p = 0; p < 20; p++) {
      for (int rows = 0; rows < each; rows += 1000) {
        files.write(partition(p), rows(Math.min(1000, each - rows)));
      }
    }
    long complete = in(table).stream().filter(f -> f.toString().endsWith(".placed")).count();
    long open = in(table).stream().filter(f -> f.toString().endsWith(".tmp")).count();
    assertEquals(List.of(20L - MAX_OPEN, (long) MAX_OPEN), List.of(complete, open));
    assertEquals(List.of(), in(temporary));
    files.write(partition(3), rows(10));
    files.write(partition(19), rows(10));
    files.write(partition(3), rows(10));
    Map<String, List<Integer>> rows = new TreeMap<>();
    for (DataFile f : files.finish()) {
      rows.computeIfAbsent(f.partition().get("p"), p -> new ArrayList<>()).add((int) f.rows());
    }
    Map<String, List<Integer>> expected = new TreeMap<>();
    IntStream.range(0, 20).forEach(p -> expected.put("" + p, List.of(each)));
    expected.put("3", List.of(each, 20));
    expected.put("19", List.of(each + 10));
    assertEquals(expected, rows);
  }

  @Test
  void whatFailsLeavesNothing() throws Exception {
    PartitionedFiles files =
        files(Map.of("placement.reorder", "sort(id)", "placement.packing", "file-per-subset"));
    int each = PartitionedFiles.IDLE_ROWS / MAX_OPEN;
    for (int p = 0; p < 12; p++) {
      files.write(partition(p), rows(each));
    }
    for (int i = 0; i < 1000; i++) {
      files.write(partition(20 + i % 20), rows(20));
    }
    assertTrue(in(table).stream().anyMatch(f -> f.toString().endsWith(".placed")));
    assertTrue(!in(temporary).isEmpty());
    files.abort();
    assertEquals(List.of(), in(table));
    assertEquals(List.of(), in(temporary));
  }

  @Test
  void abortRemovesWhatItCan() throws Exception {
    List<String> kept = new ArrayList<>();
    FileStore fails =
        new ForwardingFileStore(new LocalFileStore()) {
          @Override
          public boolean delete(String path, boolean recursive) throws IOException {
            if (kept.isEmpty()) {
              kept.add(path);
              throw new IOException("cannot delete " + path);
            }
            return super.delete(path, recursive);
          }
        };
    PartitionedFiles files = files(fails, Map.of());
    int each = PartitionedFiles.IDLE_ROWS / (MAX_OPEN - 1) + 1;
    for (int p = 0; p < MAX_OPEN + 3; p++) {
      files.write(partition(p), rows(each));
    }
    long complete = in(table).stream().filter(f -> f.toString().endsWith(".placed")).count();
    assertEquals(3, complete);
    IOException failure = assertThrows(IOException.class, files::abort);
    assertEquals("cannot delete " + kept.get(0), failure.getMessage());
    assertEquals(kept, in(table).stream().map(Path::toString).toList());
  }
}
