package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConcurrentCommitTest extends DataSetContract {
  private static final int COMMITS = 100;

  @Test
  void twoAppendingThreadsKeepEveryFile() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Void>> writers = new ArrayList<>();
      for (int w = 0; w < 2; w++) {
        long from = w * 1000L;
        writers.add(
            threads.submit(
                () -> {
                  appendMany(root, from);
                  return null;
                }));
      }
      for (Future<Void> w : writers) {
        w.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertAllThere();
  }

  @Test
  void twoAppendingProcessesKeepEveryFile() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int w = 0; w < 2; w++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Appender.class.getName(),
                  root,
                  String.valueOf(w * 1000))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
    for (Process p : processes) {
      assertEquals('r', p.getInputStream().read(), "process did not start");
    }
    for (Process p : processes) {
      p.getOutputStream().write('g');
      p.getOutputStream().flush();
    }
    for (Process p : processes) {
      assertEquals(0, p.waitFor());
    }
    assertAllThere();
  }

  private void assertAllThere() throws IOException {
    Set<Long> expected = new HashSet<>();
    for (long i = 0; i < COMMITS; i++) {
      expected.add(i);
      expected.add(1000 + i);
    }
    Set<Long> found = new HashSet<>();
    Snapshot seen = open().current();
    seen.files().forEach(f -> found.add(f.rows()));
    assertEquals(expected, found);
    assertEquals(2 * COMMITS, seen.files().size());
    assertEquals(2 * COMMITS, seen.id());
    assertEquals(2 * COMMITS, open().history().size());
  }

  /** While one writer replaces all files by two, no reader ever sees a mixture. */
  @Test
  void readersSeeOneSnapshot() throws Exception {
    append(SCHEMA, 1, 1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    AtomicBoolean done = new AtomicBoolean();
    try {
      Future<Integer> reader =
          threads.submit(
              () -> {
                int reads = 0;
                do {
                  Snapshot seen = open().current();
                  assertEquals(2, seen.files().size());
                  assertEquals(seen.files().get(0).rows(), seen.files().get(1).rows());
                  reads++;
                } while (!done.get());
                return reads;
              });
      for (int i = 2; i < 60; i++) {
        Commit over = begin(SCHEMA);
        over.overwrite(List.of(write(over, "a", i, SCHEMA), write(over, "b", i, SCHEMA)));
      }
      done.set(true);
      assertTrue(reader.get() > 0);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void appendMany(String root, long from) throws IOException {
    DataSet dataSet = open(root);
    for (int i = 0; i < COMMITS; i++) {
      Commit commit = dataSet.begin(SCHEMA, List.of(), null);
      commit.append(List.of(write(commit, "t", from + i, SCHEMA)));
    }
  }

  /** The child process. */
  static final class Appender {
    private Appender() {}

    public static void main(String[] args) throws IOException {
      System.out.print('r');
      System.out.flush();
      if (System.in.read() != 'g') {
        throw new IOException("no go");
      }
      appendMany(args[0], Long.parseLong(args[1]));
    }
  }
}
