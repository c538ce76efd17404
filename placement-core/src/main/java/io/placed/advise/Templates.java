package io.placed.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins queries of one name. */
final class Templates {
  private Templates() {}

  /**
   * The templates of a workload in its order.
   *
   * @param copies layouts of the copies of the table, at least one
   */
  static List<Advice.Template> of(
      List<QueryUse> queries,
      LayoutCost before,
      List<LayoutCost> copies,
      AdvisorSettings settings) {
    Map<String, List<Integer>> byName = new LinkedHashMap<>();
    double all = 0;
    for (int q = 0; q < queries.size(); q++) {
      byName.computeIfAbsent(queries.get(q).query().name(), n -> new ArrayList<>()).add(q);
      all += queries.get(q).weight();
    }
    double total = all;
    List<Advice.Template> out = new ArrayList<>();
    byName.forEach(
        (name, runs) -> {
          double[] weights = runs.stream().mapToDouble(q -> queries.get(q).weight()).toArray();
          double weight = 0;
          double millis = 0;
          for (int k = 0; k < weights.length; k++) {
            weight += weights[k];
            millis += weights[k] * queries.get(runs.get(k)).query().millis();
          }
          int best = 0;
          Advice.Reads least = null;
          for (int c = 0; c < copies.size(); c++) {
            Advice.Reads reads = mean(runs, copies.get(c), weights);
            if (least == null
                || reads.objective(settings.objective()) < least.objective(settings.objective())) {
              least = reads;
              best = c;
            }
          }
          out.add(
              new Advice.Template(
                  name,
                  runs.size(),
                  weight,
                  weight / total,
                  queries.get(runs.get(0)).query().toString(),
                  millis / weight,
                  mean(runs, before, weights),
                  least,
                  best,
                  runs(queries, runs, before, copies.get(best))));
        });
    return out;
  }

  private static List<Advice.Run> runs(
      List<QueryUse> queries, List<Integer> of, LayoutCost before, LayoutCost after) {
    return of.stream()
        .map(
            q ->
                new Advice.Run(
                    queries.get(q).query().toString(),
                    before.queries().get(q),
                    after.queries().get(q)))
        .toList();
  }

  private static Advice.Reads mean(List<Integer> runs, LayoutCost layout, double[] weights) {
    return QueryCost.mean(runs.stream().map(layout.queries()::get).toList(), weights);
  }
}
