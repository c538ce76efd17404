package io.placed.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins queries of one name. */
final class Templates {
  private Templates() {}

  /** The templates of a workload in its order. */
  static List<Advice.Template> of(List<QueryUse> queries, LayoutCost before, LayoutSet after) {
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
          out.add(
              new Advice.Template(
                  name,
                  runs.size(),
                  weight,
                  weight / total,
                  queries.get(runs.get(0)).query().toString(),
                  millis / weight,
                  QueryCost.mean(runs.stream().map(before.queries()::get).toList(), weights),
                  QueryCost.mean(runs.stream().map(after::reads).toList(), weights),
                  after.choice()[runs.get(0)],
                  runs.stream()
                      .map(
                          q ->
                              new Advice.Run(
                                  queries.get(q).query().toString(),
                                  before.queries().get(q),
                                  after.reads(q)))
                      .toList()));
        });
    return out;
  }
}
