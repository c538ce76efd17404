package io.placed.vector;

import io.placed.bytes.Growth;
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

  /**
   * Capacity of the array that takes the place of a full one, which exists until its elements are
   * copied: twice as many elements, or as many as fit.
   *
   * @param current elements of the full one
   * @param needed elements
   * @param width bytes of an element
   * @throws UncheckedIOException with an {@link InsufficientMemoryException} if both together are
   *     more than three quarters of the heap
   */
  static int grown(int current, int needed, int width) {
    int capacity = Growth.of(current, needed);
    long most = BYTES / 4 * 3 / width - current;
    if (capacity > most) {
      require((long) needed * width, most * width, "the values of a column");
      return (int) Math.max(needed, most);
    }
    return capacity;
  }

  /**
   * What an allocation that has failed in spite of these limits is reported as: they hold for what
   * is decoded, and the heap has other objects, too.
   *
   * @return null if it is not the heap that is full
   */
  public static InsufficientMemoryException full(OutOfMemoryError e, String what) {
    String message = String.valueOf(e.getMessage());
    if (!message.equals("Java heap space") && !message.equals("GC overhead limit exceeded")) {
      return null;
    }
    InsufficientMemoryException full = insufficient(what + " need more than is left");
    full.initCause(e);
    return full;
  }

  private static InsufficientMemoryException insufficient(String what) {
    return new InsufficientMemoryException(
        what
            + " with a heap of "
            + BYTES
            + ": read fewer columns or rows at a time, or give the JVM more (-Xmx)");
  }

  private static void require(long bytes, long most, String what) {
    if (bytes > most) {
      throw new UncheckedIOException(
          insufficient(what + " need " + bytes + " bytes of memory, allowed are " + most));
    }
  }
}
