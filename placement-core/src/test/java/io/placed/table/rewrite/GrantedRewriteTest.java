package io.placed.table.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.RandomPool;
import io.placed.vector.TaskMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that write files again, with memory that is granted by chance. */
class GrantedRewriteTest {
  private static final Schema SCHEMA =
      Schema.parse("id: int64 not null, k: int32 not null, y: binary");
  private static final int FILES = 3;
  private static final int ROWS = 20_000;

  @TempDir Path directory;
  private final FileStores stores = FileStores.local();
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Map<Long, Integer> expected = new HashMap<>();
  private String path;
  private String temporary;

  @BeforeEach
  void write() throws IOException {
    path = directory.resolve("t").toString();
    temporary = Files.createDirectory(directory.resolve("temporary")).toString();
    for (int f = 0; f < FILES; f++) {
      try (TableWriter out = Placed.write(path, SCHEMA).open()) {
        for (int i = 0; i < ROWS; i++) {
          byte[] y = new byte[100 + random.nextInt(400)];
          random.nextBytes(y);
          long id = (long) f * ROWS + i;
          expected.put(id, Arrays.hashCode(y));
          out.write(id, random.nextInt(1000), y);
        }
        out.commit();
      }
    }
  }

  private DataSet open() throws IOException {
    return DataSet.at(stores, path);
  }

  private RandomPool pool() {
    return new RandomPool(random, (1L + random.nextInt(3)) << 20, 0.2 + random.nextDouble() / 2);
  }

  private void check(RandomPool pool) throws IOException {
    assertEquals(0, pool.granted(), "seed " + seed);
    assertTrue(pool.peak() > 1 << 19, "seed " + seed + ": only " + pool.peak() + " bytes");
    assertTrue(pool.refused() > 0, "seed " + seed);
    Map<Long, Integer> found = new HashMap<>();
    try (TableScan scan = Placed.read(path).open()) {
      scan.rows().forEach(r -> found.put((long) r[0], Arrays.hashCode((byte[]) r[2])));
    }
    assertEquals(expected, found, "seed " + seed);
    try (var left = Files.list(Path.of(temporary))) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void filesThatAreSorted() throws IOException {
    RewriteOptions to = RewriteOptions.of(Map.of("placement", "reorder=sort(k)"));
    Rewrite rewrite = Rewrite.prepare(stores, path, to);
    rewrite.start();
    RandomPool pool = pool();
    List<String> written = new ArrayList<>();
    for (RewriteTask task : rewrite.tasks()) {
      written.add(task.run(stores, temporary, new TaskMemory(pool), rows -> {}));
    }
    rewrite.commit(written);
    check(pool);
  }

  /** The rows of a file of no partition go to more partitions than may be open. */
  @Test
  void rowsThatAreLeft() throws IOException {
    DataSet table = open();
    table.alter(PartitionSpec.parse("truncate(10, k)"));
    Snapshot read = table.current();
    Map<DataFile, RowBitmap> deleted = new HashMap<>();
    for (DataFile file : read.files()) {
      RowBitmap rows = new RowBitmap();
      rows.addRange(0, ROWS / 2);
      deleted.put(file, rows);
    }
    for (int f = 0; f < FILES; f++) {
      for (int i = 0; i < ROWS / 2; i++) {
        expected.remove((long) f * ROWS + i);
      }
    }
    DeletionPlan plan = new DeletionPlan(table.directory(), read, 0, deleted);
    Commit commit =
        table
            .begin(
                ColumnBinding.of(read.schema(), read), PartitionSpec.parse("truncate(10, k)"), null)
            .basedOn(read);
    RandomPool pool = pool();
    List<DataFile> copies = new ArrayList<>();
    for (RemainderTask task : plan.tasks(commit, Map.of())) {
      String label = "rest-" + copies.size();
      task.run(stores, label, temporary, new TaskMemory(pool))
          .forEach(f -> copies.add(DataFile.fromJson(f)));
    }
    plan.commit(commit, "delete", copies, List.of());
    check(pool);
  }

  /** What is read, apart from what is written. */
  @Test
  void filesThatAreRead() throws IOException {
    DataSet table = open();
    RandomPool pool = new RandomPool(random, 64 << 20, 0);
    TaskMemory task = new TaskMemory(pool);
    DataFileCopy copy = new DataFileCopy(table.directory(), SCHEMA, List.of(), task);
    DataFile file = table.current().files().get(0);
    copy.read(file, null, SCHEMA, batch -> {});
    assertTrue(pool.peak() > 0);
    assertEquals(0, pool.granted());
  }

  /** Rows of partitions that have no open file. */
  @Test
  void rowsThatWait() throws IOException {
    RandomPool pool = new RandomPool(random, 64 << 20, 0);
    WriteOptions options =
        WriteOptions.of(Map.of("temporary-directory", temporary, "sort-memory", "8MiB"));
    Batch rows = Batch.of(SCHEMA);
    for (int i = 0; i < ROWS; i++) {
      rows.appendRow((long) i, i % 7, new byte[200]);
    }
    long[] drained = {0};
    try (LaterRows later = new LaterRows(SCHEMA, options, new TaskMemory(pool))) {
      later.add(Map.of("p", "1"), rows);
      assertTrue(pool.peak() > 1 << 20, "only " + pool.peak());
      later.drain((partition, some) -> drained[0] += some.rows());
    }
    assertEquals(ROWS, drained[0]);
    assertEquals(0, pool.granted());
  }
}
