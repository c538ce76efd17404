package io.placed.vector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

/** Grants a random part of what is left. */
public final class RandomPool implements MemoryPool {
  private final Random random;
  private final long size;
  private final double refusals;
  private long granted;
  private long peak;
  private int refused;

  /**
   * @param size in bytes
   * @param refusals share of the requests of which only a part is granted although there is more
   */
  public RandomPool(Random random, long size, double refusals) {
    this.random = random;
    this.size = size;
    this.refusals = refusals;
  }

  @Override
  public long acquire(long bytes) {
    assertTrue(bytes > 0, "asked for " + bytes);
    boolean all = random.nextDouble() >= refusals;
    long got = all ? bytes : (long) (random.nextDouble() * bytes);
    got = Math.min(got, size - granted);
    refused += got < bytes ? 1 : 0;
    granted += got;
    peak = Math.max(peak, granted);
    return got;
  }

  @Override
  public void release(long bytes) {
    granted -= bytes;
    assertTrue(bytes >= 0 && granted >= 0, "released " + bytes + ", left " + granted);
  }

  public long granted() {
    return granted;
  }

  /** The most that was granted at a time. */
  public long peak() {
    return peak;
  }

  /** Number of requests that were not granted in full. */
  public int refused() {
    return refused;
  }
}
