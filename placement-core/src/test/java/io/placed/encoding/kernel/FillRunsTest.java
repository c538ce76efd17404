package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compared with a loop over single values. */
class FillRunsTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void everyPositionGetsTheValueOfItsRun() {
    for (int round = 0; round < 3000; round++) {
      check(1 + random.nextInt(1 << random.nextInt(9)));
    }
  }

  private void check(int longest) {
    int runs = 1 + random.nextInt(200);
    int[] ends = new int[runs + random.nextInt(3)];
    int n = 0;
    for (int r = 0; r < runs; r++) {
      n += 1 + random.nextInt(longest);
      ends[r] = n;
    }
    int from = random.nextInt(n);
    int end = from + 1 + random.nextInt(n - from);
    int first = 0;
    while (ends[first] <= from) {
      first++;
    }
    int at = random.nextInt(20);
    int shift = at - from;
    int[] heads = random.ints(runs).toArray();
    int[] expected = new int[at + end - from + random.nextInt(20)];
    Arrays.fill(expected, -7);
    int last = first;
    for (int i = from; i < end; i++) {
      while (ends[last] <= i) {
        last++;
      }
      expected[i + shift] = heads[last];
    }
    String message = "seed " + seed;
    long[] longHeads = Arrays.stream(heads).asLongStream().toArray();
    double[] doubleHeads = Arrays.stream(heads).asDoubleStream().toArray();
    float[] floatHeads = new float[runs];
    for (int r = 0; r < runs; r++) {
      // Exact in a float.
      heads[r] >>= 8;
      floatHeads[r] = heads[r];
    }
    int[] small = expected.clone();
    for (int i = at; i < at + end - from; i++) {
      small[i] >>= 8;
    }
    int[] ints = filled(small.length);
    long[] longs = Arrays.stream(filled(small.length)).asLongStream().toArray();
    double[] doubles = Arrays.stream(filled(small.length)).asDoubleStream().toArray();
    float[] floats = new float[small.length];
    Arrays.fill(floats, -7);
    int next = last + 1;
    assertEquals(next, FillRuns.ints(ends, heads, first, from, end, ints, shift), message);
    assertEquals(next, FillRuns.longs(ends, longHeads, first, from, end, longs, shift), message);
    assertEquals(next, FillRuns.floats(ends, floatHeads, first, from, end, floats, shift), message);
    assertEquals(
        next, FillRuns.doubles(ends, doubleHeads, first, from, end, doubles, shift), message);
    int[] scalarInts = filled(small.length);
    long[] scalarLongs = Arrays.stream(scalarInts).asLongStream().toArray();
    ScalarFillRuns.ints(ends, heads, first, from, end, scalarInts, shift);
    ScalarFillRuns.longs(ends, longHeads, first, from, end, scalarLongs, shift);
    assertArrayEquals(small, scalarInts, message);
    assertArrayEquals(longs, scalarLongs, message);
    assertArrayEquals(small, ints, message);
    assertArrayEquals(Arrays.stream(expected).asLongStream().toArray(), longs, message);
    assertArrayEquals(Arrays.stream(expected).asDoubleStream().toArray(), doubles, message);
    for (int i = 0; i < small.length; i++) {
      assertEquals(small[i], (int) floats[i], message);
    }
  }

  private static int[] filled(int n) {
    int[] a = new int[n];
    Arrays.fill(a, -7);
    return a;
  }
}
