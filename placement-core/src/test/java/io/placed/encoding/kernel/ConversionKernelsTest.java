package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConversionKernelsTest {
  private static final int N = 1024;
  private static final int[] COUNTS = {0, 1, 7, 31, 1000, N};

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<ConversionKernels> families =
      List.of(new ScalarConversions(), ConversionKernels.create());

  private long integer(int bits) {
    long v = random.nextLong() >> (63 - random.nextInt(bits + 1));
    // Quotients are hard to round near powers of two and multiples of five.
    return switch (random.nextInt(4)) {
      case 0 -> (Long.highestOneBit(Math.abs(v)) + random.nextInt(5) - 2) >> 1;
      case 1 -> v / 5 * 5 + random.nextInt(3) - 1;
      default -> v;
    };
  }

  @Test
  void quotientsAreThoseOfADivision() {
    for (ConversionKernels kernels : families) {
      for (int trial = 0; trial < 300; trial++) {
        int exponent = trial % 23;
        double power = Double.parseDouble("1e" + exponent);
        int n = COUNTS[random.nextInt(COUNTS.length)];
        int[] ints = new int[N];
        long[] longs = new long[N];
        for (int i = 0; i < N; i++) {
          ints[i] = (int) integer(31);
          longs[i] = integer(51);
        }
        double[] a = new double[N + 3];
        float[] f = new float[N + 3];
        double[] b = new double[N + 3];
        kernels.divide(ints, n, exponent, a, 2);
        kernels.divide(ints, n, exponent, f, 2);
        kernels.divide(longs.clone(), n, exponent, b, 2);
        String message = kernels + " " + exponent + " seed " + seed;
        for (int i = 0; i < N; i++) {
          assertBits(i < n ? ints[i] / power : 0, a[2 + i], message);
          assertBits(i < n ? (float) (ints[i] / power) : 0, f[2 + i], message);
          assertBits(i < n ? longs[i] / power : 0, b[2 + i], message);
        }
        assertEquals(0, a[N + 2]);
      }
    }
  }

  private static void assertBits(double expected, double actual, String message) {
    if (Double.doubleToRawLongBits(expected) != Double.doubleToRawLongBits(actual)) {
      assertEquals(expected, actual, message);
      assertEquals(1 / expected, 1 / actual, message);
    }
  }

  @Test
  void joinsAndMultipliesAlike() {
    for (ConversionKernels kernels : families) {
      for (int n : COUNTS) {
        int[] codes = random.ints(N, 0, 8).toArray();
        long[] lefts = random.longs(8).map(v -> v & -1L << 50).toArray();
        long[] rights = random.longs(N).map(v -> v & (1L << 50) - 1).toArray();
        int[] intLefts = random.ints(8).map(v -> v & -1 << 20).toArray();
        int[] intRights = random.ints(N).map(v -> v & (1 << 20) - 1).toArray();
        double[] d = new double[N];
        float[] f = new float[N];
        long[] products = new long[N];
        assertTrue(kernels.join(codes, lefts, rights.clone(), n, d, 0));
        assertTrue(kernels.join(codes, intLefts, intRights.clone(), n, f, 0));
        kernels.multiply(intRights, 3_600_000_000L, 17, n, products, 0);
        for (int i = 0; i < n; i++) {
          assertEquals(lefts[codes[i]] | rights[i], Double.doubleToRawLongBits(d[i]));
          assertEquals(intLefts[codes[i]] | intRights[i], Float.floatToRawIntBits(f[i]));
          assertEquals(intRights[i] * 3_600_000_000L + 17, products[i]);
        }
        if (n > 0) {
          codes[n - 1] = random.nextBoolean() ? 8 : -1;
          assertFalse(kernels.join(codes, lefts, rights, n, d, 0));
          assertFalse(kernels.join(codes, intLefts, intRights, n, f, 0));
        }
      }
    }
  }
}
