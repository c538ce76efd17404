package io.placed.advise;

import io.placed.advise.cost.PageQuery;
import io.placed.advise.rank.RankScale;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The queries of a workload that are run on the written pages of orders. */
final class PageQueries {
  /** Others have the times of their template, or of all. */
  private static final int MOST = 96;

  private PageQueries() {}

  /**
   * One run of each template by weight, then further ones.
   *
   * @param numbers of the filter columns by position in the schema; negative for others
   * @param scales ranks of the codes
   * @param stored columns that the pages have
   */
  static List<PageQuery> of(
      WorkloadUse workload,
      TableSample sample,
      int[] numbers,
      RankScale[] scales,
      Schema schema,
      Schema stored) {
    List<QueryUse> queries = workload.queries();
    Map<String, Integer> runs = new HashMap<>();
    Map<Integer, Integer> turn = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      order.add(q);
    }
    order.sort(Comparator.comparing(q -> -queries.get(q).weight()));
    for (int q : order) {
      turn.put(q, runs.merge(queries.get(q).query().name(), 1, Integer::sum));
    }
    order.sort(Comparator.comparing(turn::get));
    List<PageQuery> out = new ArrayList<>();
    for (int q : order) {
      PageQuery one = of(q, queries.get(q), sample, numbers, scales, schema, stored);
      if (one != null && out.size() < MOST) {
        out.add(one);
      }
    }
    return out;
  }

  /** Null if the pages have none of the columns. */
  private static PageQuery of(
      int number,
      QueryUse query,
      TableSample sample,
      int[] numbers,
      RankScale[] scales,
      Schema schema,
      Schema stored) {
    // Partition columns are not in the files: conditions on them skip files, and cost nothing.
    BitSet here = new BitSet();
    query.columns().stream()
        .filter(c -> stored.indexOf(schema.field(c).name()) >= 0)
        .forEach(here::set);
    if (here.isEmpty()) {
      return null;
    }
    QueryUse onPages =
        new QueryUse(
            query.query(),
            here,
            List.of(),
            query.conditions().stream()
                .filter(k -> here.get(k.column()) && numbers[k.column()] >= 0)
                .toList(),
            query.weight());
    Set<String> filter = new LinkedHashSet<>();
    onPages.filterColumns().stream().forEach(c -> filter.add(schema.field(c).name()));
    return new PageQuery(
        number,
        query.query().name(),
        here.stream().mapToObj(c -> schema.field(c).name()).toList(),
        filter,
        sample.predicate(onPages.codes(numbers, scales)),
        onPages.share());
  }
}
