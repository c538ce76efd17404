package io.placed.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.error.UnsafeStoreException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.stores.FaultProxy.Fault;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An S3 server that ignores {@code If-None-Match}: S3Proxy, behind a proxy that takes the header
 * out of requests. Processes ask the server with an object that they put twice.
 */
@Timeout(900)
class S3ConditionsTest {
  private static final String HEADER = "If-None-Match";

  /** Of a writer; as a rule one of the first eight is lost. */
  private static final int MOST_COMMITS = 160;

  private static final String PROBE = "/_placed/.conditional-write.";

  @TempDir Path directory;

  private final long seed = Long.getLong("placed.seed", new Random().nextInt());
  private final String table = Store.S3.root + UUID.randomUUID();
  private StoreServer server;
  private FaultProxy proxy;
  private Configuration through;

  @BeforeEach
  void start() throws IOException {
    server = S3Server.start(directory, false);
    proxy = new FaultProxy(server.port(), seed);
    through = Store.S3.configuration(proxy.port());
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

  private static Predicate<String> probe(String method) {
    return request -> request.startsWith(method + " ") && request.contains(PROBE);
  }

  private long probes(String method) {
    return proxy.requests().stream().filter(probe(method)).count();
  }

  /** Names of what is in the bucket, without directories. */
  private List<String> files() throws IOException {
    FileStore store =
        new HadoopFileStores(Store.S3.configuration(server.port())).forPath(Store.S3.root);
    List<String> names = new ArrayList<>();
    for (FileInfo file : store.list(Store.S3.root, true)) {
      names.add(PathNames.name(file.path()));
    }
    return names;
  }

  /** Objects of the question that are still there. */
  private long left() throws IOException {
    return files().stream().filter(f -> f.startsWith(PathNames.name(PROBE))).count();
  }

  private List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(table).hadoop(through).open()) {
      scan.rows().forEach(row -> rows.add(Arrays.toString(row)));
    }
    rows.sort(null);
    return rows;
  }

  private static List<String> expected(int writers, int commits) {
    List<String> rows = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      for (int c = 0; c < commits; c++) {
        for (int r = 0; r < Appender.ROWS; r++) {
          rows.add(Arrays.toString(new Object[] {w, c, r}));
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  /** Appends by threads, which begin each commit at the same time. */
  private void appendTogether(int writers, int from, int commits) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      CyclicBarrier begin = new CyclicBarrier(writers);
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        int writer = w;
        running.add(
            threads.submit(
                () -> {
                  for (int c = from; c < commits; c++) {
                    begin.await();
                    Appender.append(through, table, writer, c);
                  }
                  return null;
                }));
      }
      for (Future<?> f : running) {
        f.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private UnsafeStoreException refused() {
    UnsafeStoreException refused =
        assertThrows(
            UnsafeStoreException.class,
            () -> Appender.append(through, table, 0, 0),
            "seed " + seed);
    for (String said :
        List.of(table, "s3a://bucket ignores " + HEADER, "placed.single-writer-schemes=s3a")) {
      assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }
    return refused;
  }

  @Test
  void aServerThatIgnoresConditionsGetsNoCommit() throws Exception {
    proxy.strips(HEADER);
    refused();
    assertEquals(2, proxy.stripped());
    assertEquals(List.of(), files());
    assertThrows(FileNotFoundException.class, this::rows);
    refused();
    assertEquals(2, probes("PUT"));
    assertEquals(1, probes("DELETE"));
    assertEquals(List.of(), files());
  }

  /** The same server with the header, which is asked once. */
  @Test
  void aServerThatHonorsConditionsIsAskedOnce() throws Exception {
    appendTogether(3, 0, 4);
    assertEquals(expected(3, 4), rows());
    Appender.append(through, table + "-2", 0, 0);
    assertEquals(2, probes("PUT"));
    assertEquals(1, probes("DELETE"));
    assertEquals(0, left());
  }

  /** What the probe is for: on a server that ignores conditions from now on, commits are lost. */
  @Test
  void withoutTheProbeCommitsAreLost() throws Exception {
    Appender.append(through, table, 0, 0);
    assertEquals(2, probes("PUT"));
    proxy.strips(HEADER);
    proxy.delays(0.5, Duration.ofMillis(50));
    int commits = 1;
    int lost = 0;
    // Which of them meet is chance.
    while (lost == 0 && commits < MOST_COMMITS) {
      appendTogether(2, commits, commits + 8);
      commits += 8;
      lost = 1 + 2 * (commits - 1) - rows().size() / Appender.ROWS;
    }
    assertTrue(lost > 0, "no commit of " + commits + " was lost, seed " + seed);
  }

  @Test
  void oneProcessIsAllowedBySetting() throws Exception {
    proxy.strips(HEADER);
    through.set("placed.single-writer-schemes", "s3a");
    appendTogether(3, 0, 4);
    assertEquals(expected(3, 4), rows());
  }

  /** The client repeats the put and is told that the object exists, which is its own. */
  @Test
  void aLostAnswerToTheFirstPutIsAnAnswer() throws Exception {
    proxy.aim(Fault.UNANSWERED, 1, probe("PUT"));
    Appender.append(through, table, 0, 0);
    assertEquals(1, proxy.unanswered());
    assertEquals(2, probes("PUT"));
    assertEquals(expected(1, 1), rows());
  }

  @Test
  void lostAnswersDoNotHideThatConditionsAreIgnored() throws Exception {
    proxy.strips(HEADER);
    for (Fault fault : List.of(Fault.UNANSWERED, Fault.UNSENT, Fault.BUSY_AFTERWARDS)) {
      proxy.aim(fault, 1, probe("PUT"));
    }
    refused();
    assertEquals(List.of(), files());
  }

  /** That says nothing of conditions. The next commit asks again. */
  @Test
  void aPutThatFailsIsNoRefusal() throws Exception {
    for (int sound = 0; sound < 2; sound++) {
      long before = probes("PUT");
      int passing = sound;
      proxy.aim(
          Fault.FORBIDDEN, 1, r -> probe("PUT").test(r) && probes("PUT") == before + passing + 1);
      IOException failed =
          assertThrows(IOException.class, () -> Appender.append(through, table, 0, 0));
      assertFalse(failed instanceof UnsafeStoreException, failed.toString());
      assertTrue(failed.getMessage().contains(PROBE.substring(1)), failed.getMessage());
      assertEquals(0, left());
    }
    Appender.append(through, table, 0, 0);
    assertEquals(expected(1, 1), rows());
  }

  /** The object stays in the log, and nobody minds. */
  @Test
  void whoMayNotDeleteMayCommit() throws Exception {
    proxy.aim(Fault.FORBIDDEN, 1, probe("DELETE"));
    appendTogether(2, 0, 3);
    assertEquals(1, left());
    assertEquals(expected(2, 3), rows());
    DataSet set = DataSet.at(new HadoopFileStores(through), table);
    set.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(expected(2, 3), rows());
    assertEquals(1, left());
  }
}
