package io.placed.advise.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Bars from earlier errors. */
class CalibrationTest {
  private static final double[] NONE = {};

  @Test
  void withoutComparisonsTheDefaultsAreAssumed() {
    assertEquals(Calibration.DEFAULT, Calibration.of(NONE, NONE));
  }

  @Test
  void fewErrorsAreTheLargestOne() {
    Calibration few = Calibration.of(new double[] {0.1, -0.5}, new double[] {0.01});
    assertEquals(0.5 / Predicted.Z90, few.bytes(), 1e-12);
    assertEquals(Calibration.DEFAULT.time(), few.time());
    assertEquals(2, few.comparisons());
  }

  /** The conformal guarantee: at least 90 % of new errors are within the bar, on average. */
  @Test
  void barsHoldNineOfTen() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int within = 0;
    int runs = 20_000;
    for (int i = 0; i < runs; i++) {
      int n = 9 + random.nextInt(40);
      double[] logs = DoubleStream.generate(random::nextGaussian).limit(n).toArray();
      double half = Calibration.of(logs, NONE).bytes() * Predicted.Z90;
      within += Math.abs(random.nextGaussian()) <= half ? 1 : 0;
    }
    double share = (double) within / runs;
    // The guarantee is 0.9 to 0.9 + 1 / (n + 1); three standard errors are 0.006.
    assertTrue(share > 0.893 && share < 0.96, "seed " + seed + ": " + share);
  }

  @Test
  void errorsMustBeNumbers() {
    assertThrows(IllegalArgumentException.class, () -> new Calibration(Double.NaN, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Calibration(0, -1, 0));
  }
}
