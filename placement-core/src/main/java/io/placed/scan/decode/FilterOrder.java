package io.placed.scan.decode;

import io.placed.predicate.BoundPredicate;
import java.util.Arrays;
import java.util.List;

/**
 * The order in which the conditions of a filter are asked: first those that exclude most rows for
 * their work, by what was counted so far. Counts, not clocks, so that two scans of the same file do
 * the same; the rows that are left are the same in any order.
 *
 * <p>Independent conditions cost least in the order of work per row over the share of rows excluded
 * (J. M. Hellerstein, M. Stonebraker: Predicate Migration, SIGMOD 1993, section 3.1).
 */
final class FilterOrder {
  /** Slices between two looks at the counts; the first ones are looked at sooner. */
  private static final int PERIOD = 16;

  /** What is assumed before anything was seen: a third of some rows is left. */
  private static final long PRIOR_ROWS = 3;

  private final List<BoundPredicate> steps;
  private final int[] order;
  private final long[] work;
  private final long[] asked;
  private final long[] left;
  private long slices;

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

  /** The condition that is asked as number k. */
  int at(int k) {
    return order[k];
  }

  BoundPredicate step(int number) {
    return steps.get(number);
  }

  /**
   * Notes what asking a condition gave.
   *
   * @param units work that was done, in tests of an integer
   */
  void count(int number, long rowsAsked, long rowsLeft, long units) {
    asked[number] += rowsAsked;
    left[number] += rowsLeft;
    work[number] += units;
  }

  /** After each slice. */
  void next() {
    slices++;
    if (order.length > 1 && (slices % PERIOD == 0 || Long.bitCount(slices) == 1)) {
      // Insertion sort: few, nearly sorted, and equal ones stay in their order.
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
      // Whatever the counts say it is asked only of rows that the others leave.
      return Double.POSITIVE_INFINITY;
    }
    double perRow = (double) work[number] / asked[number];
    double excluded = 1 - (double) left[number] / asked[number];
    return perRow / Math.max(excluded, 1e-6);
  }
}
