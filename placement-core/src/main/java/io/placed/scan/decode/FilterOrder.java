package io.placed.scan.decode;

import io.placed.predicate.BoundPredicate;
import java.util.Arrays;
import java.util.List;

/**
 * The evaluation order of the conjuncts of a filter: first those that exclude most rows per cost,
 * as counted so far. Counts instead of clocks make scans reproducible; the result is the same in
 * any order.
 *
 * <p>The order of cost per row over selectivity is optimal for independent conditions (J. M.
 * Hellerstein, M. Stonebraker: Predicate Migration, SIGMOD 1993, section 3.1).
 */
final class FilterOrder {
  /** Spans between reorderings; shorter at the beginning. */
  private static final int PERIOD = 16;

  /** Prior: a third of these rows match. */
  private static final long PRIOR_ROWS = 3;

  private final List<BoundPredicate> steps;
  private final int[] order;
  private final long[] work;
  private final long[] asked;
  private final long[] left;
  private long spans;

  FilterOrder(List<BoundPredicate> steps) {
    this.steps = steps;
    order = new int[steps.size()];
    Arrays.setAll(order, k -> k);
    work = new long[order.length];
    asked = new long[order.length];
    left = new long[order.length];
    for (int k = 0; k < order.length; k++) {
      asked[k] = PRIOR_ROWS;
      left[k] = PRIOR_ROWS / 3;
      work[k] = PRIOR_ROWS * steps.get(k).cost();
    }
  }

  int size() {
    return order.length;
  }

  /** The condition at position k. */
  int at(int k) {
    return order[k];
  }

  BoundPredicate step(int number) {
    return steps.get(number);
  }

  /**
   * Records the result of a condition.
   *
   * @param units cost, in units of an integer test
   */
  void count(int number, long rowsAsked, long rowsLeft, long units) {
    asked[number] += rowsAsked;
    left[number] += rowsLeft;
    work[number] += units;
  }

  /** Called after each span. */
  void next() {
    spans++;
    if (order.length > 1 && (spans % PERIOD == 0 || Long.bitCount(spans) == 1)) {
      // Insertion sort: few and nearly sorted elements, and stable.
      for (int i = 1; i < order.length; i++) {
        int moved = order[i];
        int k = i;
        for (; k > 0 && rank(moved) < rank(order[k - 1]); k--) {
          order[k] = order[k - 1];
        }
        order[k] = moved;
      }
    }
  }

  private double rank(int number) {
    if (steps.get(number).mayFail()) {
      // Conditions that may fail always test only rows that the others leave.
      return Double.POSITIVE_INFINITY;
    }
    double perRow = (double) work[number] / asked[number];
    double excluded = 1 - (double) left[number] / asked[number];
    return perRow / Math.max(excluded, 1e-6);
  }
}
