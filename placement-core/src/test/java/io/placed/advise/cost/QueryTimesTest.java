package io.placed.advise.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.predicate.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryTimesTest {
  private static final double BEGIN = 50_000;
  private static final double REQUEST = 5_000;
  private static final Map<String, ColumnCost> COLUMNS =
      Map.of("a", new ColumnCost(4, 0, 1.5), "b", new ColumnCost(8, 0, 3), "c", ColumnCost.NONE);
  private static final int ROWS = 100_000;

  private static PageQuery query(int number, String template, String... others) {
    List<String> columns = new ArrayList<>(List.of("a"));
    columns.addAll(Arrays.asList(others));
    return new PageQuery(number, template, columns, Set.of("a"), Predicate.ge("a", 1L), 0.1);
  }

  private static WrittenPages pages(Map<Integer, PageRun> runs) {
    return new WrittenPages(COLUMNS, Map.of(), ROWS, 1, runs, QueryTimes.NONE);
  }

  /** Half of the rows match, so all vectors are decoded, and each matching value is copied. */
  private static PageRun run(double perRow, double factor, int rows, int requests) {
    double nanos = BEGIN + REQUEST * requests + perRow * rows;
    return new PageRun(factor * nanos, requests, rows, rows / 2.0);
  }

  /** As many runs have few rows as many. */
  private static int rows(Random random) {
    return (int) Math.pow(10, 2 + 3 * random.nextDouble());
  }

  @Test
  void partsOfTheTimeAreFound() {
    // Columns of the filter take 3 times as long as alone, others twice; a comparison takes 2 ns
    // and a copy 1 ns.
    double cheap = 3 * 1.5 + 2 + 0.5 * 1;
    double dear = cheap + 2 * 3 + 0.5 * 1;
    List<PageQuery> queries =
        List.of(query(0, "cheap"), query(1, "dear", "b"), query(2, "odd", "b"));
    List<WrittenPages> orders = new ArrayList<>();
    orders.add(null);
    Random random = new Random(7);
    for (int o = 0; o < 20; o++) {
      orders.add(
          pages(
              Map.of(
                  0, run(cheap, 1, rows(random), 1 + random.nextInt(20)),
                  1, run(dear, 1, rows(random), 1 + random.nextInt(20)),
                  2, run(dear, 1.3, rows(random), 1 + random.nextInt(20)))));
    }
    QueryTimes times = QueryTimes.of(orders, queries);
    for (int rows : new int[] {0, 1_000, 30_000, 1_000_000}) {
      QueryWork ofCheap = QueryWork.of(1, 4, rows, 0.5, 1.5, 0, 1, 1);
      QueryWork ofDear = QueryWork.of(1, 4, rows, 0.5, 1.5, 3, 2, 1);
      double cheapNanos = BEGIN + 4 * REQUEST + cheap * rows;
      double dearNanos = BEGIN + 4 * REQUEST + dear * rows;
      assertEquals(cheapNanos, times.nanos("cheap", ofCheap), 0.15 * cheapNanos);
      assertEquals(dearNanos, times.nanos("dear", ofDear), 0.15 * dearNanos);
      double odd = times.nanos("odd", ofDear);
      assertEquals(1.3 * dearNanos, odd, 0.2 * dearNanos);
      double other = times.nanos("another", ofDear);
      assertTrue(other >= 0.9 * dearNanos && other <= odd, other + " of " + dearNanos);
    }
  }

  @Test
  void aDisturbedRunCountsLittle() {
    List<PageQuery> queries = List.of(query(0, "t", "b"));
    List<WrittenPages> orders = new ArrayList<>();
    for (int o = 0; o < 10; o++) {
      orders.add(pages(Map.of(0, run(10, o == 5 ? 20 : 1, 10_000 * (o + 1), 3))));
    }
    QueryTimes times = QueryTimes.of(orders, queries);
    double expected = BEGIN + 3 * REQUEST + 10 * 50_000;
    assertEquals(
        expected, times.nanos("t", QueryWork.of(1, 3, 50_000, 0.5, 1.5, 3, 2, 1)), 0.2 * expected);
  }

  @Test
  void matchingRowsAreCounted() {
    Map<Integer, PageRun> runs = new HashMap<>();
    runs.put(0, new PageRun(1e6, 1, 50_000, 40_000));
    QueryTimes times = QueryTimes.of(List.of(pages(runs), pages(runs)), List.of(query(0, "t")));
    // Two in five rows match; independent conditions, which would select one in ten, count little.
    assertEquals(0.4, times.share(0, 0.1), 0.01);
    assertEquals(0.25, times.share(1, 0.25));
  }

  @Test
  void withoutRunsTimesOfColumnsAreAdded() {
    List<PageQuery> none = List.of(query(0, "t"));
    assertSame(QueryTimes.NONE, QueryTimes.of(List.of(pages(Map.of())), none));
    assertSame(QueryTimes.NONE, QueryTimes.of(List.of(), List.of()));
    assertEquals(3_000, QueryTimes.NONE.nanos("t", QueryWork.of(1, 4, 1_000, 1, 0, 3, 2, 0)));
  }

  @Test
  void noPartIsNegative() {
    // More requests took less time: that is no saving of a request.
    List<WrittenPages> orders =
        List.of(
            pages(Map.of(0, new PageRun(500_000, 1, 1_000, 10))),
            pages(Map.of(0, new PageRun(100_000, 50, 1_100, 10))),
            pages(Map.of(0, new PageRun(90_000, 60, 0, 0))));
    QueryTimes times = QueryTimes.of(orders, List.of(query(0, "t")));
    QueryWork few = QueryWork.of(1, 1, 1_000, 0.01, 1.5, 3, 2, 1);
    assertTrue(times.nanos("t", few) > 0);
    assertTrue(
        times.nanos("t", QueryWork.of(1, 1, 2_000, 0.01, 1.5, 3, 2, 1)) >= times.nanos("t", few));
    assertTrue(
        times.nanos("t", QueryWork.of(1, 9, 1_000, 0.01, 1.5, 3, 2, 1)) >= times.nanos("t", few));
  }
}
