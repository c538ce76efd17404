package io.placed.encoding.divided;

import io.placed.encoding.frame.FrameOfReference;
import io.placed.encoding.values.IntegerValues;
import io.placed.schema.Storage;

/**
 * Integers as quotient and remainder of a division that rounds down. Suitable for numbers that are
 * multiples of something, with the same remainder (whole hours in microseconds, decimals with
 * trailing zeros), and for timestamps whose fraction of a second is nearly always the same. See
 * {@link DividedEncoding} for the grammar.
 */
final class Divided {
  /** Units of timestamps to try as divisors, in microseconds. */
  private static final long[] UNITS = {
    1_000L, 1_000_000L, 60_000_000L, 3_600_000_000L, 86_400_000_000L
  };

  private static final int SAMPLE = 64;

  /** A remainder that varies is used only if the size drops below this share. */
  private static final double MIN_SPLIT_GAIN = 0.85;

  private Divided() {}

  record Plan(long divisor, IntegerValues quotients, IntegerValues remainders) {}

  /** The plan; null if there is no suitable divisor. */
  static Plan plan(IntegerValues values) {
    return values.plan(Plan.class, () -> newPlan(values));
  }

  private static Plan newPlan(IntegerValues values) {
    long divisor = commonDivisor(values);
    if (divisor < 2 && values.storage() == Storage.LONG) {
      divisor = unit(values);
    }
    return divisor < 2 ? null : divide(values, divisor);
  }

  private static Plan divide(IntegerValues values, long divisor) {
    int n = values.count();
    long[] in = values.values();
    long[] quotients = new long[n];
    long[] remainders = new long[n];
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < n; i++) {
      long q = Math.floorDiv(in[i], divisor);
      quotients[i] = q;
      remainders[i] = in[i] - q * divisor;
      min = Math.min(min, q);
      max = Math.max(max, q);
    }
    boolean narrow = min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE;
    return new Plan(
        divisor,
        new IntegerValues(narrow ? Storage.INT : Storage.LONG, quotients, n, values.mayDelta()),
        new IntegerValues(remainderStorage(divisor), remainders, n, false));
  }

  /** Storage of the remainders. */
  static Storage remainderStorage(long divisor) {
    return divisor <= 1L << 31 ? Storage.INT : Storage.LONG;
  }

  /** Greatest common divisor of all differences; 1 if they are too large. */
  private static long commonDivisor(IntegerValues values) {
    int n = values.count();
    long[] in = values.values();
    long divisor = 0;
    for (int s = 0; s < Math.min(n, SAMPLE) && divisor != 1; s++) {
      divisor = gcd(divisor, distance(in[0], in[(int) ((long) s * n / SAMPLE % n)]));
    }
    for (int i = 1; i < n && divisor != 1; i++) {
      long d = distance(in[0], in[i]);
      if (divisor == 0 || d % divisor != 0) {
        divisor = gcd(divisor, d);
      }
    }
    return values.storage() == Storage.INT && divisor > Integer.MAX_VALUE ? 1 : divisor;
  }

  /** Distance of two numbers; 1 if it exceeds a long. */
  private static long distance(long a, long b) {
    long d = a - b;
    return ((a ^ b) & (a ^ d)) < 0 || d == Long.MIN_VALUE ? 1 : Math.abs(d);
  }

  private static long gcd(long a, long b) {
    while (b != 0) {
      long r = a % b;
      a = b;
      b = r;
    }
    return a;
  }

  /** The time unit that gives the smallest sample; 0 if none is suitable. */
  private static long unit(IntegerValues values) {
    IntegerValues sample = (IntegerValues) values.sample();
    int n = sample.count();
    double least = MIN_SPLIT_GAIN * FrameOfReference.plan(sample.values(), n, 8).bytes();
    long best = 0;
    for (long unit : UNITS) {
      Plan plan = divide(sample, unit);
      double bytes =
          FrameOfReference.plan(plan.quotients.values(), n, 8).bytes()
              + FrameOfReference.plan(plan.remainders.values(), n, 8).bytes();
      if (bytes < least) {
        least = bytes;
        best = unit;
      }
    }
    return best;
  }
}
