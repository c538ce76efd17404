package io.placed.advise;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Shuffle;
import io.placed.advise.workload.Workload;
import io.placed.placement.ColumnNames;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A workload, bound to the columns of a table.
 *
 * @param queries that can be used
 * @param understood share of the weight that these have
 * @param notes one sentence for each query, or condition, that cannot be used
 */
record WorkloadUse(List<QueryUse> queries, double understood, List<String> notes) {
  /** More queries of little weight do not change the answer, but take time. */
  static final int MAX_QUERIES = 400;

  private static final int MAX_NOTES = 20;

  /**
   * @throws IllegalArgumentException if no query can be used
   */
  static WorkloadUse of(Workload workload, Schema schema) {
    List<QueryUse> out = new ArrayList<>();
    Set<String> notes = new LinkedHashSet<>();
    String first = null;
    double all = 0;
    double used = 0;
    for (Query q : workload.queries()) {
      all += q.weight();
      try {
        out.add(bind(q, schema, notes));
        used += q.weight();
      } catch (IllegalArgumentException e) {
        first = first == null ? e.getMessage() : first;
        notes.add(e.getMessage() + ". The query is left out");
      }
    }
    if (out.isEmpty()) {
      throw new IllegalArgumentException(
          "none of the " + workload.queries().size() + " queries can be used: " + first);
    }
    return new WorkloadUse(fewer(out, notes), used / all, shortened(notes));
  }

  private static QueryUse bind(Query q, Schema schema, Set<String> notes) {
    String where = Workload.SETTING + ", query " + q.name();
    BitSet columns = new BitSet();
    if (q.all()) {
      columns.set(0, schema.size());
    }
    q.output().forEach(c -> columns.set(ColumnNames.ordinal(c, schema, where)));
    List<QueryUse.Known> known = new ArrayList<>();
    for (Condition c : q.filter()) {
      int at = ColumnNames.ordinal(c.column(), schema, where);
      columns.set(at);
      if (schema.field(at).type().isNested()) {
        notes.add(
            where
                + ": column "
                + ColumnNames.quote(c.column())
                + " has no order, so its condition is taken to match all rows");
      } else if (!c.isKnown()) {
        notes.add(
            where
                + ": it is not known which values of "
                + ColumnNames.quote(c.column())
                + " match, so all are taken to");
      } else {
        known.add(new QueryUse.Known(at, c.ranges()));
      }
    }
    List<Integer> shuffled = new ArrayList<>();
    for (String c : q.shuffle().map(Shuffle::columns).orElse(List.of())) {
      int at = ColumnNames.ordinal(c, schema, where);
      columns.set(at);
      shuffled.add(at);
    }
    return new QueryUse(q, columns, shuffled, known, q.weight());
  }

  /**
   * The queries that matter with their weights, and a sample of the others, each with the same
   * weight: at equal distances of the weight that is left, so that each template has its share.
   */
  private static List<QueryUse> fewer(List<QueryUse> queries, Set<String> notes) {
    if (queries.size() <= MAX_QUERIES) {
      return queries;
    }
    List<QueryUse> sorted = new ArrayList<>(queries);
    sorted.sort(Comparator.comparing(q -> q.query().name()));
    double distance = distance(queries);
    List<QueryUse> out = new ArrayList<>();
    double next = distance / 2;
    double passed = 0;
    for (QueryUse q : sorted) {
      if (q.weight() > 0 && q.weight() >= distance) {
        out.add(q);
        continue;
      }
      passed += q.weight();
      if (passed > next) {
        out.add(q.withWeight(distance));
        next += distance;
      }
    }
    notes.add(
        String.format(Locale.ROOT, "of %d queries, %d were evaluated", queries.size(), out.size()));
    return out;
  }

  /** The weight that the queries of a sample stand for; all that have more are in it. */
  private static double distance(List<QueryUse> queries) {
    double[] weights = QueryUse.weights(queries);
    Arrays.sort(weights);
    // Sums of the small ones first: they are not lost beside a large one.
    double[] sums = weights.clone();
    Arrays.parallelPrefix(sums, Double::sum);
    int last = weights.length - 1;
    int places = MAX_QUERIES;
    while (places > 1 && weights[last] >= sums[last] / places) {
      last--;
      places--;
    }
    return sums[last] / places;
  }

  private static List<String> shortened(Set<String> notes) {
    List<String> out = new ArrayList<>(notes.stream().limit(MAX_NOTES).toList());
    if (notes.size() > MAX_NOTES) {
      out.add((notes.size() - MAX_NOTES) + " more notes of this kind");
    }
    return out;
  }

  /** Sum of the weights. */
  double weight() {
    return queries.stream().mapToDouble(QueryUse::weight).sum();
  }

  /** Positions of the columns that some query needs. */
  BitSet columns() {
    BitSet out = new BitSet();
    queries.forEach(q -> out.or(q.columns()));
    return out;
  }

  /**
   * Positions of the columns with known conditions, most important first: by the bytes that their
   * conditions would save if the table were sorted by them.
   */
  int[] filters(double[] bytesPerRow) {
    double[] saved = new double[bytesPerRow.length];
    for (QueryUse q : queries) {
      double bytes = q.bytesPerRow(bytesPerRow);
      for (QueryUse.Known k : q.conditions()) {
        saved[k.column()] += q.weight() * bytes * (1 - k.share());
      }
    }
    return IntStream.range(0, saved.length)
        .filter(c -> saved[c] > 0)
        .boxed()
        .sorted(Comparator.comparingDouble(c -> -saved[c]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The queries by falling weight: conditions for a tree. */
  List<QueryUse> byWeight() {
    QueryUse[] sorted = queries.toArray(QueryUse[]::new);
    Arrays.sort(sorted, Comparator.comparingDouble(q -> -q.weight()));
    return List.of(sorted);
  }
}
