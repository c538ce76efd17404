package io.placed.advise;

/** How many buckets a table gets for joins. */
final class BucketCount {
  /** A task of Spark reads up to 128 MiB, and buckets differ in size. */
  private static final long BYTES = 96L << 20;

  private static final int LEAST = 4;
  private static final int MOST = 1024;

  private BucketCount() {}

  /**
   * A power of two with which a bucket is read by one task: Spark sorts rows that several tasks
   * have read again.
   *
   * @param bytes of the largest table that is joined
   */
  static int of(long bytes) {
    int n = LEAST;
    while (n < MOST && bytes > n * BYTES) {
      n *= 2;
    }
    return n;
  }
}
