package io.placed.advise;

import io.placed.advise.order.CandidateOrder;
import io.placed.advise.order.CandidatePartitioning;
import io.placed.advise.order.PageZones;
import io.placed.placement.Reordering;
import java.util.function.DoubleUnaryOperator;

/**
 * An order whose pages were found. Two are equal only if they are the same object.
 *
 * @param order null = each partition keeps the order that its rows have now
 * @param reordering as a setting: that of the order, or that of the table
 * @param pages null if they are not known
 * @param growth by query, how many times as many rows it reads with other literals than those that
 *     the order was made for, at least 1; null = as many
 */
record Finalist(CandidateOrder order, Reordering reordering, PagesOf pages, double[] growth) {
  /** The pages of an order. */
  interface PagesOf {
    /**
     * @param pageRows rows of a page
     * @param groupRows rows of a row group by those of its file
     */
    PageZones of(int pageRows, DoubleUnaryOperator groupRows);
  }

  /** How many times as many rows a query reads with other literals; at least 1. */
  double growth(int query) {
    return growth == null ? 1 : growth[query];
  }

  /** Whether rows keep their order. */
  boolean isArrival() {
    return order == null;
  }

  CandidatePartitioning partitioning() {
    return order == null ? CandidatePartitioning.NONE : order.partitioning();
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
