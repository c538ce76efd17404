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

  private final String path;
  private final Settings settings;
  private final Fault fault;
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch faultEnded = new CountDownLatch(1);
  private final AtomicReferenceArray<LoadChild> children;

  /** Of each writer: its first append was answered. */
  private final List<CountDownLatch> begun = new ArrayList<>();

  /** Commits of each writer that were answered. */
  private final AtomicLongArray answered;

  private final LoadRole appends = new LoadRole("append");
  private final LoadRole reads = new LoadRole("read");
  private final LoadRole merges = new LoadRole("optimize");
  private final LoadRole vacuums = new LoadRole("vacuum");

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
    for (int w = 0; w < settings.writers; w++) {
      begun.add(new CountDownLatch(1));
    }
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
      awaitWriters();
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
    List<String> rows = new ArrayList<>(List.of(LoadRole.HEADER));
    List.of(appends, reads, merges, vacuums).forEach(r -> rows.add(r.row(seconds)));
    return String.join("\n", rows);
  }

  /** The commits of each writer, of which all were answered. */
  long[] commits() {
    return array();
  }

  LoadRole appends() {
    return appends;
  }

  LoadRole reads() {
    return reads;
  }

  List<LoadRole> upkeep() {
    return List.of(merges, vacuums);
  }

  /** The first failure ends all. */
  private Void ending(Callable<Void> one) throws Exception {
    try {
      return one.call();
    } catch (Exception e) {
      over.countDown();
      begun.forEach(CountDownLatch::countDown);
      throw e;
    }
  }

  private void awaitWriters() throws InterruptedException {
    for (CountDownLatch of : begun) {
      of.await();
    }
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  private Void append(int writer) throws Exception {
    children.set(writer, LoadChild.start(path, settings.writers, writer));
    while (!isOver()) {
      LoadChild.Answer a = children.get(writer).ask("append");
      if (a != null && a.ok()) {
        answered.set(writer, Long.parseLong(a.words().get(0)));
        appends.done(a.nanos(), Long.parseLong(a.words().get(1)));
      } else {
        if (a != null) {
          appends.failed(a);
        }
        recount(writer, a == null);
      }
      begun.get(writer).countDown();
    }
    children.get(writer).close();
    return null;
  }

  /** A commit whose answer was a failure may be in the table. */
  private void recount(int writer, boolean hasEnded) throws Exception {
    boolean ended = hasEnded;
    while (true) {
      if (ended) {
        appends.ended();
        children.set(writer, LoadChild.start(path, settings.writers, writer));
      }
      LoadChild.Answer a = children.get(writer).ask("count");
      if (a != null && a.ok()) {
        answered.set(writer, Long.parseLong(a.words().get(0)));
        return;
      }
      ended = a == null;
      over.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private Void read() throws Exception {
    try (LoadChild child = LoadChild.start(path, settings.writers, 0)) {
      awaitWriters();
      while (!isOver()) {
        long[] before = array();
        LoadChild.Answer a = child.ask("read");
        if (a == null || !a.ok()) {
          throw new IllegalStateException("a reader failed: " + a);
        }
        long[] seen = a.words().stream().mapToLong(Long::parseLong).toArray();
        long[] after = array();
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

  private long[] array() {
    long[] out = new long[answered.length()];
    Arrays.setAll(out, answered::get);
    return out;
  }

  private Void repeat(String what, LoadRole role) throws Exception {
    try (LoadChild child = LoadChild.start(path, settings.writers, 0)) {
      awaitWriters();
      while (!over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        LoadChild.Answer a = child.ask(what);
        if (a != null && a.ok()) {
          role.done(a.nanos(), Long.parseLong(a.words().get(0)));
        } else if (a != null) {
          role.failed(a);
        } else {
          throw new IllegalStateException("the process of " + what + " ended");
        }
      }
    }
    return null;
  }

  /** From the second third of the time on, for a tenth of it and until an append has failed. */
  private Void fail() throws Exception {
    try {
      awaitWriters();
      long third = settings.time.toMillis() / 3;
      if (fault == null || over.await(third, TimeUnit.MILLISECONDS)) {
        return null;
      }
      List<LoadChild> writers = new ArrayList<>();
      for (int w = 0; w < settings.writers; w++) {
        writers.add(children.get(w));
      }
      fault.begin(writers);
      long until = System.nanoTime() + settings.time.toNanos() / 10;
      while (!over.await(RETRY_MILLIS, TimeUnit.MILLISECONDS)
          && (System.nanoTime() < until || appends.failures().isEmpty())) {
        continue;
      }
      fault.end(writers);
      return null;
    } finally {
      faultEnded.countDown();
    }
  }
}
