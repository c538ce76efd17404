package io.placed.advise.columns;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Rainbow's search for an order of columns (Jin et al., SIGMOD 2017): simulated annealing. A step
 * moves a column to another position, half of the time next to one that a query needs together with
 * it; the best order seen is returned. Deterministic for the same input and seed on every machine.
 */
final class ColumnAnnealing {
  private static final int STEPS_PER_UNIT = 1000;
  private static final int MAX_STEPS = 100_000;

  /** Temperatures at the start and at the end, relative to the initial cost. */
  private static final double HOT = 0.05;

  private static final double COLD = 1e-5;

  private final ColumnOrderCost cost;
  private final SplittableRandom random;
  private final int[][] together;

  private ColumnAnnealing(ColumnOrderCost cost, long seed) {
    this.cost = cost;
    this.random = new SplittableRandom(seed);
    this.together =
        Arrays.stream(cost.needed()).filter(units -> units.length > 1).toArray(int[][]::new);
  }

  /**
   * @param units number of units, each needed by some query
   * @return the order of all units
   */
  static int[] search(ColumnOrderCost cost, int units, long seed) {
    ColumnAnnealing search = new ColumnAnnealing(cost, seed);
    int[] start = IntStream.range(0, units).toArray();
    return units < 2 || search.together.length == 0 ? start : search.anneal(start);
  }

  private int[] anneal(int[] order) {
    double now = cost.seconds(order);
    double best = now;
    int[] found = order.clone();
    int steps = Math.min(MAX_STEPS, STEPS_PER_UNIT * order.length);
    double start = now;
    for (int s = 0; s < steps; s++) {
      double temperature = start * HOT * StrictMath.pow(COLD / HOT, (double) s / steps);
      int from = random.nextInt(order.length);
      int to = random.nextInt(order.length);
      if (random.nextBoolean()) {
        int[] units = together[random.nextInt(together.length)];
        int unit = units[random.nextInt(units.length)];
        from = indexOf(order, units[random.nextInt(units.length)]);
        to = indexOf(order, unit);
        to += from > to ? 1 : 0;
      }
      if (from == to) {
        continue;
      }
      move(order, from, to);
      double next = cost.seconds(order);
      // Math.exp may differ in the last digit between machines; StrictMath does not.
      if (next <= now || random.nextDouble() < StrictMath.exp((now - next) / temperature)) {
        now = next;
        if (now < best * (1 - PairMerging.ROUNDING)) {
          best = now;
          found = order.clone();
        }
      } else {
        move(order, to, from);
      }
    }
    return found;
  }

  private static int indexOf(int[] order, int unit) {
    int p = 0;
    while (order[p] != unit) {
      p++;
    }
    return p;
  }

  /** Moves the element at {@code from} to {@code to}. */
  private static void move(int[] order, int from, int to) {
    int unit = order[from];
    if (from < to) {
      System.arraycopy(order, from + 1, order, from, to - from);
    } else {
      System.arraycopy(order, to, order, to + 1, from - to);
    }
    order[to] = unit;
  }
}
