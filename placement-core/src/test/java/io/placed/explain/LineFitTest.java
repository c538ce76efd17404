package io.placed.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.explain.DeviceMeasurement.Sample;
import io.placed.placement.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFitTest {
  /** With 5 % of noise, seek time and bandwidth are within 15 %. */
  @Test
  void findsSeekAndBandwidth() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      double perByte = Math.pow(10, -1 + 2 * random.nextDouble());
      // Both must contribute to some of the reads.
      double seek = perByte * 4096 * Math.pow(10, 3 * random.nextDouble());
      List<Sample> samples = new ArrayList<>();
      for (int bytes = 4096; bytes <= 64 << 20; bytes *= 4) {
        double nanos = (seek + perByte * bytes) * (0.95 + 0.1 * random.nextDouble());
        samples.add(new Sample(bytes, 1, Math.round(nanos)));
      }
      Device found = DeviceMeter.device(samples);
      double seekError = Math.abs(found.seekNanos() - seek);
      assertTrue(seekError < 0.15 * seek + 2000, "seed " + seed);
      assertEquals(1e9 / perByte, found.bytesPerSecond(), 0.15e9 / perByte, "seed " + seed);
    }
  }

  @Test
  void neverBelowNothing() {
    // Larger reads that are faster, as with caches.
    double[] line = LineFit.fit(new double[] {1, 2, 3}, new double[] {30, 20, 10});
    assertTrue(line[0] > 0 && line[1] >= 0);
    double[] steep = LineFit.fit(new double[] {1, 2, 3}, new double[] {1, 10, 100});
    assertTrue(steep[0] >= 0 && steep[1] > 0);
  }
}
