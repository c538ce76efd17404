package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurvesTest {
  /** Visits every cell once, each adjacent to the previous one, which defines Hilbert's curve. */
  @ParameterizedTest
  @CsvSource({
    "1, 1", "1, 7", "2, 1", "2, 2", "2, 6", "3, 1", "3, 2", "3, 4", "4, 3", "5, 2", "6, 2", "9, 1"
  })
  void neighboursOnTheHilbertCurveAreNeighboursInSpace(int dimensions, int bits) {
    int cells = 1 << dimensions * bits;
    long[][] points = new long[cells][];
    for (int cell = 0; cell < cells; cell++) {
      long[] point = point(cell, dimensions, bits);
      long[] key = new long[1];
      Curves.hilbert(point.clone(), bits, key);
      assertNull(points[(int) key[0]]);
      points[(int) key[0]] = point;
    }
    assertArrayEquals(new long[dimensions], points[0]);
    for (int i = 1; i < cells; i++) {
      long distance = 0;
      for (int d = 0; d < dimensions; d++) {
        distance += Math.abs(points[i][d] - points[i - 1][d]);
      }
      assertEquals(1, distance, "step " + i);
    }
  }

  /** Every aligned cube is one contiguous range of the curve, on which data skipping depends. */
  @Test
  void cubesAreStretchesOfTheCurve() {
    for (int dimensions = 2; dimensions <= 4; dimensions++) {
      int bits = 3;
      long[][] first = new long[1 << dimensions][2];
      for (int cell = 0; cell < 1 << dimensions * bits; cell++) {
        long[] point = point(cell, dimensions, bits);
        int cube = 0;
        for (long x : point) {
          cube = cube << 1 | (int) (x >>> bits - 1);
        }
        long[] key = new long[1];
        Curves.hilbert(point, bits, key);
        long stretch = key[0] >>> dimensions * (bits - 1);
        first[cube][0] = first[cube][1] == 0 ? stretch : first[cube][0];
        first[cube][1]++;
        assertEquals(first[cube][0], stretch);
      }
    }
  }

  @Test
  void zOrderInterleavesTheBits() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      int dimensions = 1 + random.nextInt(9);
      int bits = random.nextInt(3) == 0 ? 64 : 1 + random.nextInt(16);
      long[] x = random.longs(dimensions).map(v -> bits == 64 ? v : v >>> 64 - bits).toArray();
      BigInteger expected = BigInteger.ZERO;
      for (int bit = bits - 1; bit >= 0; bit--) {
        for (long v : x) {
          expected = expected.shiftLeft(1).or(BigInteger.valueOf(v >>> bit & 1));
        }
      }
      long[] key = new long[Curves.words(dimensions, bits)];
      Curves.zOrder(x, bits, key);
      assertEquals(expected, number(key), "seed " + seed + " round " + round);
    }
  }

  /**
   * The curve with many bits starts like that with few bits, which the small grids have verified.
   */
  @Test
  void widePositionsRefineNarrowOnes() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      int dimensions = 2 + random.nextInt(8);
      long[] x = random.longs(dimensions).toArray();
      long[] wide = new long[dimensions];
      Curves.hilbert(x.clone(), 64, wide);
      int bits = 16;
      long[] narrow = new long[Curves.words(dimensions, bits)];
      for (int d = 0; d < dimensions; d++) {
        x[d] >>>= 48;
      }
      Curves.hilbert(x, bits, narrow);
      assertEquals(number(narrow), number(wide).shiftRight(dimensions * 48));
    }
  }

  private static long[] point(int cell, int dimensions, int bits) {
    long[] point = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      point[d] = cell >>> d * bits & (1 << bits) - 1;
    }
    return point;
  }

  private static BigInteger number(long[] words) {
    BigInteger n = BigInteger.ZERO;
    for (long w : words) {
      n = n.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(w)));
    }
    return n;
  }
}
