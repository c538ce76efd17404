package io.placed.encoding.kernel;

/**
 * Compiles the generated vector kernels in the background. Until a kernel is compiled, each of its
 * operations allocates an object, so that a call takes about 50 µs instead of 0.05 µs, and the
 * compiler needs thousands of calls first. Therefore {@link VectorUnpackAny}, whose loops are
 * compiled almost immediately, handles a width until a background thread has warmed up the kernel
 * of that width.
 *
 * <p>Data races are harmless, because both kernels give the same values.
 */
final class Warmup {
  /**
   * Number of calls, about a thousand million values, after which a width is warmed up. A lower
   * number would take a core from the first queries of a process, for less than they gain.
   */
  private static final int CALLS = 1 << 20;

  private static final int BATCH = 500;
  private static final int MAX_BATCHES = 200;
  private static final long COMPILED_NANOS = 1000;

  private static final int[] SEEN = new int[33];
  private static final boolean[] READY = new boolean[33];
  private static final Object ONE_AT_A_TIME = new Object();

  private Warmup() {}

  /** Whether the kernel of this width is compiled. Counts the call. */
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

  /** Warms up the kernel; gives up permanently if it does not become fast. */
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
