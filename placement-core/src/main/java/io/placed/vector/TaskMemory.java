package io.placed.vector;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The memory that the readers or writers of a task take from a {@link MemoryPool}. If the pool does
 * not grant what one of them needs, the one that holds most spills. Not thread-safe.
 */
public final class TaskMemory {
  /** Grants everything. */
  public static final TaskMemory UNLIMITED = new TaskMemory(null);

  /** The least that is taken or given back, so that the pool is not asked for every row. */
  private static final long STEP_BYTES = 1 << 20;

  /** Frees memory at a time when its owner is not in a call. */
  public interface Spill {
    /**
     * Frees about so many bytes if it can, and tells its {@link Share} what it keeps.
     *
     * @throws IOException if rows or pages cannot be written to the local disk
     */
    void spill(long bytes) throws IOException;
  }

  /** Null = unlimited. */
  private final MemoryPool pool;

  private final List<Share> shares = new ArrayList<>();

  /** The engine may call back while it is asked. */
  private boolean asking;

  /**
   * @param pool of the task
   */
  public TaskMemory(MemoryPool pool) {
    this.pool = pool;
  }

  /**
   * A new share, which holds nothing.
   *
   * @param least bytes that its owner may use whatever the pool grants
   * @param spill null = it cannot spill
   */
  public Share share(long least, Spill spill) {
    return add(new Share(least, spill, false));
  }

  /**
   * A share of an owner that can do with {@code least} at any time, as a scan that reads in smaller
   * steps. It gives back all that it holds if others need it, and asks for no more from then on:
   * they would spill again and again.
   */
  public Share yieldingShare(long least) {
    return add(new Share(least, null, true));
  }

  private Share add(Share share) {
    if (pool != null) {
      shares.add(share);
    }
    return share;
  }

  /** Bytes that all shares hold. */
  public long held() {
    long sum = 0;
    for (Share s : shares) {
      sum += s.held;
    }
    return sum;
  }

  /**
   * Spills for another operator of the task, which the thread is in.
   *
   * @return bytes given back to the pool; 0 if nothing can be spilled now
   */
  public long spill(long bytes) throws IOException {
    return asking ? 0 : spill(bytes, STEP_BYTES - 1, null);
  }

  /**
   * Spills the largest shares.
   *
   * @param above only those that hold more
   */
  private long spill(long bytes, long above, Share except) throws IOException {
    boolean before = asking;
    asking = true;
    try {
      long freed = 0;
      Set<Share> done = new HashSet<>();
      while (freed < bytes) {
        Share largest = null;
        for (Share s : shares) {
          // Scans read in smaller steps for good, which is too much for a bit of another one's.
          boolean can = s.spill != null || s.yields && except == null;
          boolean candidate = can && s != except && !s.pinned && !done.contains(s);
          if (candidate && s.held > (largest == null ? above : largest.held)) {
            largest = s;
          }
        }
        if (largest == null) {
          break;
        }
        done.add(largest);
        long held = largest.held;
        if (largest.yields) {
          largest.yield();
        } else {
          largest.spill.spill(bytes - freed);
        }
        freed += held - largest.held;
      }
      return freed;
    } finally {
      asking = before;
    }
  }

  private long acquire(long bytes) {
    boolean before = asking;
    asking = true;
    try {
      return pool.acquire(bytes);
    } finally {
      asking = before;
    }
  }

  private static long steps(long bytes) {
    return (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES;
  }

  /** What one owner holds. */
  public final class Share implements Closeable {
    private final long least;
    private final Spill spill;
    private final boolean yields;
    private long held;

    /** So much was not granted, and is not asked for again before {@link #keep}; 0 = none. */
    private long refused;

    /** What it could use when it last asked; unlimited if that was granted. */
    private long bound = Long.MAX_VALUE;

    private boolean pinned;

    private boolean yielded;

    private Share(long least, Spill spill, boolean yields) {
      this.least = least;
      this.spill = spill;
      this.yields = yields;
    }

    /**
     * Takes memory until it holds so many bytes, or as many as it gets.
     *
     * @return how many of them may be used
     */
    public long hold(long bytes) throws IOException {
      if (pool == null) {
        return bytes;
      }
      if (bytes > held && bytes > refused && !asking && !yielded) {
        long wanted = held + steps(bytes - held);
        held += acquire(wanted - held);
        if (held < bytes && spill(bytes - held, held, this) > 0) {
          held += acquire(wanted - held);
        }
        refused = held < bytes ? wanted : 0;
        bound = held < bytes ? Math.max(held, least) : Long.MAX_VALUE;
      }
      return Math.min(bytes, Math.max(held, least));
    }

    /** What may be used, as far as known: unlimited unless the last request was refused. */
    public long bound() {
      return bound;
    }

    /** Gives back what exceeds so many bytes; the next request asks the pool again. */
    public void keep(long bytes) {
      long kept = steps(bytes);
      if (held > kept) {
        pool.release(held - kept);
        held = kept;
      }
      refused = 0;
    }

    private void yield() {
      yielded = true;
      keep(0);
      bound = least;
    }

    /** From now on its owner cannot spill. */
    public void pin() {
      pinned = true;
    }

    /** Gives everything back. */
    @Override
    public void close() {
      keep(0);
      shares.remove(this);
    }
  }
}
