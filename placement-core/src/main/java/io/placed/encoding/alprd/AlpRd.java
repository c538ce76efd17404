package io.placed.encoding.alprd;

import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import java.util.Arrays;

/**
 * Floating-point numbers that were not decimals ("ALP-RD", Afroozeh, Kuffo and Boncz, SIGMOD 2024,
 * section 3.4). The left bits of each value (sign, exponent, and some bits of the mantissa) are one
 * of few patterns and are replaced by a code for one of at most {@value #MAX_LEFTS} patterns; the
 * right bits are stored unchanged. A value with other left bits is an exception, whose left bits
 * are stored separately. See {@link AlpRdEncoding} for the grammar.
 */
final class AlpRd {
  static final int MAX_LEFTS = 8;
  static final int MAX_LEFT_BITS = 16;

  private static final int SAMPLE = 512;
  private static final int EXCEPTION_BITS = 32;

  private AlpRd() {}

  static int bits(Storage storage) {
    return storage == Storage.DOUBLE ? 64 : 32;
  }

  /**
   * @param lefts patterns of the left bits, the most frequent first
   * @param bitsPerValue expected size
   */
  record Split(int rightBits, int[] lefts, double exceptionShare, double bitsPerValue) {
    int codeBits() {
      return PageValues.bits(lefts.length - 1L);
    }
  }

  /**
   * @param positions of the exceptions in the page
   * @param exceptions their left bits
   */
  record Plan(
      Split split, IntegerValues codes, IntegerValues rights, int[] positions, int[] exceptions) {}

  /** The split of a sample that needs the fewest bits. */
  static Split split(IntegerValues values) {
    int n = values.count();
    int m = Math.min(n, SAMPLE);
    int total = bits(values.storage());
    long[] sample = new long[m];
    for (int s = 0; s < m; s++) {
      long bits = values.values()[(int) ((long) s * n / m)];
      sample[s] = total == 64 ? bits : bits & 0xFFFFFFFFL;
    }
    Split best = null;
    int[] lefts = new int[m];
    for (int rightBits = total - 1; rightBits >= total - MAX_LEFT_BITS; rightBits--) {
      for (int s = 0; s < m; s++) {
        lefts[s] = (int) (sample[s] >>> rightBits);
      }
      Split split = split(lefts.clone(), rightBits);
      if (best == null || split.bitsPerValue < best.bitsPerValue) {
        best = split;
      }
    }
    return best;
  }

  /** The split at a given bit; sorts the left bits. */
  private static Split split(int[] lefts, int rightBits) {
    Arrays.sort(lefts);
    int m = lefts.length;
    // High bits: frequency; low bits: pattern. The largest numbers are the most frequent patterns.
    long[] ranked = new long[m];
    int distinct = 0;
    for (int from = 0; from < m; ) {
      int to = from;
      while (to < m && lefts[to] == lefts[from]) {
        to++;
      }
      ranked[distinct++] = (long) (to - from) << 32 | lefts[from];
      from = to;
    }
    Arrays.sort(ranked, 0, distinct);
    int size = Math.min(distinct, MAX_LEFTS);
    int[] dictionary = new int[size];
    int covered = 0;
    for (int d = 0; d < size; d++) {
      dictionary[d] = (int) ranked[distinct - 1 - d];
      covered += (int) (ranked[distinct - 1 - d] >>> 32);
    }
    double share = (m - covered) / (double) m;
    double bits = rightBits + PageValues.bits(size - 1L) + share * EXCEPTION_BITS;
    return new Split(rightBits, dictionary, share, bits);
  }

  static Plan plan(IntegerValues values, Split split) {
    int n = values.count();
    int rightBits = split.rightBits;
    int total = bits(values.storage());
    long leftMask = total == 64 ? -1L : 0xFFFFFFFFL;
    long rightMask = (1L << rightBits) - 1;
    int[] lefts = split.lefts;
    long[] codes = new long[n];
    long[] rights = new long[n];
    int[] positions = new int[16];
    int count = 0;
    int code = 0;
    for (int i = 0; i < n; i++) {
      long bits = values.values()[i] & leftMask;
      int left = (int) (bits >>> rightBits);
      if (lefts[code] != left) {
        int found = find(lefts, left);
        if (found >= 0) {
          code = found;
        } else {
          if (count == positions.length) {
            positions = Arrays.copyOf(positions, 2 * count);
          }
          positions[count++] = i;
        }
      }
      codes[i] = code;
      long right = bits & rightMask;
      rights[i] = total == 64 ? right : (int) right;
    }
    int[] exceptions = new int[count];
    for (int e = 0; e < count; e++) {
      exceptions[e] = (int) ((values.values()[positions[e]] & leftMask) >>> rightBits);
    }
    return new Plan(
        split,
        new IntegerValues(Storage.INT, codes, n, false),
        new IntegerValues(total == 64 ? Storage.LONG : Storage.INT, rights, n, false),
        Arrays.copyOf(positions, count),
        exceptions);
  }

  private static int find(int[] lefts, int left) {
    for (int d = 0; d < lefts.length; d++) {
      if (lefts[d] == left) {
        return d;
      }
    }
    return -1;
  }
}
