package io.placed.encoding.kernel;

/**
 * Has the generated vector kernels compiled before anybody waits for them. Until a kernel is
 * compiled each of its operations makes an object, so that a call takes some 50 µs instead of 0.05,
 * and the compiler wants thousands of calls first. So {@link VectorUnpackAny}, whose loops make it
 * hot at once, serves a width until a background thread has warmed up the kernel of that width.
 *
 * <p>Races are harmless: both kernels give the same values.
 */
final class Warmup {
  /**
   * Calls after which a width is worth the warming up: some thirty million values. Fewer would put
   * this work in the way of the compiler when a scan has just begun.
   */
  private static final int CALLS = 1 << 15;

  private static final int BATCH = 500;
  private static final int MAX_BATCHES = 200;
  private static final long COMPILED_NANOS = 1000;

  private static final int[] SEEN = new int[33];
  private static final boolean[] READY = new boolean[33];
  private static final Object ONE_AT_A_TIME = new Object();

  private Warmup() {}

  /** Whether the kernel of this width is compiled; counts the call. */
  static boolean ready(int width) {
    if (READY[width]) {
      return true;
    }
    if (SEEN[width] < CALLS && ++SEEN[width] == CALLS) {
      start(width);
    }
    return false;
  }

  private static void start(int width) {
    Thread thread = new Thread(null, () -> warm(width), "placed-kernel-warmup", 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.setContextClassLoader(null);
    thread.start();
  }

  /** Gives up, for ever, where the kernel does not get fast. */
  private static void warm(int width) {
    synchronized (ONE_AT_A_TIME) {
      byte[] in = new byte[128 * width];
      int[] out = new int[Unpack.VECTOR];
      for (int batch = 0; batch < MAX_BATCHES; batch++) {
        long start = System.nanoTime();
        for (int k = 0; k < BATCH; k++) {
          VectorUnpackInts.unpack(in, 0, width, 0, out, 0);
        }
        if (System.nanoTime() - start < BATCH * COMPILED_NANOS) {
          READY[width] = true;
          return;
        }
      }
    }
  }
}
