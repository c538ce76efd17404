package io.placed.table.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs many tasks one at a time in the order of a virtual clock. Each has a thread, and only the
 * one that holds the turn runs: it hands it over in {@link #pass}. So a run is the same every time.
 */
final class Scheduler {
  /** Of real time, for the whole run: far more than any needs. */
  private static final int MAX_SECONDS = 60;

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread t = new Thread(work, "simulation");
            t.setDaemon(true);
            return t;
          });

  private static final ThreadLocal<Task> CURRENT = new ThreadLocal<>();

  /** The simulation is over. */
  static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("the simulation has stopped", null, false, false);
    }
  }

  /** Something that runs. */
  static final class Task {
    private final Object owner;
    private final Runnable body;
    private final int number;
    private final Semaphore turn = new Semaphore(0);
    private long wake;
    private boolean started;

    private Task(Object owner, Runnable body, int number) {
      this.owner = owner;
      this.body = body;
      this.number = number;
    }
  }

  private final PriorityQueue<Task> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong((Task t) -> t.wake).thenComparingInt(t -> t.number));

  private final Semaphore over = new Semaphore(0);
  private long now;
  private int tasks;
  private volatile boolean stopped;

  /** In microseconds since the simulation began. */
  long nowMicros() {
    return now;
  }

  /** Whose task this thread runs; null if it is none of a task. */
  static Object current() {
    Task task = CURRENT.get();
    return task == null ? null : task.owner;
  }

  /** Moves the clock on, when no task runs. */
  void advance(long micros) {
    now += micros;
  }

  /** Adds a task. */
  void start(Object owner, long atMicros, Runnable body) {
    Task task = new Task(owner, body, tasks++);
    task.wake = Math.max(now, atMicros);
    waiting.add(task);
  }

  /** From now on every task ends when it gets the turn. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /**
   * Runs all tasks.
   *
   * @return false if one of them hangs
   */
  boolean run() throws InterruptedException {
    if (waiting.isEmpty()) {
      return true;
    }
    next();
    return over.tryAcquire(MAX_SECONDS, TimeUnit.SECONDS);
  }

  /** Lets others run until some time has passed. Called by the task that has the turn. */
  void pass(long micros) {
    Task me = CURRENT.get();
    me.wake = now + micros;
    Task first = waiting.peek();
    if (first == null || first.wake > me.wake) {
      now = me.wake;
    } else {
      waiting.add(me);
      next();
      me.turn.acquireUninterruptibly();
    }
    if (stopped) {
      throw new Stopped();
    }
  }

  private void next() {
    Task task = waiting.poll();
    if (task == null) {
      over.release();
      return;
    }
    now = task.wake;
    if (task.started) {
      task.turn.release();
    } else {
      task.started = true;
      THREADS.execute(() -> run(task));
    }
  }

  private void run(Task task) {
    CURRENT.set(task);
    try {
      if (!stopped) {
        task.body.run();
      }
    } finally {
      CURRENT.remove();
      next();
    }
  }
}
