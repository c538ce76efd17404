package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Totals;
import java.util.Arrays;

/**
 * The answer of a process.
 *
 * @param numbers rows, and of each column the number of values and their sum
 */
record Sums(double millis, double[] numbers) {
  static Sums parse(String line) {
    double[] all = Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
    return new Sums(all[0], Arrays.copyOfRange(all, 1, all.length));
  }

  /** Doubles differ by the order of their additions. */
  boolean same(Sums other) {
    if (numbers.length != other.numbers.length) {
      return false;
    }
    for (int i = 0; i < numbers.length; i++) {
      double most = Math.max(Math.abs(numbers[i]), Math.abs(other.numbers[i]));
      if (!(Math.abs(numbers[i] - other.numbers[i]) <= Totals.TOLERANCE * most)) {
        return false;
      }
    }
    return true;
  }
}
