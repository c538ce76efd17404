package io.placed.encoding.spi;

import io.placed.encoding.kernel.CompareRange;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;

/**
 * Computes which of the first n values of an array match, as bits starting with word {@code word};
 * bits after the last value are zero. A set is first compared as the interval from its smallest to
 * its largest value.
 */
public final class Matching {
  private static final long LOWEST_DOUBLE = ieee(Double.NEGATIVE_INFINITY);
  private static final int LOWEST_FLOAT = ieee(Float.NEGATIVE_INFINITY);

  private Matching() {}

  public static void ints(int[] v, int n, LongMatch match, long[] bits, int word) {
    long low = Math.max(match.low(), Integer.MIN_VALUE);
    long high = Math.min(match.high(), Integer.MAX_VALUE);
    if (low > high) {
      fill(bits, word, n, false);
      return;
    }
    int base = (int) low - Integer.MIN_VALUE;
    CompareRange.ints(v, 0, n, base, (int) high - base, bits, word);
    match.keep(v, n, bits, word);
  }

  public static void longs(long[] v, int n, LongMatch match, long[] bits, int word) {
    if (match.isEmpty()) {
      fill(bits, word, n, false);
      return;
    }
    long base = match.low() - Long.MIN_VALUE;
    CompareRange.longs(v, 0, n, base, match.high() - base, bits, word);
    match.keep(v, n, bits, word);
  }

  /**
   * In the order of {@link CompareRange}, negative NaNs are below -∞ and the others above ∞.
   * Therefore numbers, NaN, and an upper range of numbers including NaN are each one range, which
   * may wrap around.
   */
  public static void doubles(double[] v, int n, DoubleMatch match, long[] bits, int word) {
    boolean numbers = match.low() <= match.high();
    boolean toTheEnd = match.high() == Double.POSITIVE_INFINITY;
    if (!numbers && !match.withNan()) {
      fill(bits, word, n, false);
    } else if (match.isInterval() && (!match.withNan() || !numbers || toTheEnd)) {
      long first =
          !numbers
              ? ieee(Double.POSITIVE_INFINITY) + 1
              : ieee(match.low() == 0 ? -0.0 : match.low());
      long end = match.withNan() ? LOWEST_DOUBLE - 1 : ieee(match.high());
      long base = first - Long.MIN_VALUE;
      CompareRange.doubles(v, 0, n, base, end - base, bits, word);
    } else {
      fill(bits, word, n, false);
      for (int i = 0; i < n; i++) {
        bits[word + (i >>> 6)] |= (match.test(v[i]) ? 1L : 0) << i;
      }
    }
  }

  public static void floats(float[] v, int n, DoubleMatch match, long[] bits, int word) {
    float low = atLeast(match.low());
    float high = atMost(match.high());
    boolean numbers = match.low() <= match.high() && low <= high;
    boolean toTheEnd = match.high() == Double.POSITIVE_INFINITY;
    if (!numbers && !match.withNan()) {
      fill(bits, word, n, false);
    } else if (match.isInterval() && (!match.withNan() || !numbers || toTheEnd)) {
      int first = !numbers ? ieee(Float.POSITIVE_INFINITY) + 1 : ieee(low == 0 ? -0.0f : low);
      int end = match.withNan() ? LOWEST_FLOAT - 1 : ieee(high + 0.0f);
      int base = first - Integer.MIN_VALUE;
      CompareRange.floats(v, 0, n, base, end - base, bits, word);
    } else {
      fill(bits, word, n, false);
      for (int i = 0; i < n; i++) {
        bits[word + (i >>> 6)] |= (match.test(v[i]) ? 1L : 0) << i;
      }
    }
  }

  /** The smallest float that is at least x. */
  private static float atLeast(double x) {
    float f = (float) x;
    return f < x ? Math.nextUp(f) : f;
  }

  /** The largest float that is at most x. */
  private static float atMost(double x) {
    float f = (float) x;
    return f > x ? Math.nextDown(f) : f;
  }

  private static long ieee(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return bits ^ bits >> 63 >>> 1;
  }

  private static int ieee(float x) {
    int bits = Float.floatToRawIntBits(x);
    return bits ^ bits >> 31 >>> 1;
  }

  public static void int128s(
      long[] high, long[] low, int n, Int128Match match, long[] bits, int word) {
    fill(bits, word, n, false);
    for (int i = 0; i < n; i++) {
      bits[word + (i >>> 6)] |= (match.test(high[i], low[i]) ? 1L : 0) << i;
    }
  }

  public static void strings(BytesColumn v, int n, BytesMatch match, long[] bits, int word) {
    byte[] arena = v.arena();
    int[] starts = v.starts();
    int[] lengths = v.lengths();
    fill(bits, word, n, false);
    boolean last = false;
    for (int i = 0; i < n; i++) {
      // Equal neighbours often share their bytes.
      if (i == 0 || starts[i] != starts[i - 1] || lengths[i] != lengths[i - 1]) {
        last = match.test(arena, starts[i], starts[i] + lengths[i]);
      }
      bits[word + (i >>> 6)] |= (last ? 1L : 0) << i;
    }
  }

  /** Sets or clears the first n bits. */
  public static void fill(long[] bits, int word, int n, boolean value) {
    Arrays.fill(bits, word, word + Bits.words(n), value ? -1L : 0);
    cutOff(bits, word, n);
  }

  /** Clears the bits after the first n in their last word. */
  public static void cutOff(long[] bits, int word, int n) {
    if ((n & 63) != 0) {
      bits[word + (n >>> 6)] &= (1L << n) - 1;
    }
  }

  public static void put(long[] bits, int word, int i, boolean value) {
    Bits.put(bits, (word << 6) + i, value);
  }

  public static void gather(int[] all, int[] positions, int n, int[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      out[outOffset + k] = all[positions[k]];
    }
  }

  public static void gather(long[] all, int[] positions, int n, long[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      out[outOffset + k] = all[positions[k]];
    }
  }

  public static void gather(float[] all, int[] positions, int n, float[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      out[outOffset + k] = all[positions[k]];
    }
  }

  public static void gather(double[] all, int[] positions, int n, double[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      out[outOffset + k] = all[positions[k]];
    }
  }

  public static void gatherBits(long[] all, int[] positions, int n, long[] out, int outOffset) {
    for (int k = 0; k < n; k++) {
      Bits.put(out, outOffset + k, Bits.get(all, positions[k]));
    }
  }
}
