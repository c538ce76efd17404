package io.placed.write.options;

import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The memory that the writers of one thread share, such as those of the partitions of a data set:
 * if they exceed the limit together, those that hold most spill encoded pages or end their row
 * group. Less than the limit may be granted by the task. Not thread-safe.
 */
public final class WriteMemory {
  /** The default: two row groups of the default size. */
  private static final long DEFAULT_BYTES = 128L << 20;

  /** Several tasks share a heap, and a writer also needs memory that is not counted here. */
  private static final int HEAP_SHARE = 8;

  /** Less than this fraction of a holder's share is not worth spilling. */
  private static final int MIN_SHARE = 4;

  /** Used whatever the task grants: with less, row groups would be tiny. */
  private static final long LEAST_BYTES = 4 << 20;

  private final long limit;
  private final long spillFrom;
  private final int writers;
  private final TaskMemory task;
  private final TaskMemory.Share share;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * @param limit bytes that all holders may hold together
   * @param spillFrom bytes held above which encoded pages are spilled
   */
  public WriteMemory(long limit, long spillFrom) {
    this(limit, spillFrom, 1, TaskMemory.UNLIMITED);
  }

  private WriteMemory(long limit, long spillFrom, int writers, TaskMemory task) {
    this.limit = limit;
    this.spillFrom = spillFrom;
    this.writers = writers;
    this.task = task;
    this.share = task.share(LEAST_BYTES, this::spillFor);
  }

  /** The memory that the options allow. */
  public static WriteMemory of(WriteOptions options) {
    return of(options, 1);
  }

  /**
   * The same.
   *
   * @param writers how many there may be at a time
   */
  public static WriteMemory of(WriteOptions options, int writers) {
    return of(options, writers, TaskMemory.UNLIMITED);
  }

  /** The same, of which the writers use what the task grants. */
  public static WriteMemory of(WriteOptions options, int writers, TaskMemory task) {
    long bytes =
        options.writeMemory() > 0
            ? options.writeMemory()
            : Math.min(DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return new WriteMemory(bytes, bytes, writers, task);
  }

  /** A writer. */
  public interface Holder {
    /** Bytes of encoded pages in memory that {@link #spill} would move to disk. */
    long spillable();

    void spill() throws IOException;

    /** Bytes of rows and unfinished pages that stay in memory until {@link #endRowGroup}. */
    long pending();

    void endRowGroup() throws IOException;
  }

  /** Limit in bytes. */
  public long limit() {
    return limit;
  }

  public void join(Holder holder) {
    holders.add(holder);
  }

  public void leave(Holder holder) {
    holders.remove(holder);
    share.keep(held());
  }

  /** Grants the memory, also that of the sorts of the writers. */
  public TaskMemory task() {
    return task;
  }

  private long held() {
    long held = 0;
    for (Holder h : holders) {
      held += h.spillable() + h.pending();
    }
    return held;
  }

  private long pending() {
    long pending = 0;
    for (Holder h : holders) {
      pending += h.pending();
    }
    return pending;
  }

  /** Spills until encoded pages fit; called whenever pages were added. */
  public void spillAsNeeded() throws IOException {
    long held = held();
    long bound = share.hold(Math.min(held, spillFrom));
    while (held > bound) {
      Holder largest = largest(Comparator.comparingLong(Holder::spillable));
      long bytes = largest.spillable();
      if (bytes <= bound / MIN_SHARE / holders.size()) {
        break;
      }
      largest.spill();
      held -= bytes;
    }
    share.keep(held);
  }

  /** Frees memory for others in the task, between two batches. */
  private void spillFor(long bytes) throws IOException {
    long held = held();
    for (Holder h : holders) {
      if (h.spillable() > 0) {
        h.spill();
      }
    }
    for (Holder h : List.copyOf(holders)) {
      // Row groups stay as large as without requests of others.
      if (held() > LEAST_BYTES && held - held() < bytes && h.pending() > 0) {
        h.endRowGroup();
      }
    }
    share.keep(held());
  }

  /** Limit of the bytes of rows in unfinished pages. */
  public long pendingLimit() {
    return limit > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * limit;
  }

  /** Whether there may be several writers. */
  public boolean isShared() {
    return writers > 1;
  }

  /**
   * What a writer may hold of {@link #pendingLimit}, or of what is granted, if all hold as much.
   */
  public long pendingShare() {
    return Math.min(pendingLimit(), share.bound()) / writers;
  }

  /** Ends row groups until pending rows fit; called between batches. */
  public void endRowGroupsAsNeeded() throws IOException {
    long pending = pending();
    long bound = Math.min(pendingLimit(), share.hold(Math.min(pending, pendingLimit())));
    if (pending <= bound) {
      return;
    }
    while (pending > bound) {
      Holder largest = largest(Comparator.comparingLong(Holder::pending));
      long bytes = largest.pending();
      if (bytes == 0) {
        break;
      }
      largest.endRowGroup();
      pending -= bytes;
    }
    share.keep(held());
  }

  private Holder largest(Comparator<Holder> by) {
    return holders.stream().max(by).orElseThrow();
  }
}
