package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.error.NothingSentException;
import io.placed.error.UnsafeStoreException;
import io.placed.io.BoundedWait;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Before the first commit to a bucket its server is asked whether it honors conditions. */
class ConditionalWritesTest {
  private static final Schema SCHEMA = Schema.parse("id: int64");
  private static final String SINGLE_WRITER = "placed.single-writer-schemes";
  private static final int SECONDS = 60;
  private static final byte[] CONTENT = "{}\n".getBytes(StandardCharsets.UTF_8);
  private static final Predicate<Path> IS_PROBE =
      p -> p.getName().startsWith("." + ConditionalWrites.PROBE + ".");

  private final Configuration configuration = ObjectFileSystem.configuration("s3a", "gs", "abfs");

  /** Nobody has asked about it. */
  private final String bucket = "s3a://" + UUID.randomUUID();

  private final String table = bucket + "/table";

  @AfterEach
  void mend() {
    ObjectFileSystem.sound();
  }

  private void append(String path, long id) throws IOException {
    try (TableWriter out = Placed.write(path, SCHEMA).hadoop(configuration).open()) {
      out.write(id);
      out.commit();
    }
  }

  private List<Long> rows() throws IOException {
    List<Long> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(table).hadoop(configuration).open()) {
      scan.rows().forEach(row -> rows.add((Long) row[0]));
    }
    rows.sort(null);
    return rows;
  }

  private FileStore store() throws IOException {
    return new HadoopFileStores(configuration).forPath(bucket);
  }

  private List<String> files() throws IOException {
    List<String> names = new ArrayList<>();
    for (FileInfo file : store().list(bucket + "/", true)) {
      names.add(PathNames.name(file.path()));
    }
    return names;
  }

  /** How often the question was put and taken back. */
  private static List<Long> asked() {
    List<Long> counts = new ArrayList<>();
    for (String method : List.of("PUT", "DELETE")) {
      String start = method + " ." + ConditionalWrites.PROBE + ".";
      counts.add(ObjectFileSystem.REQUESTS.stream().filter(r -> r.startsWith(start)).count());
    }
    return counts;
  }

  private UnsafeStoreException refused() {
    UnsafeStoreException refused = assertThrows(UnsafeStoreException.class, () -> append(table, 1));
    for (String said :
        List.of(
            table + "/_placed/",
            "the server of " + bucket + " ignores If-None-Match",
            "servers with conditional writes",
            SINGLE_WRITER + "=s3a")) {
      assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }
    return refused;
  }

  @Test
  void aServerThatIgnoresConditionsGetsNoCommit() throws Exception {
    ObjectFileSystem.ignoresConditions = true;
    refused();
    assertEquals(List.of(2L, 1L), asked());
    assertEquals(List.of(), files());
    assertThrows(FileNotFoundException.class, this::rows);
    refused();
    assertEquals(List.of(2L, 1L), asked());
    assertEquals(List.of(), files());
  }

  @Test
  void aBucketIsAskedOnce() throws Exception {
    append(table, 1);
    append(table, 2);
    append(bucket + "/other", 3);
    assertEquals(List.of(2L, 1L), asked());
    assertEquals(List.of(1L, 2L), rows());
    append("s3a://" + UUID.randomUUID() + "/table", 4);
    assertEquals(List.of(4L, 2L), asked());
    // A bucket of this name elsewhere.
    configuration.set("fs.s3a.endpoint", "http://elsewhere");
    append(table, 3);
    assertEquals(List.of(6L, 3L), asked());
  }

  /** Where the snapshot is there already nothing is put, and nobody asked. */
  @Test
  void whatNeedsNoPutAsksNothing() throws Exception {
    String path = table + "/_placed/00000000000000000001.json";
    ObjectFileSystem.OBJECTS.put(new Path(path), CONTENT);
    assertFalse(store().putIfAbsent(path, CONTENT));
    assertEquals(List.of(0L, 0L), asked());
  }

  /** Their services always have the condition. */
  @Test
  void otherStoresAreNotAsked() throws Exception {
    configuration.set("fs.AbstractFileSystem.abfs.impl", DelegatingFileSystem.class.getName());
    for (String scheme : List.of("gs", "abfs")) {
      append(scheme + "://" + UUID.randomUUID() + "/table", 1);
    }
    assertEquals(List.of(0L, 0L), asked());
  }

  @Test
  void oneProcessIsAllowedBySetting() throws Exception {
    ObjectFileSystem.ignoresConditions = true;
    configuration.set(SINGLE_WRITER, "s3a");
    append(table, 1);
    append(table, 2);
    assertEquals(List.of(1L, 2L), rows());
  }

  /** The client repeats the put, and is refused because of what its first try has put. */
  @Test
  void aRepeatedFirstPutIsAnAnswer() throws Exception {
    ObjectFileSystem.repeats = IS_PROBE;
    append(table, 1);
    assertEquals(List.of(1L, 1L), asked());
    assertEquals(List.of(1L), rows());
  }

  @Test
  void repeatedPutsDoNotHideThatConditionsAreIgnored() throws Exception {
    ObjectFileSystem.ignoresConditions = true;
    ObjectFileSystem.repeats = IS_PROBE;
    refused();
    assertEquals(List.of(2L, 1L), asked());
  }

  /**
   * Whether it had its effect or not, it says nothing of conditions. The next commit asks again.
   */
  @Test
  void aPutThatFailsIsNoRefusal() throws Exception {
    for (boolean published : new boolean[] {false, true}) {
      for (int failing = 1; failing <= 2; failing++) {
        if (published && failing == 2) {
          continue; // This store refuses it before it fails.
        }
        long at = asked().get(0) + failing;
        String probed = table + published + failing;
        ObjectFileSystem.failedClosePublishes = published;
        ObjectFileSystem.closeFails = IS_PROBE.and(p -> asked().get(0) == at);
        IOException failed = assertThrows(IOException.class, () -> append(probed, 1));
        assertFalse(failed instanceof UnsafeStoreException, failed.toString());
        assertTrue(failed.getMessage().contains(ConditionalWrites.PROBE), failed.getMessage());
        assertEquals(List.of(), files(), "although nothing of the commit was sent");
      }
    }
    ObjectFileSystem.sound();
    ObjectFileSystem.ignoresConditions = true;
    refused();
  }

  /** The object stays in the log, readers pass over it, and a vacuum removes it one day. */
  @Test
  void whoMayNotDeleteMayCommit() throws Exception {
    ObjectFileSystem.deleteFails = IS_PROBE;
    append(table, 1);
    append(table, 2);
    assertEquals(List.of(2L, 1L), asked());
    assertEquals(1, files().stream().filter(f -> IS_PROBE.test(new Path(f))).count());
    assertEquals(List.of(1L, 2L), rows());
    ObjectFileSystem.deleteFails = p -> false;
    // The objects of this store are of 1970.
    DataSet.at(new HadoopFileStores(configuration), table)
        .vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(0, files().stream().filter(f -> IS_PROBE.test(new Path(f))).count());
    assertEquals(List.of(1L, 2L), rows());
  }

  /** A commit that waits for the answer, or asks for it. */
  private final class Appending extends Thread {
    private final long row;
    private volatile Throwable failure;

    Appending(long row) {
      this.row = row;
      setDaemon(true);
      start();
    }

    @Override
    public void run() {
      try {
        append(table, row);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
    }

    boolean isWaiting() {
      return getState() == State.WAITING
          && Arrays.stream(getStackTrace())
              .anyMatch(f -> f.getClassName().equals(BoundedWait.class.getName()));
    }

    Throwable end() throws InterruptedException {
      join(TimeUnit.SECONDS.toMillis(SECONDS));
      assertFalse(isAlive(), "the commit of row " + row + " does not end");
      return failure;
    }
  }

  private static String stacks(List<Appending> commits) {
    StringBuilder text = new StringBuilder();
    for (Appending commit : commits) {
      text.append(commit).append(' ').append(commit.getState());
      Arrays.stream(commit.getStackTrace()).forEach(f -> text.append("\n    ").append(f));
      text.append('\n');
    }
    return text.toString();
  }

  private static void awaitWaiting(List<Appending> commits, int wanted) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (commits.stream().filter(Appending::isWaiting).count() != wanted) {
      for (Appending commit : commits) {
        assertEquals(null, commit.failure, "a commit fails instead of waiting for the answer");
      }
      assertTrue(System.nanoTime() < end, () -> "the commits do not wait: " + stacks(commits));
      Thread.onSpinWait();
    }
  }

  /** Puts that get no answer until they are released, or interrupted. */
  private static final class Held {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);

    void await() {
      begun.countDown();
      try {
        assertTrue(released.await(SECONDS, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isInterrupt(Throwable e) {
    return e != null && (e instanceof InterruptedIOException || isInterrupt(e.getCause()));
  }

  /** Each of them would wait for as long as a client tries, one after another. */
  @Test
  void whoWaitsForTheAnswerSharesAFailure() throws Exception {
    Held held = new Held();
    ObjectFileSystem.closeFails =
        p -> {
          if (IS_PROBE.test(p)) {
            held.await();
          }
          return IS_PROBE.test(p);
        };
    List<Appending> commits = List.of(new Appending(1), new Appending(2), new Appending(3));
    awaitWaiting(commits, 2);
    held.released.countDown();
    for (Appending commit : commits) {
      assertEquals(NothingSentException.class, commit.end().getClass(), "" + commit.failure);
    }
    assertEquals(List.of(1L, 0L), asked());
    assertEquals(List.of(), files());
    ObjectFileSystem.sound();
    append(table, 4);
    assertEquals(List.of(2L, 1L), asked());
  }

  @Test
  void anInterruptEndsTheWaitForTheAnswer() throws Exception {
    Held held = new Held();
    ObjectFileSystem.closeFails =
        p -> {
          if (IS_PROBE.test(p)) {
            held.await();
          }
          return false;
        };
    Appending asking = new Appending(1);
    assertTrue(held.begun.await(SECONDS, TimeUnit.SECONDS));
    Appending waiting = new Appending(2);
    awaitWaiting(List.of(waiting), 1);
    waiting.interrupt();
    Throwable failure = waiting.end();
    assertTrue(failure instanceof NothingSentException && isInterrupt(failure), "" + failure);
    assertTrue(asking.isAlive());
    assertEquals(1, files().stream().filter(f -> f.endsWith(".placed")).count(), "" + files());
    held.released.countDown();
    assertEquals(null, asking.end());
    assertEquals(List.of(1L), rows());
  }

  @Test
  void ifWhoAsksIsInterruptedAnotherOneAsks() throws Exception {
    Held held = new Held();
    AtomicReference<Thread> first = new AtomicReference<>();
    ObjectFileSystem.closeFails =
        p -> {
          if (!IS_PROBE.test(p)) {
            return false;
          }
          first.compareAndSet(null, Thread.currentThread());
          if (first.get() == Thread.currentThread()) {
            held.await();
          }
          return first.get() == Thread.currentThread();
        };
    Appending asking = new Appending(1);
    assertTrue(held.begun.await(SECONDS, TimeUnit.SECONDS));
    Appending waiting = new Appending(2);
    awaitWaiting(List.of(waiting), 1);
    asking.interrupt();
    assertEquals(NothingSentException.class, asking.end().getClass());
    assertEquals(null, waiting.end());
    assertEquals(List.of(3L, 1L), asked());
    assertEquals(List.of(2L), rows());
  }

  @Test
  void threadsOfAProcessAskOnce() throws Exception {
    Held held = new Held();
    ObjectFileSystem.closeFails =
        p -> {
          if (IS_PROBE.test(p)) {
            held.await();
          }
          return false;
        };
    List<Long> expected = LongStream.range(0, 8).boxed().toList();
    List<Appending> commits = expected.stream().map(Appending::new).toList();
    awaitWaiting(commits, commits.size() - 1);
    held.released.countDown();
    for (Appending commit : commits) {
      assertEquals(null, commit.end());
    }
    assertEquals(List.of(2L, 1L), asked());
    assertEquals(expected, rows());
  }
}
