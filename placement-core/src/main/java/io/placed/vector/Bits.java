package io.placed.vector;

import java.util.Arrays;

/** Bitmaps in {@code long[]}: bit i is bit {@code i & 63} of word {@code i >> 6}. */
public final class Bits {
  private Bits() {}

  /** Words needed for n bits. */
  public static int words(int n) {
    return (n + 63) >>> 6;
  }

  public static boolean get(long[] words, int i) {
    return (words[i >>> 6] >>> i & 1) != 0;
  }

  public static void set(long[] words, int i) {
    words[i >>> 6] |= 1L << i;
  }

  public static void clear(long[] words, int i) {
    words[i >>> 6] &= ~(1L << i);
  }

  public static void put(long[] words, int i, boolean value) {
    if (value) {
      set(words, i);
    } else {
      clear(words, i);
    }
  }

  /** Sets or clears the bits [from, to). */
  public static void fill(long[] words, int from, int to, boolean value) {
    if (from >= to) {
      return;
    }
    int first = from >>> 6;
    int last = (to - 1) >>> 6;
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      merge(words, first, head & tail, value);
      return;
    }
    merge(words, first, head, value);
    Arrays.fill(words, first + 1, last, value ? -1L : 0L);
    merge(words, last, tail, value);
  }

  /** Puts a value in all places, of the first n, whose bit is not set. */
  public static void putWhereClear(int[] to, long[] words, int n, int value) {
    for (int w = 0; w < words(n); w++) {
      long clear = ~words[w];
      if ((w + 1) << 6 > n) {
        clear &= -1L >>> ((w + 1) << 6) - n;
      }
      for (; clear != 0; clear &= clear - 1) {
        to[(w << 6) + Long.numberOfTrailingZeros(clear)] = value;
      }
    }
  }

  private static void merge(long[] words, int word, long mask, boolean value) {
    words[word] = value ? words[word] | mask : words[word] & ~mask;
  }

  /** Number of set bits in [from, to). */
  public static int count(long[] words, int from, int to) {
    if (from >= to) {
      return 0;
    }
    int first = from >>> 6;
    int last = (to - 1) >>> 6;
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      return Long.bitCount(words[first] & head & tail);
    }
    int n = Long.bitCount(words[first] & head) + Long.bitCount(words[last] & tail);
    for (int w = first + 1; w < last; w++) {
      n += Long.bitCount(words[w]);
    }
    return n;
  }

  /** Copies n bits, to another array or to a lower place of the same. */
  public static void copy(long[] from, int fromBit, long[] to, int toBit, int n) {
    int done = 0;
    if (((fromBit | toBit) & 63) == 0) {
      System.arraycopy(from, fromBit >>> 6, to, toBit >>> 6, n >>> 6);
      done = n & -64;
    }
    while (done < n) {
      int target = toBit + done;
      int take = Math.min(64 - (target & 63), n - done);
      long bits = read(from, fromBit + done, take);
      long mask = (take == 64 ? -1L : (1L << take) - 1) << target;
      int w = target >>> 6;
      to[w] = to[w] & ~mask | bits << target & mask;
      done += take;
    }
  }

  /** The n (1 to 64) bits that start at bit {@code at}, in the low end of the result. */
  public static long read(long[] words, int at, int n) {
    int w = at >>> 6;
    int shift = at & 63;
    long value = words[w] >>> shift;
    if (shift + n > 64) {
      value |= words[w + 1] << (64 - shift);
    }
    return n == 64 ? value : value & ((1L << n) - 1);
  }
}
