package io.placed.advise.columns;

import java.util.ArrayList;
import java.util.List;

/**
 * HillClimb (Hankins and Patel, "Data Morphing", VLDB 2003, as in Jindal et al., PVLDB 6(6)): each
 * round merges the two groups whose merger lowers the cost most, until none does. AutoPart is the
 * same with atomic fragments instead of columns; AutoPart's replication of columns is not
 * implemented. The cost never rises, and ties are decided by position.
 */
final class PairMerging {
  /** Limit, since time grows with the third power. */
  static final int MAX_GROUPS = 512;

  /** Smaller relative differences of cost are rounding errors. */
  static final double ROUNDING = 1e-12;

  private final CostModel model;
  private final List<int[]> groups;
  private final List<byte[]> uses = new ArrayList<>();
  private final List<Double> bytes = new ArrayList<>();
  private final CostModel.Touched[] touched;

  private PairMerging(CostModel model, List<int[]> start) {
    this.model = model;
    this.groups = new ArrayList<>(start);
    this.touched = model.touched(start);
    for (int[] group : start) {
      uses.add(model.usage().of(group));
      bytes.add(model.sizes().of(group));
    }
  }

  /**
   * @param start initial groups, disjoint
   */
  static List<int[]> search(CostModel model, List<int[]> start) {
    PairMerging search = new PairMerging(model, start);
    double least = model.seconds(start) * ROUNDING;
    while (search.mergeBest(least)) {
      // Each round removes one group.
    }
    return search.groups;
  }

  private boolean mergeBest(double least) {
    double best = least;
    int bestA = -1;
    int bestB = -1;
    for (int a = 0; a < groups.size(); a++) {
      for (int b = a + 1; b < groups.size(); b++) {
        double drop = drop(a, b);
        if (drop > best) {
          best = drop;
          bestA = a;
          bestB = b;
        }
      }
    }
    if (bestA < 0) {
      return false;
    }
    merge(bestA, bestB);
    return true;
  }

  private double drop(int a, int b) {
    byte[] ofA = uses.get(a);
    byte[] ofB = uses.get(b);
    double together = bytes.get(a) + bytes.get(b);
    double drop = 0;
    for (int q = 0; q < touched.length; q++) {
      if (ofA[q] == Usage.NONE && ofB[q] == Usage.NONE) {
        continue;
      }
      CostModel.Touched t = touched[q];
      double before = model.seconds(q, t);
      change(t, ofA[q], ofB[q], a, b, together, 1);
      drop += model.usage().weights()[q] * (before - model.seconds(q, t));
      change(t, ofA[q], ofB[q], a, b, together, -1);
    }
    return drop;
  }

  private void change(
      CostModel.Touched t, byte ofA, byte ofB, int a, int b, double together, int sign) {
    t.add(ofA, bytes.get(a), -sign);
    t.add(ofB, bytes.get(b), -sign);
    t.add((byte) Math.max(ofA, ofB), together, sign);
  }

  private void merge(int a, int b) {
    int[] union = Usage.union(groups.get(a), groups.get(b));
    groups.remove(b);
    groups.set(a, union);
    uses.remove(b);
    uses.set(a, model.usage().of(union));
    bytes.remove(b);
    bytes.set(a, model.sizes().of(union));
    // Recomputed, so that rounding errors do not accumulate.
    System.arraycopy(model.touched(groups), 0, touched, 0, touched.length);
  }
}
