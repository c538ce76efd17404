package io.placed.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.stores.Appender.Outcome;
import io.placed.stores.FaultProxy.Fault;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables in a store: several processes commit at once, and connections break at any time. */
@Timeout(900)
abstract class CommitsContract {
  private static final int WRITERS = 3;
  private static final int COMMITS = 8;
  private static final long LIMIT_SECONDS = 800;
  private static final Pattern PROBE = Pattern.compile("/\\.conditional-write\\.[^/? ]+");

  @TempDir Path directory;

  final long seed = Long.getLong("placed.seed", new Random().nextInt());
  private final Store store;

  /** Requests that are broken in tests of something else, by those of S3. */
  private final double broken;

  /** Appends of processes that may fail because of faults. */
  private final int mostFailures;

  final String table;
  FaultProxy proxy;
  private StoreServer server;

  CommitsContract(Store store, double broken, int mostFailures) {
    this.store = store;
    this.broken = broken;
    this.mostFailures = mostFailures;
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

  /**
   * Appends by several processes at once: what they say about each of them is true.
   *
   * @return the number of appends that have failed, or whose outcome is unknown
   */
  final int appendTogether() throws Exception {
    List<Process> processes = new ArrayList<>();
    Set<String> expected = new TreeSet<>();
    List<String> said = new ArrayList<>();
    List<String> found;
    int added = 0;
    try {
      for (int w = 0; w < WRITERS; w++) {
        processes.add(appender(w));
      }
      for (int w = 0; w < WRITERS; w++) {
        Process process = processes.get(w);
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        said.addAll(Files.readAllLines(log(w)));
        assertTrue(ended, "process " + w + " goes on: " + said + ", seed " + seed);
        assertEquals(0, process.exitValue(), said + ", seed " + seed);
      }
      found = rows();
      for (int w = 0; w < WRITERS; w++) {
        for (int c = 0; c < COMMITS; c++) {
          Outcome outcome = outcome(w, c);
          boolean there = found.contains(Arrays.toString(new Object[] {w, c, 0}));
          if (outcome == Outcome.ADDED || outcome == Outcome.UNKNOWN && there) {
            added++;
            for (int r = 0; r < Appender.ROWS; r++) {
              expected.add(Arrays.toString(new Object[] {w, c, r}));
            }
          }
        }
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertEquals(List.copyOf(expected), found, said + ", seed " + seed);
    assertEquals(added, DataSet.at(new HadoopFileStores(direct()), table).newestId());
    int others = 0;
    for (Outcome o : List.of(Outcome.UNKNOWN, Outcome.FAILED)) {
      others += (int) said.stream().filter(line -> line.startsWith(o + " ")).count();
    }
    assertTrue(others <= mostFailures, said + ", seed " + seed);
    return others;
  }

  private Outcome outcome(int writer, int commit) throws IOException {
    for (String line : Files.readAllLines(log(writer))) {
      for (Outcome o : Outcome.values()) {
        if (line.equals(o + " " + commit)) {
          return o;
        }
      }
    }
    throw new AssertionError("no outcome of commit " + commit + " of writer " + writer);
  }

  @Test
  void processesCommitTogether() throws Exception {
    assertEquals(0, appendTogether());
    // Each process asks the server of S3 whether it honors conditions. Clients may repeat requests.
    List<String> asked =
        proxy.requests().stream()
            .filter(r -> r.startsWith("PUT "))
            .map(PROBE::matcher)
            .filter(Matcher::find)
            .map(Matcher::group)
            .toList();
    int asking = store == Store.S3 ? WRITERS : 0;
    assertEquals(asking, Set.copyOf(asked).size(), asked + ", seed " + seed);
    assertTrue(asked.size() >= 2 * asking, asked + ", seed " + seed);
  }

  /** Others commit while a request, or its answer, is on its way. */
  @Test
  void processesCommitTogetherBesideDelays() throws Exception {
    proxy.delays(0.03, Duration.ofSeconds(3));
    assertEquals(0, appendTogether());
    int requests = proxy.happened(Fault.DELAYED);
    int answers = proxy.happened(Fault.ANSWERED_LATE);
    assertTrue(requests > 2, requests + " requests were delayed, seed " + seed);
    assertTrue(answers > 2, answers + " answers were delayed, seed " + seed);
  }

  /** Half of the requests that are answered so have had their effect. */
  @Test
  void processesCommitTogetherOnABusyServer() throws Exception {
    proxy.busy(0.1);
    appendTogether();
    int before = proxy.happened(Fault.BUSY);
    int after = proxy.happened(Fault.BUSY_AFTERWARDS);
    assertTrue(before > 10, before + " requests were not taken, seed " + seed);
    assertTrue(after > 10, after + " requests were taken, seed " + seed);
  }

  /** Half of the broken requests have had their effect: a commit that is repeated is one commit. */
  @Test
  void connectionsOfProcessesBreak() throws Exception {
    proxy.breaks(0.1);
    appendTogether();
    assertTrue(proxy.unsent() > 10, proxy.unsent() + " requests were not sent, seed " + seed);
    assertTrue(proxy.unanswered() > 10, proxy.unanswered() + " lost answers, seed " + seed);
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
