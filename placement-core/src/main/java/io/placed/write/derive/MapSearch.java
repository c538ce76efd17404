package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.encoding.derived.Derivation.Parent;
import io.placed.vector.Batch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds columns that are functions of one or two others without a formula: nearly every value of
 * the parents has one value of the column. First every other column is tried; then the best of them
 * are paired with every other.
 */
final class MapSearch {
  /** Columns are compared with those of their block. */
  static final int BLOCK = 64;

  private static final int MAX_ROWS = 16 * 1024;

  /** Rows if parents have to be cheap: then their values repeat within a few rows. */
  private static final int FEW_ROWS = 4 * 1024;

  /** Columns to pair with every other one, and alternatives to keep. */
  private static final int BEST = 2;

  /** Bits per value that a second parent has to save. */
  private static final double SECOND_PARENT_BITS = 0.5;

  private final Batch batch;
  private final MapCost cost;
  private final boolean cheapParents;
  private int comparisons;

  /**
   * @param cheapParents whether the column and its parents must be smaller than the column alone
   * @param comparisons number of comparisons of whole pages, at most
   */
  MapSearch(Batch batch, int rows, boolean cheapParents, int comparisons) {
    this.batch = batch;
    this.cost = new MapCost(rows);
    this.cheapParents = cheapParents;
    this.comparisons = comparisons;
  }

  /** Rows of a page that are compared. */
  static int rows(int pageRows, boolean cheapParents) {
    return Math.min(pageRows, cheapParents ? FEW_ROWS : MAX_ROWS);
  }

  /** A way to look a column up. */
  private record Way(PageColumn a, PageColumn b, double bits) {}

  void search(List<PageColumn> columns, List<Candidate> out) {
    List<PageColumn> children = new ArrayList<>(columns);
    children.sort(Comparator.comparingDouble(c -> -c.bits));
    for (PageColumn child : children) {
      boolean may = child.mayBeChild(batch.column(child.ordinal).type().storage());
      if (may && child.bits >= Comparison.MIN_SAVED_BITS) {
        for (Way way : ways(child, columns)) {
          add(child, way, out);
        }
      }
    }
  }

  private List<Way> ways(PageColumn child, List<PageColumn> columns) {
    List<Way> single = new ArrayList<>();
    for (PageColumn a : columns) {
      if (a != child
          && comparisons > 0
          && affordable(child, a.bits)
          && cost.mayPay(child, a.codes, a.distinct)) {
        comparisons--;
        single.add(new Way(a, null, cost.of(child, a.codes, a.distinct)));
      }
    }
    single.removeIf(w -> w.bits == Double.POSITIVE_INFINITY);
    single.sort(Comparator.comparingDouble(Way::bits));
    List<Way> best = new ArrayList<>(single.subList(0, Math.min(BEST, single.size())));
    List<Way> pairs = new ArrayList<>();
    int[] count = new int[1];
    for (Way w : best) {
      for (PageColumn b : columns) {
        boolean useful = w.bits > 2 * SECOND_PARENT_BITS && b.distinct > 1;
        if (useful
            && b != child
            && b != w.a
            && comparisons > 0
            && affordable(child, w.a.bits + b.bits)) {
          comparisons -= 2;
          int[] groups = w.a.pairedWith(b, count);
          double bits =
              cost.mayPay(child, groups, count[0])
                  ? cost.of(child, groups, count[0])
                  : Double.POSITIVE_INFINITY;
          if (bits + SECOND_PARENT_BITS < w.bits) {
            pairs.add(new Way(w.a, b, bits));
          }
        }
      }
    }
    pairs.sort(Comparator.comparingDouble(Way::bits));
    best.addAll(pairs.subList(0, Math.min(BEST, pairs.size())));
    return best;
  }

  private boolean affordable(PageColumn child, double parentBits) {
    return !cheapParents || parentBits <= child.bits - Comparison.MIN_SAVED_BITS;
  }

  private void add(PageColumn child, Way way, List<Candidate> out) {
    double saved = child.bits - way.bits;
    if (!Comparison.isWorthwhile(saved, child.bits)) {
      return;
    }
    boolean one = way.b == null;
    List<Parent> parents = new ArrayList<>(List.of(new Parent(way.a.name, 0)));
    if (!one) {
      parents.add(new Parent(way.b.name, 0));
    }
    // Keys are of the values themselves, so parents have no scale.
    Derivation d =
        new Derivation(one ? Function.MAP : Function.MAP_OF_TWO, 1, child.scale, parents);
    int[] ordinals = one ? new int[] {way.a.ordinal} : new int[] {way.a.ordinal, way.b.ordinal};
    double parentBits = way.a.bits + (one ? 0 : way.b.bits);
    out.add(new Candidate(child.ordinal, ordinals, d, saved, parentBits));
  }
}
