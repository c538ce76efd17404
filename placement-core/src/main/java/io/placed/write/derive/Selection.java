package io.placed.write.derive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selects candidates without cycles, and with chains no longer than allowed. The optimum is
 * NP-hard; the best of several greedy orders is as good in practice.
 */
final class Selection {
  private static final List<Comparator<Candidate>> ORDERS =
      List.of(
          Comparator.comparingDouble(c -> -c.savedBits()),
          Comparator.comparingDouble(Candidate::parentBits),
          Comparator.comparingDouble(c -> c.parentBits() / 2 - c.savedBits()));

  private final Candidate[] taken;
  private final List<List<Integer>> children = new ArrayList<>();
  private final int maxDepth;
  private double savedBits;

  private Selection(int columns, int maxDepth) {
    this.maxDepth = maxDepth;
    taken = new Candidate[columns];
    for (int c = 0; c < columns; c++) {
      children.add(new ArrayList<>(0));
    }
  }

  /**
   * The selected candidate per column, or null.
   *
   * @param maxDepth steps from a column to columns that are not derived
   */
  static Candidate[] best(List<Candidate> candidates, int columns, int maxDepth) {
    Selection best = null;
    for (Comparator<Candidate> order : ORDERS) {
      Selection s = new Selection(columns, maxDepth);
      candidates.stream().sorted(order).forEach(s::takeIfPossible);
      candidates.stream().sorted(ORDERS.get(0)).forEach(s::replaceIfBetter);
      if (best == null || s.savedBits > best.savedBits * 1.001) {
        best = s;
      }
    }
    return best.taken;
  }

  private void takeIfPossible(Candidate c) {
    if (taken[c.child()] == null && isPossible(c)) {
      take(c);
    }
  }

  /** Improves the result of an order that may have selected a column's second best candidate. */
  private void replaceIfBetter(Candidate c) {
    Candidate old = taken[c.child()];
    if (old == null) {
      takeIfPossible(c);
    } else if (c.savedBits() > old.savedBits()) {
      drop(old);
      take(isPossible(c) ? c : old);
    }
  }

  private boolean isPossible(Candidate c) {
    int depth = 0;
    for (int p : c.parents()) {
      if (dependsOn(p, c.child())) {
        return false;
      }
      depth = Math.max(depth, depth(p));
    }
    return depth + 1 + height(c.child()) <= maxDepth;
  }

  private void take(Candidate c) {
    taken[c.child()] = c;
    for (int p : c.parents()) {
      children.get(p).add(c.child());
    }
    savedBits += c.savedBits();
  }

  private void drop(Candidate c) {
    taken[c.child()] = null;
    for (int p : c.parents()) {
      children.get(p).remove((Integer) c.child());
    }
    savedBits -= c.savedBits();
  }

  private boolean dependsOn(int column, int other) {
    if (column == other) {
      return true;
    }
    if (taken[column] != null) {
      for (int p : taken[column].parents()) {
        if (dependsOn(p, other)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Steps from a column up to columns that are not derived. */
  private int depth(int column) {
    int depth = 0;
    if (taken[column] != null) {
      for (int p : taken[column].parents()) {
        depth = Math.max(depth, 1 + depth(p));
      }
    }
    return depth;
  }

  /** Steps from a column down to the last that depends on it. */
  private int height(int column) {
    int height = 0;
    for (int c : children.get(column)) {
      height = Math.max(height, 1 + height(c));
    }
    return height;
  }
}
