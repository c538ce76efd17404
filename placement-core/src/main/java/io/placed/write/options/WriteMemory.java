package io.placed.write.options;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The memory that the writers of one thread share, such as those of the partitions of a data set:
 * when they hold more than the limit together, those that hold most move encoded pages to disk or
 * end their row group. Not thread-safe.
 */
public final class WriteMemory {
  /** Where nothing was asked for: as much as two row groups of the default size. */
  private static final long DEFAULT_BYTES = 128L << 20;

  /** Several tasks share a heap, and a writer also needs memory for what this does not count. */
  private static final int HEAP_SHARE = 8;

  /** Less than this part of a holder's share is not worth a visit to the disk. */
  private static final int MIN_SHARE = 4;

  private final long limit;
  private final long spillFrom;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * @param limit of all that is held
   * @param spillFrom bytes held from which encoded pages are spilled
   */
  public WriteMemory(long limit, long spillFrom) {
    this.limit = limit;
    this.spillFrom = spillFrom;
  }

  /** The memory that the options allow. */
  public static WriteMemory of(WriteOptions options) {
    long bytes =
        options.writeMemory() > 0
            ? options.writeMemory()
            : Math.min(DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return new WriteMemory(bytes, bytes);
  }

  /** A writer. */
  public interface Holder {
    /** Encoded pages in memory that {@link #spill} would move to disk. */
    long spillable();

    void spill() throws IOException;

    /** Rows and unfinished pages that stay in memory until {@link #endRowGroup}. */
    long pending();

    void endRowGroup() throws IOException;
  }

  /** Bytes. */
  public long limit() {
    return limit;
  }

  public void join(Holder holder) {
    holders.add(holder);
  }

  public void leave(Holder holder) {
    holders.remove(holder);
  }

  /** Makes encoded pages fit; called whenever some were added. */
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

  /** Bytes of rows that may wait for their page to be full. */
  public long pendingLimit() {
    return limit > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * limit;
  }

  /** Makes pending rows fit; called between batches. */
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
