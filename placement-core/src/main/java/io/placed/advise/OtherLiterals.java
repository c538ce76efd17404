package io.placed.advise;

import io.placed.advise.order.CodeCondition;
import io.placed.advise.order.PageZones;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What trees are worth to further runs of the same templates. A tree is cut at the literals of the
 * runs that are known; if each run has its own, later ones fit it less. So every template with
 * several runs is divided into two halves, and the runs of one are looked up in a tree that was
 * made without them. If literals recur, nothing is lost.
 */
final class OtherLiterals {
  private OtherLiterals() {}

  /**
   * By query, how many times as many rows it reads in a tree that does not know it, at least 1; the
   * same for all runs of a template.
   *
   * @param conditions by query
   * @param tree pages under the tree of some queries, which are compared by identity; empty if
   *     there is none
   * @return null if no template has several runs, or there is no tree
   */
  static double[] growth(
      List<QueryUse> queries,
      List<List<CodeCondition>> conditions,
      Function<Set<QueryUse>, Optional<PageZones>> tree) {
    Map<String, List<Integer>> templates = new LinkedHashMap<>();
    for (int q = 0; q < queries.size(); q++) {
      templates.computeIfAbsent(queries.get(q).query().name(), n -> new ArrayList<>()).add(q);
    }
    List<List<Integer>> several = templates.values().stream().filter(t -> t.size() > 1).toList();
    // Runs that recur get into both halves.
    several.forEach(
        t -> t.sort((x, y) -> Arrays.compare(codes(conditions, x), codes(conditions, y))));
    if (several.isEmpty()) {
      return null;
    }
    Optional<PageZones> all = tree.apply(set(queries));
    if (all.isEmpty()) {
      return null;
    }
    List<Optional<PageZones>> without = new ArrayList<>();
    for (int half = 0; half < 2; half++) {
      Set<QueryUse> seen = set(queries);
      for (List<Integer> runs : several) {
        for (int k = half; k < runs.size(); k += 2) {
          seen.remove(queries.get(runs.get(k)));
        }
      }
      without.add(tree.apply(seen));
    }
    double[] out = new double[queries.size()];
    Arrays.fill(out, 1);
    for (List<Integer> runs : several) {
      double own = 0;
      double other = 0;
      for (int k = 0; k < runs.size(); k++) {
        List<CodeCondition> of = conditions.get(runs.get(k));
        own += rows(all.get(), of);
        PageZones unknown = without.get(k % 2).orElse(null);
        other += unknown == null ? rows(all.get(), List.of()) : rows(unknown, of);
      }
      double times = own == 0 ? 1 : Math.max(1, other / own);
      runs.forEach(q -> out[q] = times);
    }
    return out;
  }

  /** The bounds of all ranges of a query. */
  private static int[] codes(List<List<CodeCondition>> conditions, int query) {
    return conditions.get(query).stream().flatMapToInt(c -> Arrays.stream(c.ranges())).toArray();
  }

  /** Runs are not the same if they have the same literals. */
  private static Set<QueryUse> set(List<QueryUse> queries) {
    Set<QueryUse> out = Collections.newSetFromMap(new IdentityHashMap<>());
    out.addAll(queries);
    return out;
  }

  private static double rows(PageZones zones, List<CodeCondition> conditions) {
    return zones.rows(zones.matching(conditions));
  }
}
