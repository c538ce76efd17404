package io.placed.encoding.alp;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.kernel.PowersOfTen;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import java.util.Arrays;

/**
 * Floating-point numbers that were parsed from decimals, stored as integers: each value is {@code n
 * / 10^k} with one k per page (after ALP, Afroozeh, Kuffo and Boncz, SIGMOD 2024). The integers are
 * a nested array. A value that has no such form, bit by bit, is an exception.
 *
 * <p>ALP multiplies by {@code 10^f * 10^-e}. Since 10^-e is not a double, some decimals that were
 * parsed from text would differ in the last bit. A division is rounded only once: {@code n / 10^k}
 * is the double nearest to the decimal, as a parser returns it, whenever both operands are exact
 * (up to 2^53 and 10^22). Therefore one parameter k replaces e and f. See {@link AlpEncoding} for
 * the grammar.
 */
final class Alp {
  static final int MAX_EXPONENT = PowersOfTen.MAX_EXPONENT;

  /**
   * Limit of the magnitude of integers, so that adding 1.5 * 2^52 to the bits converts them to
   * doubles.
   */
  static final double LIMIT = 1L << 51;

  /** Adding and subtracting this rounds to an integer, half to even. */
  private static final double ROUND = 6755399441055744.0;

  private static final int SAMPLE = 128;

  /** Maximum share of exceptions; above it another encoding is better. */
  private static final double MAX_EXCEPTIONS = 0.5;

  private Alp() {}

  /**
   * @param integers INT or LONG
   * @param exceptions raw bits of the exceptions, in the storage of the values
   * @param positions of the exceptions in the page
   */
  record Plan(int exponent, IntegerValues integers, IntegerValues exceptions, int[] positions) {
    long exceptionBytes(int count) {
      return positions.length == 0 ? 0 : 2L * BitPacking.vectors(count) + 2L * positions.length;
    }
  }

  /** The plan; null if too many values would be exceptions. */
  static Plan plan(IntegerValues values) {
    return values.plan(Plan.class, () -> newPlan(values));
  }

  private static Plan newPlan(IntegerValues values) {
    int exponent = exponent(values);
    return exponent < 0 ? null : plan(values, exponent);
  }

  private static Plan plan(IntegerValues values, int exponent) {
    int n = values.count();
    long[] bits = values.values();
    long[] integers = new long[n];
    int[] positions = new int[16];
    int count = 0;
    boolean doubles = values.storage() == Storage.DOUBLE;
    double p = PowersOfTen.get(exponent);
    double limit = doubles ? LIMIT : Integer.MAX_VALUE;
    long last = 0;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < n; i++) {
      double v = doubles ? Double.longBitsToDouble(bits[i]) : Float.intBitsToFloat((int) bits[i]);
      double integer = v * p + ROUND - ROUND;
      if (Math.abs(integer) < limit && same(integer / p, bits[i], doubles)) {
        last = (long) integer;
        min = Math.min(min, last);
        max = Math.max(max, last);
      } else {
        if (count == positions.length) {
          positions = Arrays.copyOf(positions, 2 * count);
        }
        positions[count++] = i;
        if (count > n * MAX_EXCEPTIONS) {
          return null;
        }
      }
      integers[i] = last;
    }
    // Exceptions at the start are filled with the first integer.
    int lead = 0;
    while (lead < count && positions[lead] == lead) {
      lead++;
    }
    Arrays.fill(integers, 0, lead, integers[lead]);
    long[] exceptions = new long[count];
    for (int e = 0; e < count; e++) {
      exceptions[e] = bits[positions[e]];
    }
    Storage storage =
        min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE ? Storage.INT : Storage.LONG;
    return new Plan(
        exponent,
        new IntegerValues(storage, integers, n),
        new IntegerValues(values.storage(), exceptions, count),
        Arrays.copyOf(positions, count));
  }

  private static boolean same(double decoded, long bits, boolean doubles) {
    return doubles
        ? Double.doubleToRawLongBits(decoded) == bits
        : Float.floatToRawIntBits((float) decoded) == (int) bits;
  }

  /** The best exponent for a sample; -1 if none is suitable. */
  private static int exponent(IntegerValues values) {
    int n = values.count();
    int m = Math.min(n, SAMPLE);
    boolean doubles = values.storage() == Storage.DOUBLE;
    double[] sample = new double[m];
    boolean[] candidate = new boolean[MAX_EXPONENT + 1];
    for (int s = 0; s < m; s++) {
      long bits = values.values()[(int) ((long) s * n / m)];
      sample[s] = doubles ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
      int k = digits(sample[s], doubles);
      if (k >= 0) {
        candidate[k] = true;
      }
    }
    int best = -1;
    double least = m * (doubles ? 60.0 : 30.0);
    for (int k = 0; k <= MAX_EXPONENT; k++) {
      if (candidate[k]) {
        double cost = sampleBits(sample, k, doubles);
        if (cost < least) {
          least = cost;
          best = k;
        }
      }
    }
    return best;
  }

  /**
   * Minimum number of decimal digits after the point that represent the value exactly; -1 if there
   * is none.
   */
  private static int digits(double v, boolean doubles) {
    for (int k = 0; k <= MAX_EXPONENT; k++) {
      double scaled = v * PowersOfTen.get(k);
      if (!(Math.abs(scaled) < (doubles ? LIMIT : Integer.MAX_VALUE))) {
        return -1;
      }
      if (encodes(v, k, doubles)) {
        return k;
      }
    }
    return -1;
  }

  private static boolean encodes(double v, int k, boolean doubles) {
    double integer = v * PowersOfTen.get(k) + ROUND - ROUND;
    long bits = doubles ? Double.doubleToRawLongBits(v) : Float.floatToRawIntBits((float) v);
    return Math.abs(integer) < (doubles ? LIMIT : Integer.MAX_VALUE)
        && same(integer / PowersOfTen.get(k), bits, doubles);
  }

  /** Bits of the encoded sample, with the integers in one frame of reference. */
  private static double sampleBits(double[] sample, int k, boolean doubles) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    int exceptions = 0;
    for (double v : sample) {
      if (encodes(v, k, doubles)) {
        double integer = v * PowersOfTen.get(k);
        min = Math.min(min, integer);
        max = Math.max(max, integer);
      } else {
        exceptions++;
      }
    }
    int width = PageValues.bits((long) (max - min));
    return (double) width * sample.length + exceptions * (doubles ? 80.0 : 48.0);
  }
}
