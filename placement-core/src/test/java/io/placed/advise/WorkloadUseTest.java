package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queries of a long workload are evaluated, and with which weights. */
class WorkloadUseTest {
  private static final Schema SCHEMA = Schema.parse("a: int32, b: int32");

  private static WorkloadUse of(List<Query> queries) {
    return WorkloadUse.of(new Workload(queries), SCHEMA);
  }

  private static Query query(String name, double weight) {
    return new Query(name, List.of("a"), false, List.of(), weight, 1, 0);
  }

  private static double weight(WorkloadUse use, String name) {
    return use.queries().stream()
        .filter(q -> q.query().name().equals(name))
        .mapToDouble(QueryUse::weight)
        .sum();
  }

  @Test
  void queriesThatMatterKeepTheirWeight() {
    for (int k = 0; k < 10; k++) {
      List<Query> queries = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        queries.add(query("q" + i, i % 10 == k ? 1000 + i : 1));
      }
      WorkloadUse use = of(queries);
      for (Query q : queries) {
        if (q.weight() > 1) {
          assertEquals(q.weight(), weight(use, q.name()), q.name());
        }
      }
      assertTrue(use.queries().size() <= WorkloadUse.MAX_QUERIES);
      assertEquals(1, use.notes().size(), use.notes()::toString);
    }
  }

  @Test
  void oneQueryHasNearlyAllOfTheWeight() {
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      queries.add(query("q" + i, i == 7 ? 1e15 : 1));
    }
    WorkloadUse use = of(queries);
    assertEquals(1e15, weight(use, "q7"));
    assertEquals(499, use.weight() - 1e15, 1);
  }

  @Test
  void equalQueriesAreTakenAtEqualDistances() {
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < 1200; i++) {
      queries.add(query("t" + i / 300, 2));
    }
    WorkloadUse use = of(queries);
    assertEquals(WorkloadUse.MAX_QUERIES, use.queries().size());
    for (int t = 0; t < 4; t++) {
      assertEquals(600, weight(use, "t" + t), 1e-9);
    }
    assertEquals(List.of("of 1200 queries, 400 were evaluated"), use.notes());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theTotalStaysAsItWas(long seed) {
    Random random = new Random(seed);
    List<Query> queries = new ArrayList<>();
    int n = WorkloadUse.MAX_QUERIES + 1 + random.nextInt(1000);
    for (int i = 0; i < n; i++) {
      queries.add(query("t" + i % 7, Math.exp(random.nextGaussian() * random.nextInt(9))));
    }
    double all = queries.stream().mapToDouble(Query::weight).sum();
    WorkloadUse use = of(queries);
    assertEquals(all, use.weight(), 1e-9 * all);
    assertTrue(use.queries().size() <= WorkloadUse.MAX_QUERIES);
    Map<String, Double> before =
        queries.stream()
            .collect(Collectors.groupingBy(Query::name, Collectors.summingDouble(Query::weight)));
    before.forEach((name, w) -> assertEquals(w, weight(use, name), all / 200, name));
    assertEquals(1, use.understood());
  }

  @Test
  void fourHundredQueriesAreTakenAsTheyAre() {
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < WorkloadUse.MAX_QUERIES; i++) {
      queries.add(query("q" + i, i + 1));
    }
    WorkloadUse use = of(queries);
    assertEquals(queries, use.queries().stream().map(QueryUse::query).toList());
    assertEquals(List.of(), use.notes());
  }
}
