package io.placed.advise.order;

import io.placed.placement.Reordering;
import java.util.Set;

/**
 * The orders that the writer of a table can produce.
 *
 * @param sortKeys most keys of a sort; 0 = no sorts
 * @param curves which space-filling curves
 * @param curvesOfValues whether the values are the coordinates of curves, bit by bit; else the
 *     numbers of their quantile ranges
 * @param trees whether query-data trees
 */
public record OrderKinds(
    int sortKeys, Set<Reordering.Curve.Kind> curves, boolean curvesOfValues, boolean trees) {
  /** All that this library writes. */
  public static final OrderKinds ALL =
      new OrderKinds(3, Set.of(Reordering.Curve.Kind.values()), false, true);

  public OrderKinds {
    curves = Set.copyOf(curves);
  }
}
