package io.placed.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Processes that append to a table, read it, merge its files and vacuum it, all at the same time,
 * and what is checked meanwhile: a reader sees every commit that had been answered when it began,
 * none that had not begun when it ended, and of each all rows once.
 */
final class Load {
  /** Between two vacuums, and two searches for files to merge. */
  private static final long PAUSE_MILLIS = 500;

  private static final long RETRY_MILLIS = 50;
  private static final long MOST_FAULT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final String path;
  private final Settings settings;
  private final Fault fault;
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch faultEnded = new CountDownLatch(1);
  private final AtomicReferenceArray<LoadChild> children;

  /** Writers whose first append was not answered yet. */
  private final CountDownLatch begun;

  /** Commits of each writer that were answered. */
  private final AtomicLongArray answered;

  private final LoadCounts appends = new LoadCounts("append");
  private final LoadCounts reads = new LoadCounts("read");
  private final LoadCounts merges = new LoadCounts("optimize");
  private final LoadCounts vacuums = new LoadCounts("vacuum");

  /**
   * What runs.
   *
   * @param retention age up to which a vacuum keeps snapshots; longer than any read takes
   */
  record Settings(int writers, int readers, Duration time, Duration retention) {}

  /** Something that fails for a while, to writers and rewrites. */
  interface Fault {
    void begin(List<LoadChild> writers) throws IOException, InterruptedException;

    void end(List<LoadChild> writers) throws IOException, InterruptedException;
  }

  Load(String path, Settings settings, Fault fault) {
    this.path = path;
    this.settings = settings;
    this.fault = fault;
    this.children = new AtomicReferenceArray<>(settings.writers);
    this.answered = new AtomicLongArray(settings.writers);
    this.begun = new CountDownLatch(settings.writers);
  }

  /** Runs it, and returns a table in Markdown. */
  String run() throws Exception {
    List<Callable<Void>> all = new ArrayList<>();
    for (int w = 0; w < settings.writers; w++) {
      int writer = w;
      all.add(() -> append(writer));
    }
    for (int r = 0; r < settings.readers; r++) {
      all.add(this::read);
    }
    all.add(() -> repeat("optimize", merges));
    all.add(() -> repeat("vacuum " + settings.retention.toMillis(), vacuums));
    all.add(this::fail);
    long start = System.nanoTime();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (Callable<Void> one : all) {
        running.add(threads.submit(() -> ending(one)));
      }
      begun.await();
      over.await(settings.time.toMillis(), TimeUnit.MILLISECONDS);
      faultEnded.await();
      over.countDown();
      for (Future<Void> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      over.countDown();
      threads.shutdownNow();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> rows = new ArrayList<>(List.of(LoadCounts.HEADER));
    List.of(appends, reads, merges, vacuums).forEach(r -> rows.add(r.row(seconds)));
    return String.join("\n", rows);
  }

  /** The commits of each writer that were answered. */
  long[] commits() {
    long[] out = new long[answered.length()];
    Arrays.setAll(out, answered::get);
    return out;
  }

  LoadCounts appends() {
    return appends;
  }

  LoadCounts reads() {
    return reads;
  }

  List<LoadCounts> upkeep() {
    return List.of(merges, vacuums);
  }

  /** The first failure ends all. */
  private Void ending(Callable<Void> one) throws Exception {
    try {
      return one.call();
    } catch (Exception e) {
      over.countDown();
      for (long left = begun.getCount(); left > 0; left--) {
        begun.countDown();
      }
      throw e;
    }
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  private Void append(int writer) throws Exception {
    children.set(writer, LoadChild.start(path, settings.writers, writer));
    try {
      appendOnce(writer);
      begun.countDown();
      while (!isOver()) {
        appendOnce(writer);
      }
      return null;
    } finally {
      children.get(writer).close();
    }
  }

  private void appendOnce(int writer) throws Exception {
    LoadChild.Answer a = children.get(writer).ask("append");
    if (a != null && a.ok()) {
      answered.set(writer, Long.parseLong(a.words().get(0)));
      appends.done(a.nanos(), 1);
      appends.lost(Long.parseLong(a.words().get(1)));
      return;
    }
    if (a != null) {
      appends.failed(a);
    }
    recount(writer, a == null);
  }

  /** A commit whose answer was a failure may be in the table. */
  private void recount(int writer, boolean hasEnded) throws Exception {
    boolean ended = hasEnded;
    while (true) {
      if (ended) {
        appends.ended();
        children.set(writer, LoadChild.start(path, settings.writers, writer));
      }
      boolean sound = faultEnded.getCount() == 0;
      LoadChild.Answer a = children.get(writer).ask("count");
      if (a != null && a.ok()) {
        answered.set(writer, Long.parseLong(a.words().get(0)));
        return;
      }
      if (sound && a != null) {
        throw new IllegalStateException("a writer cannot read the table: " + a);
      }
      ended = a == null;
      over.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private Void read() throws Exception {
    try (LoadChild child = LoadChild.start(path, settings.writers, 0)) {
      begun.await();
      while (!isOver()) {
        long[] before = commits();
        LoadChild.Answer a = child.ask("read");
        if (a == null || !a.ok()) {
          throw new IllegalStateException("a reader failed: " + a);
        }
        long[] seen = a.words().stream().mapToLong(Long::parseLong).toArray();
        long[] after = commits();
        for (int w = 0; w < seen.length; w++) {
          // One more was committed, and its answer is on the way.
          if (seen[w] < before[w] || seen[w] > after[w] + 1) {
            throw new IllegalStateException(
                "a reader saw "
                    + Arrays.toString(seen)
                    + " commits of the writers; before it began they had "
                    + Arrays.toString(before)
                    + ", when it ended "
                    + Arrays.toString(after));
          }
        }
        reads.done(a.nanos(), Arrays.stream(seen).sum());
      }
    }
    return null;
  }

  private Void repeat(String what, LoadCounts role) throws Exception {
    try (LoadChild child = LoadChild.start(path, settings.writers, 0)) {
      begun.await();
      while (!over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        LoadChild.Answer a = child.ask(what);
        if (a != null && a.ok()) {
          role.done(a.nanos(), Long.parseLong(a.words().get(0)));
          if (a.words().size() > 1) {
            role.lost(Long.parseLong(a.words().get(1)));
          }
        } else if (a != null) {
          role.failed(a);
        } else {
          throw new IllegalStateException("the process of " + what + " ended");
        }
      }
    }
    return null;
  }

  /**
   * From the second third of the time on, for a tenth of it and until an append has failed, but not
   * for ever: a fault without an effect is for the test to notice.
   */
  private Void fail() throws Exception {
    try {
      begun.await();
      long third = settings.time.toMillis() / 3;
      if (over.await(third, TimeUnit.MILLISECONDS)) {
        return null;
      }
      List<LoadChild> writers = new ArrayList<>();
      for (int w = 0; w < settings.writers; w++) {
        writers.add(children.get(w));
      }
      fault.begin(writers);
      long begin = System.nanoTime();
      long nanos = 0;
      while (nanos < settings.time.toNanos() / 10
          || appends.failures().isEmpty() && nanos < MOST_FAULT_NANOS) {
        if (over.await(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
          break;
        }
        nanos = System.nanoTime() - begin;
      }
      fault.end(writers);
      return null;
    } finally {
      faultEnded.countDown();
    }
  }
}
