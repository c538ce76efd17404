package io.placed.vector.match;

import java.util.Arrays;

/**
 * Which integers belong to a set. Where they lie close together, as keys do, each integer between
 * the least and the largest has a bit; else they are hashed. Either takes one look, where a search
 * in an ordered list takes one for each doubling of the list, each a guess for the processor.
 */
final class LongLookup {
  /** Bits that a value may take: as many as in a list. */
  private static final int BITS_PER_VALUE = 64;

  /** So many bits stay in the nearest caches, and are worth their memory to some values. */
  private static final long FEW_BITS = 1 << 20;

  private static final int SOME = 64;

  /** Of 64 values in question so many are looked up together with the others. */
  private static final int MANY = 24;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long low;

  /** The largest value less {@link #low}, unsigned. */
  private final long span;

  /** By value less {@link #low}; null if values are hashed. */
  private final long[] bits;

  /** Open addressing; the least value marks free places, and is not looked up. */
  private final long[] table;

  /** Leaves as many upper bits as numbers of places take. */
  private final int shift;

  /**
   * @param sorted ascending, each once, at least one, at most 2^28
   */
  LongLookup(long[] sorted) {
    int n = sorted.length;
    low = sorted[0];
    span = sorted[n - 1] - low;
    if (span >= 0 && (span / n < BITS_PER_VALUE || (n >= SOME && span < FEW_BITS))) {
      bits = new long[(int) (span >>> 6) + 1];
      for (long v : sorted) {
        bits[(int) (v - low >>> 6)] |= 1L << v - low;
      }
      table = null;
      shift = 0;
      return;
    }
    bits = null;
    shift = Math.max(Integer.numberOfLeadingZeros(n) - 2, 1) + 32;
    table = new long[1 << Long.SIZE - shift];
    Arrays.fill(table, low);
    for (long v : sorted) {
      int i = place(v);
      while (table[i] != low) {
        i = i + 1 & table.length - 1;
      }
      table[i] = v;
    }
  }

  private int place(long v) {
    return (int) (v * GOLDEN >>> shift);
  }

  /**
   * @param value from the least to the largest of the set
   */
  boolean contains(long value) {
    if (bits != null) {
      long at = value - low;
      return (bits[(int) (at >>> 6)] >>> at & 1) != 0;
    }
    if (value == low) {
      return true;
    }
    int i = place(value);
    while (table[i] != value) {
      if (table[i] == low) {
        return false;
      }
      i = i + 1 & table.length - 1;
    }
    return true;
  }

  /**
   * Those of up to 64 values that belong to the set.
   *
   * @param asked a bit for each value in question; these are from the least to the largest
   * @return a bit for each of these that belongs to it; others may have one too
   */
  long among(long[] values, int first, int count, long asked) {
    long found = 0;
    if (bits != null && Long.bitCount(asked) > MANY) {
      // No branch: cheaper than finding out which are in question, if many are.
      for (int k = 0; k < count; k++) {
        long at = values[first + k] - low;
        long within = Long.compareUnsigned(at, span) <= 0 ? at : 0;
        found |= (bits[(int) (within >>> 6)] >>> within & 1) << k;
      }
      return found;
    }
    for (long left = asked; left != 0; left &= left - 1) {
      int k = Long.numberOfTrailingZeros(left);
      found |= (contains(values[first + k]) ? 1L : 0) << k;
    }
    return found;
  }
}
