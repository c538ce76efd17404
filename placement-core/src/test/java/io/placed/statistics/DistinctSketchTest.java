package io.placed.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DistinctSketchTest {

  private static DistinctSketch sketch(long seed, int from, int to) {
    DistinctSketch s = new DistinctSketch();
    for (int i = from; i < to; i++) {
      s.add(Hash.of(seed, i));
      s.add(Hash.of(seed, i));
    }
    return s;
  }

  @Test
  void smallCountsAreExact() {
    for (int n = 0; n <= DistinctSketch.EXACT; n++) {
      assertEquals(n, sketch(7, 0, n).estimate());
    }
    DistinctSketch zero = new DistinctSketch();
    zero.add(0);
    zero.add(0);
    assertEquals(1, zero.estimate());
  }

  @Test
  void errorIsThatOfTheRegisters() {
    for (int n : new int[] {257, 500, 1000, 2560, 5000, 20_000, 300_000}) {
      double squares = 0;
      int seeds = n > 100_000 ? 10 : 40;
      for (int seed = 0; seed < seeds; seed++) {
        double error = sketch(seed, 0, n).estimate() / (double) n - 1;
        assertTrue(Math.abs(error) < 0.15, n + " values, seed " + seed + ": error " + error);
        squares += error * error;
      }
      double typical = Math.sqrt(squares / seeds);
      assertTrue(typical < 0.05, n + " values: typical error " + typical);
    }
  }

  /** Consecutive integers are the most common input, which the hash must spread. */
  @Test
  void sequencesAreSpread() {
    DistinctSketch s = new DistinctSketch();
    for (int i = 0; i < 100_000; i++) {
      s.add(Hash.of(i));
    }
    assertEquals(100_000, s.estimate(), 10_000);
  }

  @Test
  void mergedRegistersSeeEverything() {
    int[] cuts = {0, 1, 100, 256, 257, 5000};
    for (int cut : cuts) {
      for (int end : cuts) {
        DistinctSketch a = sketch(1, 0, cut);
        a.merge(sketch(1, cut / 2, Math.max(cut / 2, end)));
        DistinctSketch all = sketch(1, 0, Math.max(cut, Math.max(cut / 2, end)));
        assertEquals(all.estimate(), a.estimate(), cut + " and " + end);
      }
    }
  }

  @Test
  void resetForgets() {
    DistinctSketch s = sketch(1, 0, 5000);
    s.reset();
    assertEquals(0, s.estimate());
    s.merge(sketch(2, 0, 1000));
    assertEquals(sketch(2, 0, 1000).estimate(), s.estimate());
  }
}
