package io.placed.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables in a store: several processes commit at once, and connections break at any time. */
@Timeout(300)
abstract class CommitsContract {
  private static final int WRITERS = 3;
  private static final int COMMITS = 8;
  private static final long LIMIT_SECONDS = 240;

  @TempDir Path directory;

  final long seed = Long.getLong("placed.seed", new Random().nextInt());
  private final Store store;

  /** Requests that are broken in tests of something else, by those of S3. */
  private final double broken;

  final String table;
  FaultProxy proxy;
  private StoreServer server;

  CommitsContract(Store store, double broken) {
    this.store = store;
    this.broken = broken;
    this.table = store.root + UUID.randomUUID();
  }

  @BeforeEach
  void start() throws IOException {
    server = store.start(directory);
    proxy = new FaultProxy(server.port(), seed);
    // ABFS makes the container, and fails if another process makes it at the same time.
    new HadoopFileStores(direct()).forPath(table);
  }

  @AfterEach
  void stop() throws IOException {
    if (proxy != null) {
      proxy.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private Configuration direct() {
    return store.configuration(server.port());
  }

  private Path log(int number) {
    return directory.resolve("appender-" + number + ".log");
  }

  private Process appender(int number) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Appender.class.getName(),
            store.name(),
            "" + proxy.port(),
            table,
            "" + number,
            "" + COMMITS)
        .redirectErrorStream(true)
        .redirectOutput(log(number).toFile())
        .start();
  }

  final List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(table).hadoop(direct()).open()) {
      scan.rows().forEach(row -> rows.add(Arrays.toString(row)));
    }
    rows.sort(null);
    return rows;
  }

  final void appendTogether() throws Exception {
    List<Process> processes = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try {
      for (int w = 0; w < WRITERS; w++) {
        processes.add(appender(w));
      }
      for (int w = 0; w < WRITERS; w++) {
        Process process = processes.get(w);
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(log(w)) + ", seed " + seed;
        assertTrue(ended, "process " + w + " goes on: " + said);
        assertEquals(0, process.exitValue(), said);
        for (int c = 0; c < COMMITS; c++) {
          for (int r = 0; r < Appender.ROWS; r++) {
            expected.add(Arrays.toString(new Object[] {w, c, r}));
          }
        }
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    expected.sort(null);
    assertEquals(expected, rows(), "seed " + seed);
    assertEquals(WRITERS * COMMITS, DataSet.at(new HadoopFileStores(direct()), table).newestId());
  }

  @Test
  void processesCommitTogether() throws Exception {
    appendTogether();
  }

  /** Listings in several pages, a file in several parts, deleted rows, and a vacuum. */
  @Test
  void aVacuumSeesAllPagesOfAListing() throws Exception {
    proxy.breaks(0.05 * broken);
    Configuration through = store.configuration(proxy.port());
    for (int c = 0; c < 12; c++) {
      Appender.append(through, table, 0, c);
    }
    DataSet set = DataSet.at(new HadoopFileStores(through), table);
    set.deleteRows(Predicate.parse("commit < 3 and row = 5"));
    List<String> before = rows();
    assertEquals(12 * Appender.ROWS - 3, before.size());
    set.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(before, rows(), "seed " + seed);
    // The latest, and that of the vacuum.
    assertEquals(2, set.history().size());
  }

  @Test
  void largeFilesAreWrittenInParts() throws Exception {
    proxy.breaks(0.02 * broken);
    Configuration through = store.configuration(proxy.port());
    Schema schema = Schema.parse("id: int64, noise: binary");
    Random random = new Random(seed);
    try (TableWriter out =
        Placed.write(table, schema).option("compression", "none").hadoop(through).open()) {
      for (long i = 0; i < 3000; i++) {
        byte[] noise = new byte[10_000];
        random.nextBytes(noise);
        out.write(i, noise);
      }
      out.commit();
    }
    random = new Random(seed);
    try (TableScan scan = Placed.read(table).hadoop(through).open()) {
      long next = 0;
      for (Object[] row : (Iterable<Object[]>) scan.rows()::iterator) {
        byte[] noise = new byte[10_000];
        random.nextBytes(noise);
        assertEquals(next++, row[0]);
        assertTrue(Arrays.equals(noise, (byte[]) row[1]), "row " + row[0] + ", seed " + seed);
      }
      assertEquals(3000, next);
    }
  }
}
