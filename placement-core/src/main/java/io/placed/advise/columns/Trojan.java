package io.placed.advise.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Trojan layouts (Jindal, Quiané-Ruiz and Dittrich, "Trojan Data Layouts", SoCC 2011): the
 * interestingness of a group is the mean normalised mutual information, over the queries, of the
 * use of each pair of its columns. Of the groups above a threshold the search selects the partition
 * of the columns with the largest total, a 0-1 knapsack.
 *
 * <p>This implementation uses atomic fragments. For up to {@link #MAX_EXACT} of them all groups are
 * considered; for more, groups from repeatedly merging the two most interesting ones. The search
 * ignores the cost model, so its groups may cost more than single columns; {@link PlacementSearch}
 * then discards them.
 */
final class Trojan {
  /** Maximum fragments for the exact search, which takes 3^n steps. */
  static final int MAX_EXACT = 12;

  /** Groups less interesting than this are pruned. */
  private static final double THRESHOLD = 0.5;

  private final CostModel model;
  private final List<int[]> fragments;
  private final double[][] information;

  private Trojan(CostModel model, List<int[]> fragments) {
    this.model = model;
    this.fragments = fragments;
    int n = fragments.size();
    this.information = new double[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < a; b++) {
        double i = information(fragments.get(a)[0], fragments.get(b)[0]);
        information[a][b] = i;
        information[b][a] = i;
      }
    }
  }

  /**
   * @param fragments disjoint sets of columns that all queries use alike
   */
  static List<int[]> search(CostModel model, List<int[]> fragments) {
    Trojan search = new Trojan(model, fragments);
    List<List<Integer>> sets =
        search.fragments.size() <= MAX_EXACT ? search.knapsack() : search.agglomerate();
    return sets.stream().map(search::columns).toList();
  }

  /**
   * Normalised mutual information of whether queries use two columns; 0 if they avoid each other.
   */
  private double information(int a, int b) {
    Usage usage = model.usage();
    double all = 0;
    double onlyA = 0;
    double onlyB = 0;
    double both = 0;
    for (int q = 0; q < usage.queries(); q++) {
      double w = usage.weights()[q];
      boolean usesA = usage.uses()[a][q] != Usage.NONE;
      boolean usesB = usage.uses()[b][q] != Usage.NONE;
      all += w;
      both += usesA && usesB ? w : 0;
      onlyA += usesA && !usesB ? w : 0;
      onlyB += usesB && !usesA ? w : 0;
    }
    double pa = (both + onlyA) / all;
    double pb = (both + onlyB) / all;
    double least = Math.min(entropy(pa), entropy(pb));
    if (least < 1e-9) {
      // A column that every query uses has no information; two of them are used alike.
      return onlyA + onlyB == 0 ? 1 : 0;
    }
    if (both / all <= pa * pb) {
      return 0;
    }
    double sum =
        term(both / all, pa * pb)
            + term(onlyA / all, pa * (1 - pb))
            + term(onlyB / all, (1 - pa) * pb)
            + term(1 - (both + onlyA + onlyB) / all, (1 - pa) * (1 - pb));
    return sum / least;
  }

  private static double entropy(double p) {
    return p <= 0 || p >= 1 ? 0 : -p * Math.log(p) - (1 - p) * Math.log(1 - p);
  }

  private static double term(double joint, double independent) {
    return joint <= 0 || independent <= 0 ? 0 : joint * Math.log(joint / independent);
  }

  /** Mean interestingness over the pairs of a set of fragments. */
  private double interest(int set) {
    double sum = 0;
    int pairs = 0;
    for (int a = 0; a < information.length; a++) {
      for (int b = 0; b < a; b++) {
        if ((set >> a & 1) == 1 && (set >> b & 1) == 1) {
          sum += information[a][b];
          pairs++;
        }
      }
    }
    return pairs == 0 ? 0 : sum / pairs;
  }

  /** The partition of all fragments with the largest value; memoizes the value of each set. */
  private List<List<Integer>> knapsack() {
    int n = fragments.size();
    int full = (1 << n) - 1;
    double[] value = new double[full + 1];
    for (int set = 1; set <= full; set++) {
      int size = Integer.bitCount(set);
      double interest = size == 1 ? 0 : interest(set);
      value[set] = size > 1 && interest < THRESHOLD ? -1 : interest * (size - 1);
    }
    double[] best = new double[full + 1];
    int[] choice = new int[full + 1];
    for (int set = 1; set <= full; set++) {
      int lowest = set & -set;
      int rest = set ^ lowest;
      best[set] = -1;
      for (int sub = rest; ; sub = (sub - 1) & rest) {
        int group = sub | lowest;
        if (value[group] >= 0 && value[group] + best[set ^ group] > best[set] + 1e-12) {
          best[set] = value[group] + best[set ^ group];
          choice[set] = group;
        }
        if (sub == 0) {
          break;
        }
      }
    }
    List<List<Integer>> out = new ArrayList<>();
    for (int set = full; set != 0; set ^= choice[set]) {
      int chosen = choice[set];
      out.add(IntStream.range(0, n).filter(f -> (chosen >> f & 1) == 1).boxed().toList());
    }
    return out;
  }

  /** Merges the two most interesting sets as long as the result stays above the threshold. */
  private List<List<Integer>> agglomerate() {
    List<List<Integer>> sets = new ArrayList<>();
    for (int f = 0; f < fragments.size(); f++) {
      sets.add(new ArrayList<>(List.of(f)));
    }
    while (true) {
      double best = THRESHOLD;
      int bestA = -1;
      int bestB = -1;
      for (int a = 0; a < sets.size(); a++) {
        for (int b = a + 1; b < sets.size(); b++) {
          double between = between(sets.get(a), sets.get(b));
          if (between > best + 1e-12) {
            best = between;
            bestA = a;
            bestB = b;
          }
        }
      }
      if (bestA < 0) {
        return sets;
      }
      sets.get(bestA).addAll(sets.remove(bestB));
    }
  }

  /** Mean over all pairs of one element of each set. */
  private double between(List<Integer> a, List<Integer> b) {
    double sum = 0;
    for (int i : a) {
      for (int j : b) {
        sum += information[i][j];
      }
    }
    return sum / a.size() / b.size();
  }

  private int[] columns(List<Integer> set) {
    int[] out = {};
    for (int f : set) {
      out = Usage.union(out, fragments.get(f));
    }
    return out;
  }
}
