package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of every file store. */
public abstract class FileStoreContract {

  protected abstract FileStore store() throws IOException;

  /** A directory for this test, which need not exist. */
  protected abstract String root() throws IOException;

  protected final String path(String relative) throws IOException {
    return PathNames.join(store().qualify(root()), relative);
  }

  protected static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  protected final void write(String path, byte[] content) throws IOException {
    try (PositionOutput out = store().create(path, CreateOptions.NEW)) {
      out.write(content);
    }
  }

  /** Where folders are only prefixes of names, one without a file does not exist. */
  /** Bytes of a long name. */
  protected int longName() {
    return 240;
  }

  private List<FileInfo> inFolder(String directory) throws IOException {
    try {
      return store().list(directory, true);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  private void assertNamed(String path, Exception e) {
    assertTrue(e.getMessage().contains(PathNames.name(path)), e.toString());
  }

  /** A name may have 255 bytes in most file systems, and so may the temporary one beside it. */
  @Test
  void longNamesAreReplaced() throws Exception {
    String path = path("x".repeat(longName()));
    for (int k = 1; k <= 2; k++) {
      try (PositionOutput out =
          store().create(path, CreateOptions.NEW.withOverwrite(true).withAtomic(true))) {
        out.write(random(k, 9));
      }
      assertArrayEquals(random(k, 9), store().readAll(path));
    }
  }

  @Test
  void readsWhatWasWritten() throws Exception {
    byte[] content = random(1, 3_000_017);
    String path = path("made/on/the/way/file");
    try (PositionOutput out = store().create(path, CreateOptions.NEW)) {
      out.write(content[0]);
      out.write(content, 1, 10);
      out.endBlock();
      assertEquals(11, out.position());
      for (int done = 11, n = 1; done < content.length; done += n) {
        n = Math.min(n * 3, content.length - done);
        out.write(content, done, n);
      }
      assertEquals(content.length, out.position());
    }
    assertEquals(content.length, store().stat(path).length());
    assertArrayEquals(content, store().readAll(path));
    assertEquals(path, store().input(path).path());
    assertEquals(content.length, store().input(path).length());
  }

  @Test
  void readsSeveralRangesTogether() throws Exception {
    byte[] content = random(3, 300_000);
    String path = path("ranges");
    write(path, content);
    IoCounters counters = new IoCounters();
    try (RandomInput in = new CountingInput(store().input(path, content.length).open(), counters)) {
      byte[] out = new byte[content.length];
      List<ReadTarget> targets = new ArrayList<>();
      int wanted = 0;
      for (int at = 7; at < content.length - 20_000; at += 30_000) {
        int length = 1 + at % 19_999;
        targets.add(new ReadTarget(at, out, at, length));
        wanted += length;
      }
      in.readAll(targets);
      for (ReadTarget t : targets) {
        int from = (int) t.position();
        int to = from + t.length();
        assertEquals(-1, Arrays.mismatch(content, from, to, out, from, to), t.toString());
      }
      assertEquals(wanted, counters.bytesRead());
      assertEquals(targets.size(), counters.requests());
      assertEquals(1, counters.waits());

      List<ReadTarget> beyond =
          List.of(new ReadTarget(0, out, 0, 10), new ReadTarget(content.length - 5, out, 0, 6));
      assertThrows(EOFException.class, () -> in.readAll(beyond));
      in.readAll(List.of());
    }
  }

  @Test
  void readsInParallelAtAnyPosition() throws Exception {
    byte[] content = random(2, 2_500_000);
    String path = path("parallel");
    write(path, content);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (RandomInput in = store().input(path, content.length).open()) {
      List<Future<Void>> reads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        reads.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    int from = random.nextInt(content.length);
                    int length = random.nextInt(content.length - from + 1);
                    byte[] found = new byte[length + 2];
                    in.readFully(from, found, 1, length);
                    assertTrue(
                        Arrays.equals(content, from, from + length, found, 1, 1 + length),
                        "at " + from + ", " + length);
                  }
                  return null;
                }));
      }
      for (Future<Void> read : reads) {
        read.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void readingBehindTheEndFails() throws Exception {
    String path = path("short");
    write(path, random(3, 100));
    try (RandomInput in = store().input(path).open()) {
      in.readFully(100, new byte[1], 0, 0);
      assertNamed(
          path, assertThrows(EOFException.class, () -> in.readFully(90, new byte[11], 0, 11)));
      assertThrows(EOFException.class, () -> in.readFully(101, new byte[1], 0, 1));
    }
  }

  @Test
  void whatIsNotThereIsNamed() throws Exception {
    String path = path("missing");
    assertFalse(store().exists(path));
    assertFalse(store().delete(path, false));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().stat(path)));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().blocks(path)));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().input(path)));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().readAll(path)));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().list(path, false)));
    assertNamed(path, assertThrows(FileNotFoundException.class, () -> store().list(path, true)));
    assertThrows(FileNotFoundException.class, () -> store().rename(path, path("other")));
    store().mkdirs(path("directory"));
    assertThrows(FileNotFoundException.class, () -> store().input(path("directory")));
    assertThrows(FileNotFoundException.class, () -> store().blocks(path("directory")));
  }

  @Test
  void overwritesOnlyWhenTold() throws Exception {
    for (boolean atomic : new boolean[] {false, true}) {
      String path = path("overwritten" + atomic);
      CreateOptions options = CreateOptions.NEW.withAtomic(atomic);
      write(path, random(4, 10));
      assertNamed(
          path, assertThrows(IOException.class, () -> store().create(path, options).close()));
      assertArrayEquals(random(4, 10), store().readAll(path));
      try (PositionOutput out = store().create(path, options.withOverwrite(true))) {
        out.write(random(5, 5));
      }
      assertArrayEquals(random(5, 5), store().readAll(path));
    }
  }

  @Test
  void anAtomicFileAppearsWhenItIsClosed() throws Exception {
    String path = path("atomic/file");
    PositionOutput out = store().create(path, CreateOptions.NEW.withAtomic(true));
    out.write(random(6, 100_000));
    assertFalse(store().exists(path));
    for (FileInfo file : inFolder(path("atomic"))) {
      assertTrue(PathNames.isHiddenFile(PathNames.name(file.path())), file.path());
    }
    out.close();
    assertArrayEquals(random(6, 100_000), store().readAll(path));
    assertEquals(1, store().list(path("atomic"), true).size());
  }

  @Test
  void anAtomicFileDoesNotReplaceOneThatCameFirst() throws Exception {
    String path = path("came-first");
    PositionOutput late = store().create(path, CreateOptions.NEW.withAtomic(true));
    late.write(1);
    write(path, random(7, 7));
    assertThrows(IOException.class, late::close);
    late.abort();
    assertArrayEquals(random(7, 7), store().readAll(path));
  }

  @Test
  void abortLeavesNothing() throws Exception {
    for (boolean atomic : new boolean[] {false, true}) {
      String directory = path("aborted" + atomic);
      CreateOptions options = CreateOptions.NEW.withAtomic(atomic);
      PositionOutput out = store().create(PathNames.join(directory, "file"), options);
      out.write(random(8, 200_000));
      out.abort();
      out.abort();
      out.close();
      assertEquals(List.of(), inFolder(directory));
    }
    String kept = path("kept");
    write(kept, random(9, 9));
    PositionOutput out = store().create(kept, new CreateOptions(true, 0, true));
    out.write(1);
    out.abort();
    assertArrayEquals(random(9, 9), store().readAll(kept));
    PositionOutput closed = store().create(path("closed"), CreateOptions.NEW);
    closed.close();
    closed.abort();
    assertTrue(store().exists(path("closed")));
  }

  @Test
  void listsInOrder() throws Exception {
    List<String> names = List.of("d/a", "d/b=1/c", "d/b=1/d", "d/e", "d/é %25 x");
    for (String name : names) {
      write(path(name), random(10, name.length()));
    }
    store().mkdirs(path("d/empty"));
    List<String> all = new ArrayList<>();
    for (FileInfo f : store().list(path("d"), true)) {
      all.add(PathNames.relativize(path(""), f.path()));
      assertEquals(f, store().stat(f.path()));
      assertFalse(f.directory());
    }
    assertEquals(names, all);
    List<String> direct = new ArrayList<>();
    for (FileInfo f : store().list(path("d"), false)) {
      direct.add(PathNames.name(f.path()) + (f.directory() ? "/" : ""));
    }
    assertEquals(List.of("a", "b=1/", "e", "empty/", "é %25 x"), direct);
  }

  @Test
  void deletes() throws Exception {
    write(path("gone/a/b"), random(11, 1));
    assertThrows(IOException.class, () -> store().delete(path("gone"), false));
    assertTrue(store().delete(path("gone/a/b"), false));
    assertTrue(store().delete(path("gone"), true));
    assertFalse(store().exists(path("gone")));
  }

  @Test
  void renamesWithoutReplacing() throws Exception {
    write(path("from"), random(12, 12));
    write(path("taken"), random(13, 13));
    assertThrows(IOException.class, () -> store().rename(path("from"), path("taken")));
    assertArrayEquals(random(13, 13), store().readAll(path("taken")));
    store().rename(path("from"), path("new/name"));
    assertFalse(store().exists(path("from")));
    assertArrayEquals(random(12, 12), store().readAll(path("new/name")));
  }

  @Test
  void putsOnlyWhatIsAbsent() throws Exception {
    String path = path("log/1.json");
    byte[] first = "{\"größe\":1}\r\n\n{}\n".getBytes(StandardCharsets.UTF_8);
    assertTrue(store().putIfAbsent(path, first));
    assertFalse(store().putIfAbsent(path, "second\n".getBytes(StandardCharsets.UTF_8)));
    assertFalse(store().putIfAbsent(path, first));
    assertArrayEquals(first, store().readAll(path));
    assertEquals(1, visible(path("log")));
    for (byte[] wrong : new byte[][] {{}, {'a'}, {(byte) 0xC3, '\n'}}) {
      assertThrows(
          IllegalArgumentException.class, () -> store().putIfAbsent(path("log/2.json"), wrong));
    }
  }

  /** Every id is created by exactly one thread, whose content is complete. */
  @Test
  void oneOfManyThreadsPuts() throws Exception {
    int threads = 8;
    int ids = 200;
    CyclicBarrier together = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<boolean[]>> writers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        byte[] content = content(t);
        writers.add(
            () -> {
              boolean[] won = new boolean[ids];
              for (int id = 0; id < ids; id++) {
                together.await(1, TimeUnit.MINUTES);
                won[id] = store().putIfAbsent(path("race/" + id), content);
              }
              return won;
            });
      }
      List<Future<boolean[]>> results = pool.invokeAll(writers);
      for (int id = 0; id < ids; id++) {
        int winner = -1;
        for (int t = 0; t < threads; t++) {
          if (results.get(t).get()[id]) {
            assertEquals(-1, winner, "two threads made " + id);
            winner = t;
          }
        }
        assertTrue(winner >= 0, "nobody made " + id);
        assertArrayEquals(content(winner), store().readAll(path("race/" + id)));
      }
      assertEquals(ids, visible(path("race")));
    } finally {
      pool.shutdownNow();
    }
  }

  private static byte[] content(int thread) {
    return ("thread " + thread + "\n").repeat(50).getBytes(StandardCharsets.UTF_8);
  }

  private long visible(String directory) throws IOException {
    return store().list(directory, true).stream()
        .filter(f -> !PathNames.isHiddenFile(PathNames.name(f.path())))
        .count();
  }
}
