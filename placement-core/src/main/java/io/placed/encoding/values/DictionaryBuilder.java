package io.placed.encoding.values;

import io.placed.schema.Storage;

/** Collects distinct values and assigns codes in order of first occurrence. */
public abstract sealed class DictionaryBuilder
    permits IntegerDictionary, Int128Dictionary, StringDictionary {
  /** Maximum number of values, because codes are chars. */
  public static final int MAX_VALUES = 1 << 16;

  /**
   * Adds values and writes their codes to {@code codes}.
   *
   * @return false if the limit of distinct values or bytes is exceeded: only some of the values
   *     were added, and the codes written so far are correct
   */
  public abstract boolean add(PageValues values, char[] codes, int maxValues, long maxBytes);

  public abstract int size();

  /** Estimated bytes of the encoded dictionary. */
  public abstract long encodedBytes();

  public abstract long memoryBytes();

  /** The values in ascending order. Sets {@code ranks[code]} to the position of the value. */
  public abstract PageValues sorted(char[] ranks);

  /**
   * The values of the given codes.
   *
   * @param present bit i is set if value i is needed; null if all are
   */
  public abstract PageValues lookup(char[] codes, int n, long[] present);

  /** Replaces codes by ranks, the positions in the sorted dictionary. */
  public static IntegerValues ranked(char[] codes, char[] ranks, int n, long[] to) {
    for (int i = 0; i < n; i++) {
      to[i] = ranks[codes[i]];
    }
    return new IntegerValues(Storage.INT, to, n);
  }

  /** Maps a hash to one of 2^k slots by the upper bits of a product. */
  public static int slot(long hash, int shift) {
    return (int) (hash * 0x9E3779B97F4A7C15L >>> shift);
  }
}
