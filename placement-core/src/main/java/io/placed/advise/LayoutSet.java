package io.placed.advise;

import io.placed.advise.cost.Objective;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The layout of a table and those of its copies. Every template reads the one that costs it least.
 *
 * @param layouts that of the table first
 * @param choice by query the number of the layout that it reads
 */
record LayoutSet(List<LayoutCost> layouts, int[] choice) {
  /**
   * @param queries of the workload
   * @param layouts at least one; only the first must have all columns
   */
  static LayoutSet of(List<QueryUse> queries, List<LayoutCost> layouts, Objective objective) {
    Map<String, List<Integer>> byName = new LinkedHashMap<>();
    for (int q = 0; q < queries.size(); q++) {
      byName.computeIfAbsent(queries.get(q).query().name(), n -> new ArrayList<>()).add(q);
    }
    int[] choice = new int[queries.size()];
    for (List<Integer> runs : byName.values()) {
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < layouts.size(); k++) {
        LayoutCost l = layouts.get(k);
        double sum = 0;
        for (int q : runs) {
          sum +=
              has(l, queries.get(q))
                  ? queries.get(q).weight() * l.queries().get(q).objective(objective)
                  : Double.POSITIVE_INFINITY;
        }
        if (sum < least) {
          least = sum;
          best = k;
        }
      }
      for (int q : runs) {
        choice[q] = best;
      }
    }
    return new LayoutSet(List.copyOf(layouts), choice);
  }

  private static boolean has(LayoutCost layout, QueryUse query) {
    return query.columns().stream().allMatch(layout.stored()::get);
  }

  /** The layout of the table. */
  LayoutCost table() {
    return layouts.get(0);
  }

  /** What a query reads. */
  Advice.Reads reads(int query) {
    return layouts.get(choice[query]).queries().get(query);
  }

  /** What each query reads. */
  List<Advice.Reads> reads() {
    List<Advice.Reads> out = new ArrayList<>();
    for (int q = 0; q < choice.length; q++) {
      out.add(reads(q));
    }
    return out;
  }

  /** Mean objective of the queries by weight. */
  double objective(Objective of, double[] weights) {
    return QueryCost.mean(reads(), weights).objective(of);
  }
}
