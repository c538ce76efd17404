package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Totals;
import java.math.BigInteger;
import java.util.List;

/**
 * The answer of a process.
 *
 * @param numbers rows, and of each column the number of values and their sum
 */
record Sums(double millis, List<String> numbers) {
  static Sums parse(String line) {
    List<String> all = List.of(line.split(" "));
    return new Sums(Double.parseDouble(all.get(0)), all.subList(1, all.size()));
  }

  /**
   * Whether whole numbers are equal, and fractions differ by at most {@link Totals#TOLERANCE} of
   * the larger one: they depend on the order of additions.
   */
  boolean same(Sums other) {
    if (numbers.size() != other.numbers.size()) {
      return false;
    }
    for (int i = 0; i < numbers.size(); i++) {
      if (!same(numbers.get(i), other.numbers.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(String a, String b) {
    if (isWhole(a) && isWhole(b)) {
      return new BigInteger(a).equals(new BigInteger(b));
    }
    double one = Double.parseDouble(a);
    double two = Double.parseDouble(b);
    // Written so that NaN fails.
    return Math.abs(one - two) <= Totals.TOLERANCE * Math.max(Math.abs(one), Math.abs(two));
  }

  private static boolean isWhole(String number) {
    return number.matches("-?[0-9]+");
  }
}
