package io.placed.encoding;

import io.placed.bytes.ByteWriter;

/**
 * Arrays of one page, shared by all encoders of a thread, because a wide table has thousands of
 * them.
 */
final class PageScratch {
  private static final ThreadLocal<PageScratch> OF_THREAD =
      ThreadLocal.withInitial(PageScratch::new);

  final ByteWriter out = new ByteWriter(1 << 16);
  private long[] longs = new long[0];
  private long[] moreLongs = new long[0];
  private int[] ints = new int[0];
  private int[] moreInts = new int[0];

  private PageScratch() {}

  static PageScratch ofThread() {
    return OF_THREAD.get();
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
