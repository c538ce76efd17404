package io.placed.encoding;

import io.placed.bytes.ByteWriter;

/**
 * Arrays of one page, shared by all encoders of a thread, because a wide table has thousands of
 * them.
 */
final class PageScratch {
  private static final ThreadLocal<PageScratch> OF_THREAD =
      ThreadLocal.withInitial(PageScratch::new);

  /** Larger arrays go after the page: the thread may never have such values again. */
  private static final int MOST_KEPT_BYTES = 8 << 20;

  private static final int FIRST_BYTES = 1 << 16;

  ByteWriter out = new ByteWriter(FIRST_BYTES);
  private long[] longs = new long[0];
  private long[] moreLongs = new long[0];
  private int[] ints = new int[0];
  private int[] moreInts = new int[0];

  private PageScratch() {}

  static PageScratch ofThread() {
    return OF_THREAD.get();
  }

  /** Ends a page. */
  void dropLarge() {
    if (out.array().length > MOST_KEPT_BYTES) {
      out = new ByteWriter(FIRST_BYTES);
    }
    longs = kept(longs);
    moreLongs = kept(moreLongs);
    ints = kept(ints);
    moreInts = kept(moreInts);
  }

  private static long[] kept(long[] array) {
    return array.length > MOST_KEPT_BYTES / Long.BYTES ? new long[0] : array;
  }

  private static int[] kept(int[] array) {
    return array.length > MOST_KEPT_BYTES / Integer.BYTES ? new int[0] : array;
  }

  long[] longs(int n) {
    if (longs.length < n) {
      longs = new long[n];
    }
    return longs;
  }

  long[] moreLongs(int n) {
    if (moreLongs.length < n) {
      moreLongs = new long[n];
    }
    return moreLongs;
  }

  int[] ints(int n) {
    if (ints.length < n) {
      ints = new int[n];
    }
    return ints;
  }

  int[] moreInts(int n) {
    if (moreInts.length < n) {
      moreInts = new int[n];
    }
    return moreInts;
  }
}
