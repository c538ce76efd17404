package io.placed.scan.fetch;

import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds the memory that the columns of a scan keep between batches: decompressed pages, arrays of
 * decoders, dictionaries, elements of lists. Above a share of the heap some release theirs, and
 * decompress their page again for the next batch. So any number of columns can be read, and a
 * decompression bomb costs time instead of memory. A task may grant less.
 */
public final class ScanMemory {
  /** Fraction of the heap for all scans of a process, one per processor. */
  private static final int HEAP_SHARE = 4;

  private static final long LEAST = 8 << 20;

  /** Holder of memory that can be rebuilt. */
  public abstract static class Holder {
    private long heldBytes;
    private boolean listed;

    /** Drops its references; a user in progress keeps its own. */
    public abstract void release();
  }

  private final long bound;
  private final TaskMemory.Share granted;

  /** In order of registration; some may no longer hold memory. */
  private final List<Holder> holders = new ArrayList<>();

  private long held;

  /**
   * @param task grants the memory
   */
  public ScanMemory(TaskMemory task) {
    this(defaultBytes(), task);
  }

  /**
   * @param bound in bytes
   * @param task grants the memory
   */
  public ScanMemory(long bound, TaskMemory task) {
    this.bound = bound;
    this.granted = task.yieldingShare(Math.min(bound, LEAST));
  }

  /** What each scan may hold, in bytes. */
  static long defaultBytes() {
    Runtime machine = Runtime.getRuntime();
    return Math.max(LEAST, machine.maxMemory() / HEAP_SHARE / machine.availableProcessors());
  }

  /** Bytes held currently. */
  public long held() {
    return held;
  }

  /**
   * Registers the memory of a holder, which may make others release theirs, the most recently
   * registered first. Columns are decoded in turn, so those are needed last.
   */
  public void hold(Holder holder, long bytes) {
    held += bytes - holder.heldBytes;
    holder.heldBytes = bytes;
    long allowed = allowed();
    while (held > allowed && !holders.isEmpty()) {
      Holder last = holders.remove(holders.size() - 1);
      last.listed = false;
      if (last != holder && last.heldBytes > 0) {
        drop(last);
        last.release();
      }
    }
    if (!holder.listed) {
      holder.listed = true;
      holders.add(holder);
    }
  }

  private long allowed() {
    try {
      return granted.hold(Math.min(held, bound));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives back what was granted; nothing is read afterwards. */
  public void close() {
    granted.close();
  }

  /** Unregisters a holder that holds nothing, or must not release it for now. */
  public void drop(Holder holder) {
    held -= holder.heldBytes;
    holder.heldBytes = 0;
  }
}
