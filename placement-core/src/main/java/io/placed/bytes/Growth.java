package io.placed.bytes;

/** How arrays grow. */
public final class Growth {
  /** Elements of the largest array that every JVM can make. */
  public static final int MAX = Integer.MAX_VALUE - 8;

  private Growth() {}

  /**
   * Capacity to grow to when {@code needed} does not fit: twice the one before where that is
   * enough.
   *
   * @param needed elements; a sum of two lengths may be more than an int holds
   * @throws IllegalArgumentException if no array is so large
   */
  public static int of(int current, long needed) {
    if (needed < 0 || needed > MAX) {
      throw new IllegalArgumentException(
          needed + " values or bytes are too many for one array, which holds at most 2^31-9");
    }
    return (int) Math.min(MAX, Math.max(needed, current * 2L));
  }
}
