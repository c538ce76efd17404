package io.placed.vector;

import io.placed.error.InsufficientMemoryException;
import java.io.UncheckedIOException;

/**
 * Rejects allocations that cannot fit: an OutOfMemoryError would hit other threads, and many
 * engines exit on the first one.
 */
public final class Heap {
  private static final long BYTES = Runtime.getRuntime().maxMemory();

  private Heap() {}

  /**
   * One array, or arrays that are made together: what they are decoded to takes about as much.
   *
   * @throws UncheckedIOException with an {@link InsufficientMemoryException} if it is more than
   *     half of the heap
   */
  public static void requireArray(long bytes, String what) {
    require(bytes, BYTES / 2, what);
  }

  /**
   * All columns of a batch.
   *
   * @throws UncheckedIOException with an {@link InsufficientMemoryException} if it is more than
   *     three quarters of the heap
   */
  public static void requireBatch(long bytes) {
    require(bytes, BYTES / 4 * 3, "the rows of one batch");
  }

  private static void require(long bytes, long most, String what) {
    if (bytes > most) {
      throw new UncheckedIOException(
          new InsufficientMemoryException(
              what
                  + " need "
                  + bytes
                  + " bytes of memory, allowed are "
                  + most
                  + " with a heap of "
                  + BYTES
                  + ": read fewer columns or rows at a time, or give the JVM more (-Xmx)"));
    }
  }
}
