package io.placed.encoding.values;

import io.placed.schema.Storage;

/** Distinct values numbered in the order in which they were first seen. */
public abstract sealed class DictionaryBuilder
    permits IntegerDictionary, Int128Dictionary, StringDictionary {
  /** Codes are chars. */
  public static final int MAX_VALUES = 1 << 16;

  /**
   * Adds values and writes their numbers to {@code codes}.
   *
   * @return false if there would be more distinct values or bytes than allowed: then some values
   *     are in and some are not, and the numbers written so far are right
   */
  public abstract boolean add(PageValues values, char[] codes, int maxValues, long maxBytes);

  public abstract int size();

  /** Bytes of the encoded dictionary, about. */
  public abstract long encodedBytes();

  public abstract long memoryBytes();

  /** The values in ascending order; sets {@code ranks[number]} to their position in it. */
  public abstract PageValues sorted(char[] ranks);

  /**
   * The values that have these numbers.
   *
   * @param present bit i tells whether value i is needed; null if all are
   */
  public abstract PageValues lookup(char[] codes, int n, long[] present);

  /** Codes in the order of the dictionary. */
  public static IntegerValues ranked(char[] codes, char[] ranks, int n, long[] to) {
    for (int i = 0; i < n; i++) {
      to[i] = ranks[codes[i]];
    }
    return new IntegerValues(Storage.INT, to, n);
  }

  /** Spreads the bits of a hash over a table of 2^k slots: the upper bits of the product. */
  public static int slot(long hash, int shift) {
    return (int) (hash * 0x9E3779B97F4A7C15L >>> shift);
  }
}
