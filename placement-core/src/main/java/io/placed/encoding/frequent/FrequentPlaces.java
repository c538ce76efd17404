package io.placed.encoding.frequent;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.util.function.Consumer;

/** The positions of the exceptions of {@link FrequentScheme}. */
final class FrequentPlaces {
  final int count;
  private final BooleanDecoder decoder;

  /** Number of exceptions before each vector, plus the total at the end. */
  private final int[] before;

  private final int n;

  /** The result of {@link #find} and {@link #select}; reused. */
  int[] at = new int[0];

  private final long[] bits = new long[BitPacking.VECTOR / 64];

  FrequentPlaces(DecodeContext context, int n) {
    this.n = n;
    count = context.in().u32(0, n, "number of exceptions");
    decoder = context.booleans(n);
    int vectors = BitPacking.vectors(n);
    before = new int[vectors + 1];
    for (int v = 0; v < vectors; v++) {
      before[v + 1] = before[v] + Bits.count(vector(v), 0, size(v));
    }
    if (before[vectors] != count) {
      throw new MalformedDataException(
          before[vectors] + " exceptions are marked, expected " + count);
    }
  }

  private int size(int v) {
    return Math.min(BitPacking.VECTOR, n - (v << 10));
  }

  private long[] vector(int v) {
    decoder.decode(v << 10, size(v), bits);
    return bits;
  }

  /**
   * Sets {@link #at} to the positions of the exceptions in [from, from + count), relative to {@code
   * from}, ascending.
   *
   * @param from a multiple of 1,024
   * @return their number
   */
  int find(int from, int count) {
    int most = Math.min(count, this.count);
    if (at.length < most) {
      at = new int[most];
    }
    int k = 0;
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int take = Math.min(BitPacking.VECTOR, count - done);
      long[] words = vector((from + done) >>> 10);
      for (int w = 0; w < Bits.words(take); w++) {
        long word = words[w];
        if ((w + 1) * 64 > take) {
          word &= -1L >>> ((w + 1) * 64 - take);
        }
        for (; word != 0; word &= word - 1) {
          at[k++] = done + (w << 6) + Long.numberOfTrailingZeros(word);
        }
      }
    }
    return k;
  }

  /** Index of the first exception at or after a multiple of 1,024. */
  int first(int from) {
    return before[from >>> 10];
  }

  /**
   * The indexes of the exceptions at some positions of a vector.
   *
   * @param none returned for positions that have no exception
   */
  int[] select(int from, int[] positions, int n, int none) {
    if (at.length < BitPacking.VECTOR) {
      at = new int[BitPacking.VECTOR];
    }
    long[] words = vector(from >>> 10);
    int rank = first(from);
    int w = 0;
    for (int k = 0; k < n; k++) {
      int p = positions[k];
      for (; w < p >>> 6; w++) {
        rank += Long.bitCount(words[w]);
      }
      long word = words[w];
      at[k] = (word >>> p & 1) == 0 ? none : rank + Long.bitCount(word & (1L << p) - 1);
    }
    return at;
  }

  /**
   * Writes the result of a test: that of the frequent value, and for exceptions their own.
   *
   * @param others results of all exceptions, as bits
   */
  void spread(boolean frequent, long[] others, int from, int n, long[] bits, int word) {
    Matching.fill(bits, word, n, frequent);
    if (others == null) {
      return;
    }
    int k = find(from, n);
    int e = first(from);
    for (int i = 0; i < k; i++, e++) {
      int p = at[i];
      long hit = others[e >>> 6] >>> e & 1;
      long mask = 1L << p;
      int to = word + (p >>> 6);
      bits[to] = bits[to] & ~mask | hit << p;
    }
  }

  /** Results of all exceptions as bits; null if they all equal that of the frequent value. */
  long[] others(boolean frequent, Consumer<long[]> test) {
    long[] others = new long[Bits.words(count)];
    test.accept(others);
    return Bits.count(others, 0, count) == (frequent ? count : 0) ? null : others;
  }

  String describe(String values) {
    return "frequent(" + count + ")/" + decoder.describe() + "," + values;
  }
}
