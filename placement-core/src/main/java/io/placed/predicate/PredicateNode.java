package io.placed.predicate;

import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Set;

/**
 * A bound predicate in negation normal form: "not" was pushed into the leaves. Then the set of rows
 * that are TRUE follows from the TRUE sets of the parts alone, and UNKNOWN needs no bookkeeping.
 */
abstract class PredicateNode {
  /**
   * Keeps the rows that are TRUE.
   *
   * @param rows ascending; null = rows 0 to count
   * @param out may be the same array as {@code rows}
   * @return how many are kept
   */
  abstract int filter(Batch batch, int[] rows, int count, int[] out);

  /**
   * Keeps the rows that are TRUE.
   *
   * @param rows a bitmap
   * @param out receives what is left of it; may be the same array
   */
  abstract void filter(EncodedRows source, long[] rows, long[] out) throws IOException;

  abstract boolean mayMatch(StatisticsSource statistics);

  abstract boolean alwaysMatches(StatisticsSource statistics);

  abstract void collectColumns(Set<Integer> out);

  /** About how long a row takes: smaller runs first. */
  abstract int cost();

  /** Whether there may be rows for which this has an error; such parts run last, in their order. */
  boolean mayFail() {
    return false;
  }
}
