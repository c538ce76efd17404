package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the kernels of this JVM's family with the definition. */
class CompareRangeTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());

  private interface In {
    boolean range(int i);
  }

  private static void check(int n, In expected, long[] scalar, long[] chosen, String about) {
    for (int i = 0; i < ((n + 63) & -64); i++) {
      boolean wanted = i < n && expected.range(i);
      assertEquals(wanted, (scalar[1 + (i >>> 6)] >>> i & 1) != 0, about + " scalar " + i);
      assertEquals(wanted, (chosen[1 + (i >>> 6)] >>> i & 1) != 0, about + " chosen " + i);
    }
    assertEquals(-1, chosen[0], about);
    assertEquals(-1, chosen[1 + ((n + 63) >>> 6)], about);
  }

  private static long[] ones() {
    long[] bits = new long[40];
    java.util.Arrays.fill(bits, -1);
    return bits;
  }

  @Test
  void bothFamiliesGiveTheDefinition() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 2000; trial++) {
      String about = "seed " + seed + " trial " + trial;
      int n = random.nextInt(3) == 0 ? 1024 : random.nextInt(1030);
      int off = random.nextInt(5);
      int shift = random.nextInt(64);
      long[] longs = random.longs(off + n).map(x -> x >> shift).toArray();
      int[] ints = java.util.Arrays.stream(longs).mapToInt(x -> (int) x).toArray();
      long a = random.nextInt(4) == 0 ? random.nextLong() : random.nextLong() >> shift;
      long b = random.nextInt(4) == 0 ? random.nextLong() : random.nextLong() >> shift;
      int c = (int) a;
      int d = (int) b;
      long[] scalar = ones();
      long[] chosen = ones();
      ScalarCompareRange.ints(ints, off, n, c, d, scalar, 1);
      CompareRange.ints(ints, off, n, c, d, chosen, 1);
      check(n, i -> ints[off + i] - c <= d, scalar, chosen, about);

      scalar = ones();
      chosen = ones();
      ScalarCompareRange.longs(longs, off, n, a, b, scalar, 1);
      CompareRange.longs(longs, off, n, a, b, chosen, 1);
      check(n, i -> longs[off + i] - a <= b, scalar, chosen, about);

      float[] floats = new float[off + n];
      double[] doubles = new double[off + n];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = Float.intBitsToFloat(ints[i]);
        doubles[i] = Double.longBitsToDouble(longs[i]);
      }
      scalar = ones();
      chosen = ones();
      ScalarCompareRange.floats(floats, off, n, c, d, scalar, 1);
      CompareRange.floats(floats, off, n, c, d, chosen, 1);
      check(n, i -> key(floats[off + i]) - c <= d, scalar, chosen, about);

      scalar = ones();
      chosen = ones();
      ScalarCompareRange.doubles(doubles, off, n, a, b, scalar, 1);
      CompareRange.doubles(doubles, off, n, a, b, chosen, 1);
      check(n, i -> key(doubles[off + i]) - a <= b, scalar, chosen, about);
    }
  }

  private static int key(float x) {
    int bits = Float.floatToRawIntBits(x);
    return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
  }

  private static long key(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }
}
