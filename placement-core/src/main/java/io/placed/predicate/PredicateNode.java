package io.placed.predicate;

import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Set;

/**
 * A bound predicate in negation normal form, with "not" only in the leaves. So the rows that are
 * TRUE follow from the TRUE rows of the parts alone, and UNKNOWN need not be tracked.
 */
abstract class PredicateNode {
  /**
   * Keeps the rows that are TRUE.
   *
   * @param rows ascending; null = rows 0 to count
   * @param out may be the same array as {@code rows}
   * @return number of kept rows
   */
  abstract int filter(Batch batch, int[] rows, int count, int[] out);

  /**
   * Keeps the rows that are TRUE.
   *
   * @param rows a bitmap
   * @param out receives the kept rows; may be the same array
   */
  abstract void filter(EncodedRows source, long[] rows, long[] out) throws IOException;

  abstract boolean mayMatch(StatisticsSource statistics);

  abstract boolean alwaysMatches(StatisticsSource statistics);

  abstract void collectColumns(Set<Integer> out);

  /** Approximate cost of a row; cheaper parts run first. */
  abstract int cost();

  /** Whether testing a row may fail; such parts run last, in their order. */
  boolean mayFail() {
    return false;
  }
}
