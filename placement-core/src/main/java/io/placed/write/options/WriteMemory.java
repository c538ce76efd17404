package io.placed.write.options;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The memory that the writers of one thread share, such as those of the partitions of a data set:
 * if they exceed the limit together, those that hold most spill encoded pages or end their row
 * group. Not thread-safe.
 */
public final class WriteMemory {
  /** The default: two row groups of the default size. */
  private static final long DEFAULT_BYTES = 128L << 20;

  /** Several tasks share a heap, and a writer also needs memory that is not counted here. */
  private static final int HEAP_SHARE = 8;

  /** Less than this fraction of a holder's share is not worth spilling. */
  private static final int MIN_SHARE = 4;

  private final long limit;
  private final long spillFrom;
  private final int writers;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * @param limit bytes that all holders may hold together
   * @param spillFrom bytes held above which encoded pages are spilled
   */
  public WriteMemory(long limit, long spillFrom) {
    this(limit, spillFrom, 1);
  }

  private WriteMemory(long limit, long spillFrom, int writers) {
    this.limit = limit;
    this.spillFrom = spillFrom;
    this.writers = writers;
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
    long bytes =
        options.writeMemory() > 0
            ? options.writeMemory()
            : Math.min(DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return new WriteMemory(bytes, bytes, writers);
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
  }

  /** Spills until encoded pages fit; called whenever pages were added. */
  public void spillAsNeeded() throws IOException {
    long held = 0;
    for (Holder h : holders) {
      held += h.spillable() + h.pending();
    }
    while (held > spillFrom) {
      Holder largest = largest(Comparator.comparingLong(Holder::spillable));
      long bytes = largest.spillable();
      if (bytes <= spillFrom / MIN_SHARE / holders.size()) {
        return;
      }
      largest.spill();
      held -= bytes;
    }
  }

  /** Limit of the bytes of rows in unfinished pages. */
  public long pendingLimit() {
    return limit > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * limit;
  }

  /** Whether there may be several writers. */
  public boolean isShared() {
    return writers > 1;
  }

  /** What a writer may hold of {@link #pendingLimit} if all hold as much. */
  public long pendingShare() {
    return pendingLimit() / writers;
  }

  /** Ends row groups until pending rows fit; called between batches. */
  public void endRowGroupsAsNeeded() throws IOException {
    long pending = 0;
    for (Holder h : holders) {
      pending += h.pending();
    }
    while (pending > pendingLimit()) {
      Holder largest = largest(Comparator.comparingLong(Holder::pending));
      long bytes = largest.pending();
      if (bytes == 0) {
        return;
      }
      largest.endRowGroup();
      pending -= bytes;
    }
  }

  private Holder largest(Comparator<Holder> by) {
    return holders.stream().max(by).orElseThrow();
  }
}
