package io.placed.scan.fetch;

import java.util.ArrayList;
import java.util.List;

/**
 * What the columns of a scan keep from batch to batch: unpacked pages, arrays of decoders,
 * dictionaries, elements of lists. Where all together take more than a share of the heap, some give
 * theirs up and unpack their page again for the next batch. So any number of columns can be read,
 * and a file that was made to unpack to a thousand times its size takes time instead of memory.
 */
public final class ScanMemory {
  /** All scans of a process, one for each processor, have so much of the heap together. */
  private static final int HEAP_SHARE = 4;

  private static final long LEAST = 8 << 20;

  /** Something that can be made again. */
  public abstract static class Holder {
    private long heldBytes;
    private boolean listed;

    /** Forgets it; whoever uses it at the moment goes on with what it has. */
    public abstract void release();
  }

  private final long bound;

  /** In the order in which they came; some may hold nothing any more. */
  private final List<Holder> holders = new ArrayList<>();

  private long held;

  public ScanMemory() {
    this(share());
  }

  /**
   * @param bound in bytes
   */
  public ScanMemory(long bound) {
    this.bound = bound;
  }

  private static long share() {
    Runtime machine = Runtime.getRuntime();
    return Math.max(LEAST, machine.maxMemory() / HEAP_SHARE / machine.availableProcessors());
  }

  /** Bytes that are held now. */
  public long held() {
    return held;
  }

  /**
   * Takes note of what a holder keeps now, which may make others release theirs: those that came
   * last before it. Columns are decoded in turn, so that these are wanted last.
   */
  public void hold(Holder holder, long bytes) {
    held += bytes - holder.heldBytes;
    holder.heldBytes = bytes;
    while (held > bound && !holders.isEmpty()) {
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

  /** Takes note that a holder keeps nothing, or must not release it for now. */
  public void drop(Holder holder) {
    held -= holder.heldBytes;
    holder.heldBytes = 0;
  }
}
