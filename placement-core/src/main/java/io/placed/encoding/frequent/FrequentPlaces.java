package io.placed.encoding.frequent;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.util.function.Consumer;

/** Where the exceptions of {@link FrequentScheme} are. */
final class FrequentPlaces {
  final int count;
  private final BooleanDecoder decoder;

  /** Exceptions before each vector, and in all. */
  private final int[] before;

  private final int n;

  /** What {@link #find} and {@link #select} found; reused. */
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
   * Sets {@link #at} to the positions of the exceptions of [from, from + count), relative to from,
   * in ascending order.
   *
   * @param from a multiple of 1,024
   * @return how many there are
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

  /** Number of the first exception at or after a multiple of 1,024. */
  int first(int from) {
    return before[from >>> 10];
  }

  /**
   * The numbers of the exceptions at some positions of a vector, -1 where there is none.
   *
   * @param none what to give instead of -1
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
   * Writes what holds for the frequent value, and at the exceptions what holds for each.
   *
   * @param others bits of all exceptions
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

  /** Bits of all exceptions; null if for each the same holds as for the frequent value. */
  long[] others(boolean frequent, Consumer<long[]> test) {
    long[] others = new long[Bits.words(count)];
    test.accept(others);
    return Bits.count(others, 0, count) == (frequent ? count : 0) ? null : others;
  }

  String describe(String values) {
    return "frequent(" + count + ")/" + decoder.describe() + "," + values;
  }
}
