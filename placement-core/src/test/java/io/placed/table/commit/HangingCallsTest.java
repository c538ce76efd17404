package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FaultStore;
import io.placed.io.FileInfo;
import io.placed.io.HangingCalls;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process whose call does not answer, at each of its calls in turn, before and after it is done:
 * readers, other writers and vacuums go on, and when it answers at last the table is whole.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangingCallsTest {
  private static final Duration LATER = Duration.ofDays(9);

  private final MemoryStore store = new MemoryStore();
  private int tables;

  /** What a process does. */
  private interface Work {
    void on(FaultStore store, String root) throws IOException;
  }

  /** A process that hangs. */
  private static final class Hanging extends Thread {
    private final Work work;
    private final FaultStore store;
    private final String root;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Hanging(Work work, FaultStore store, String root) {
      super("hanging");
      this.work = work;
      this.store = store;
      this.root = root;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        work.on(store, root);
      } catch (IOException | RuntimeException | Error e) {
        failure.set(e);
      }
    }

    /** What it has thrown, after it has ended. */
    Throwable end(String what) throws InterruptedException {
      join(TimeUnit.SECONDS.toMillis(20));
      assertFalse(isAlive(), what + ": it has not ended although its call has answered");
      return failure.get();
    }
  }

  private List<String> rows(String root) throws IOException {
    return FaultContract.rows(p -> store, root);
  }

  private DataSet table(String root) throws IOException {
    return DataSet.at(p -> store, root);
  }

  private void vacuum(String root, Duration later) throws IOException {
    long now = System.currentTimeMillis() + later.toMillis();
    new Vacuum(table(root).directory(), VacuumOptions.defaults(), now).run();
  }

  private Set<String> paths(String root) throws IOException {
    Set<String> paths = new HashSet<>();
    for (FileInfo f : store.list(root, true)) {
      paths.add(f.path());
    }
    return paths;
  }

  private void prepare(String root) throws IOException {
    FaultContract.append(p -> store, root, 1, 2, 3, 4, 5, 6);
    FaultContract.append(p -> store, root, 11, 12);
  }

  /**
   * Hangs at each call.
   *
   * @param gone ids of rows that the work may remove
   * @param come ids of rows that it may add
   */
  private void hangEverywhere(Work work, List<Long> gone, List<Long> come) throws Exception {
    for (boolean done : new boolean[] {false, true}) {
      int number = 1;
      while (hangAt(number, done, work, gone, come)) {
        number++;
      }
      assertTrue(number > 5, number + " calls");
    }
  }

  /** Whether there is a call of this number. */
  private boolean hangAt(int number, boolean done, Work work, List<Long> gone, List<Long> come)
      throws Exception {
    String root = FaultContract.child("/hangs", tables++);
    prepare(root);
    String what = (done ? "after" : "before") + " call " + number;
    try (HangingCalls calls = HangingCalls.at(number, done)) {
      Hanging process = new Hanging(work, new FaultStore(store, calls), root);
      process.start();
      if (!calls.awaitHanging(process)) {
        assertEquals(null, process.end(what));
        return false;
      }
      List<String> before = rows(root);
      assertTrue(possible(gone, come).contains(before), what + ": " + before);
      othersGoOn(root, what, number % 2 == 0);
      assertEquals(1, calls.hanging(), what);
      if (number % 3 == 0) {
        calls.close();
      } else {
        calls.answer();
      }
      Throwable failure = process.end(what);
      if (failure != null && !(failure instanceof IOException)) {
        throw new AssertionError(what, failure);
      }
    }
    List<String> found = new ArrayList<>(rows(root));
    found.remove(FaultContract.row(100));
    assertTrue(possible(gone, come).contains(found), what + ": " + found);
    FaultContract.vacuum(store, root);
    assertEquals(List.of(), FaultContract.unlisted(store, root), what + ": left by vacuums");
    found.add(FaultContract.row(100));
    found.sort(null);
    assertEquals(found, rows(root), what);
    return true;
  }

  /** The rows without the change, and with it. */
  private static List<List<String>> possible(List<Long> gone, List<Long> come) {
    List<Long> all = List.of(1L, 2L, 3L, 4L, 5L, 6L, 11L, 12L);
    List<String> old = all.stream().map(FaultContract::row).sorted().toList();
    List<String> changed =
        Stream.concat(all.stream().filter(id -> !gone.contains(id)), come.stream())
            .map(FaultContract::row)
            .sorted()
            .toList();
    return List.of(old, changed);
  }

  /**
   * @param isLate whether another vacuum finds files and snapshots old
   */
  private void othersGoOn(String root, String what, boolean isLate) throws IOException {
    FaultContract.append(p -> store, root, 100);
    assertTrue(rows(root).contains(FaultContract.row(100)), what);
    table(root).createTag("meanwhile", null);
    Set<String> before = paths(root);
    vacuum(root, Duration.ZERO);
    before.removeAll(paths(root));
    if (table(root).directory().log().newest().retention().from() == 1) {
      // No vacuum that hangs has announced that snapshots expire.
      assertEquals(Set.of(), before, what + ": removed within the retention");
    }
    if (isLate) {
      vacuum(root, LATER);
    }
  }

  @Test
  void appends() throws Exception {
    hangEverywhere((s, root) -> FaultContract.append(p -> s, root, 21), List.of(), List.of(21L));
  }

  /** Marks rows of one file, and writes the other one again. */
  @Test
  void deletions() throws Exception {
    var some = io.placed.predicate.Predicate.parse("id = 1 or id = 11");
    hangEverywhere(
        (s, root) -> DataSet.at(p -> s, root).deleteRows(some), List.of(1L, 11L), List.of());
  }

  @Test
  void merges() throws Exception {
    hangEverywhere(
        (s, root) -> DataSet.at(p -> s, root).optimize(OptimizeOptions.defaults()),
        List.of(),
        List.of());
  }

  @Test
  void vacuums() throws Exception {
    hangEverywhere(
        (s, root) -> {
          long later = System.currentTimeMillis() + LATER.toMillis();
          VacuumOptions options = new VacuumOptions(Duration.ZERO, 1, false);
          new Vacuum(DataSet.at(p -> s, root).directory(), options, later).run();
        },
        List.of(),
        List.of());
  }

  /** A reader keeps its snapshot within the retention; then it fails. */
  @Test
  void readers() throws Exception {
    for (Duration later : List.of(Duration.ZERO, LATER)) {
      List<List<String>> found = new ArrayList<>();
      int number = 0;
      boolean reached = true;
      while (reached) {
        number++;
        String root = FaultContract.child("/hangs", tables++);
        prepare(root);
        List<String> before = rows(root);
        try (HangingCalls calls = HangingCalls.at(number, false)) {
          Hanging reader =
              new Hanging(
                  (s, r) -> found.add(FaultContract.rows(p -> s, r)),
                  new FaultStore(store, calls),
                  root);
          reader.start();
          reached = calls.awaitHanging(reader);
          if (reached) {
            Commit commit = table(root).begin(FaultContract.SCHEMA, List.of(), null);
            commit.overwrite(List.of(FaultContract.write(p -> store, commit, "t", 7)));
            vacuum(root, later);
            calls.answer();
          }
          String what = later + ", call " + number;
          Throwable failure = reader.end(what);
          boolean isKept = later.isZero();
          assertTrue(
              failure == null || !isKept && failure instanceof IOException, what + ": " + failure);
          if (failure == null) {
            List<String> rows = found.get(found.size() - 1);
            assertTrue(
                rows.equals(before) || rows.equals(List.of(FaultContract.row(7))),
                what + ": " + rows);
          }
        }
      }
      assertTrue(number > 5, number + " calls");
    }
  }

  /** As if manifests and footers had not been read before in this process. */
  private static final class Uncached extends FaultStore {
    Uncached(MemoryStore store, HangingCalls calls) {
      super(store, calls);
    }

    @Override
    protected String named(String path) {
      return "/uncached" + path;
    }
  }

  /** Of several files that are read at once one does not answer. */
  private void interrupted(String root, Predicate<FaultStore.Operation> which) throws Exception {
    try (HangingCalls calls = new HangingCalls(which, false)) {
      Hanging reader =
          new Hanging(
              (s, r) -> assertFalse(DataSet.at(p -> s, r).current().files().isEmpty()),
              new Uncached(store, calls),
              root);
      reader.start();
      assertTrue(calls.awaitHanging(reader), root);
      Set<Thread> waiting = new HashSet<>(Thread.getAllStackTraces().keySet());
      waiting.removeIf(t -> !t.getName().startsWith("placed-parallel-read"));
      assertFalse(waiting.isEmpty());
      assertTrue(waiting.stream().allMatch(Thread::isDaemon), "the process could not end");
      reader.interrupt();
      Throwable failure = reader.end(root);
      assertTrue(isInterrupt(failure), String.valueOf(failure));
      assertTrue(calls.hanging() > 0, root);
    }
  }

  private static boolean isInterrupt(Throwable e) {
    return e != null && (e instanceof InterruptedIOException || isInterrupt(e.getCause()));
  }

  @Test
  void manifestsAreNotWaitedForAfterAnInterrupt() throws Exception {
    String root = "/hangs/manifests";
    for (int i = 0; i < 3; i++) {
      Commit commit = DataSet.at(p -> store, root).begin(FaultContract.SCHEMA, List.of(), null);
      List<DataFile> files = new ArrayList<>();
      files.add(FaultContract.write(p -> store, commit, "t", 1, 2));
      for (int f = 0; f < 70; f++) {
        // Nobody reads them.
        files.add(renamed(files.get(0), commit.relative(commit.dataFilePath(Map.of(), "f" + f))));
      }
      commit.append(files);
    }
    interrupted(root, o -> o.op() == FaultStore.Op.OPEN && o.path().contains("/manifests/"));
  }

  private static DataFile renamed(DataFile file, String path) {
    return DataFile.fromJson(file.toJson().replace(file.path(), path));
  }

  @Test
  void footersAreNotWaitedForAfterAnInterrupt() throws Exception {
    String root = "/hangs/foreign";
    FaultContract.append(p -> store, root + "-table", 1, 2);
    DataSet from = table(root + "-table");
    byte[] file = store.readAll(from.pathOf(from.current().files().get(0)));
    for (String name : List.of("a.placed", "b.placed", "c.placed")) {
      try (PositionOutput out = store.create(PathNames.join(root, name), CreateOptions.NEW)) {
        out.write(file);
      }
    }
    interrupted(root, o -> o.op() == FaultStore.Op.OPEN && o.path().endsWith("/b.placed"));
  }
}
