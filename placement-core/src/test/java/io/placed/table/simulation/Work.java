package io.placed.table.simulation;

import io.placed.Chosen;
import io.placed.error.CommitConflictException;
import io.placed.error.CorruptFileException;
import io.placed.io.FileStore;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** What a process does in a step, and which outcomes are allowed. */
abstract class Work {
  protected final Actor actor;
  protected final FileStore store;
  protected final Oracle oracle;
  protected final Random random;

  /** Larger than all keys of rows so far. */
  protected final AtomicLong keys;

  private long from;
  private int removals;

  Work(Actor actor, FileStore store, Oracle oracle, AtomicLong keys) {
    this.actor = actor;
    this.store = store;
    this.oracle = oracle;
    this.keys = keys;
    this.random = Chosen.random(actor.step().seed());
  }

  /** Does it. */
  abstract void run() throws IOException;

  /** Whether an exception of it is one that it may have although nothing went wrong. */
  abstract boolean mayFail(Throwable e);

  /** Does it, and checks what its caller learns about it. */
  final void check() {
    from = oracle.newest();
    removals = oracle.removals();
    try {
      run();
    } catch (Actor.Crash | Scheduler.Stopped e) {
      return;
    } catch (Violation e) {
      oracle.broken(e);
    } catch (CommitConflictException e) {
      if (!actor.isFaulted() && !actor.committed().isEmpty() && isSingle()) {
        oracle.broken(
            new Violation("a conflict although it committed " + actor.committed() + ": " + e, e));
      }
    } catch (Throwable e) {
      if (!(actor.isFaulted() && isOfFault(e)) && !isRemoved(e) && !mayFail(e)) {
        oracle.broken(
            new Violation(
                (actor.isFaulted() ? "failed, not by its fault: " : "failed without a fault: ") + e,
                e));
      }
    }
  }

  /** Whether it reports what went wrong with it, or that the outcome of its commit is unknown. */
  private static boolean isOfFault(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      boolean unknown = t instanceof IOException && message.contains("the outcome of commit ");
      if (message.startsWith("fault: ") || unknown) {
        return true;
      }
    }
    return false;
  }

  /** Whether it commits once at most. */
  boolean isSingle() {
    return true;
  }

  /** Whether it failed because somebody has removed what had expired. */
  private boolean isRemoved(Throwable e) {
    Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
    boolean missing =
        cause instanceof FileNotFoundException
            || cause instanceof CorruptFileException && isOfMissing(cause);
    boolean late = String.valueOf(e.getMessage()).contains("is unknown; its files are kept");
    return oracle.removals() > removals && (missing || late);
  }

  private static boolean isOfMissing(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof FileNotFoundException) {
        return true;
      }
    }
    return false;
  }

  final DataSet open() throws IOException {
    return DataSet.at(p -> store, oracle.root());
  }

  /** The latest snapshot: one that was the latest at some time since the step began. */
  final Snapshot current(DataSet table) throws IOException {
    long before = oracle.newest();
    Snapshot current = table.current();
    long id = current.id();
    if (id < before || id > oracle.newest() || oracle.model(id) == null) {
      throw new Violation(
          "read snapshot " + id + ", the latest was " + before + " and is " + oracle.newest());
    }
    if (!current.commitId().equals(oracle.state(id).info().commitId())) {
      throw new Violation("read snapshot " + id + " of a commit that was not made");
    }
    return current;
  }

  /** The latest snapshot when the step began. */
  final long from() {
    return from;
  }

  /** A commit said that it has succeeded. */
  final void requireCommitted(Snapshot snapshot) {
    requireCommitted(snapshot.id());
  }

  final void requireCommitted(long snapshot) {
    if (!actor.committed().contains(snapshot)) {
      // A put that arrives late belongs to the same process.
      throw new Violation(
          "said that it committed snapshot " + snapshot + ", has committed " + actor.committed());
    }
    if (isSingle() && actor.committed().size() > 1) {
      throw new Violation("committed more than once: " + actor.committed());
    }
  }

  /** As engines do after a failure. */
  static void abort(Commit commit, Throwable because) {
    try {
      commit.abort();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }
}
