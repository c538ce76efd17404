package io.placed.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorTest {
  private static void each(Generator generator, int parts, Consumer<Object[]> consumer) {
    for (int part = 0; part < parts; part++) {
      generator.rows(part, parts).forEachRemaining(consumer);
    }
  }

  private static int integer(Object[] row, int column) {
    return (Integer) row[column];
  }

  private static long number(Object[] row, int column) {
    return (Long) row[column];
  }

  private static Map<String, Integer> columns(Generator generator) {
    String[] names = generator.schema().fields().stream().map(Field::name).toArray(String[]::new);
    Map<String, Integer> found = new HashMap<>();
    IntStream.range(0, names.length).forEach(i -> found.put(names[i], i));
    return found;
  }

  /**
   * The answers that the benchmark's authors give for the smallest size; its pixels are sorted by
   * tile, y and x.
   */
  @Test
  void ssdbTinyIsSortedAndHasTheKnownAnswers() {
    int[] limits = {250, 500, 1000};
    long[] sums = new long[3];
    long[] counts = new long[3];
    long[] last = {-1};
    each(
        Generator.of("ssdb", "cycle", "tiny"),
        3,
        row -> {
          int x = integer(row, 1);
          int y = integer(row, 2);
          if (integer(row, 0) != y / 100 * 1000 + x / 100) {
            throw new AssertionError(Arrays.toString(row) + " has another tile");
          }
          long place = (integer(row, 0) * 10_000L + y) * 10_000 + x;
          if (place < last[0]) {
            throw new AssertionError(Arrays.toString(row) + " is not in its place");
          }
          last[0] = place;
          for (int i = 0; i < 3; i++) {
            if (x <= limits[i] && y <= limits[i]) {
              sums[i] += integer(row, 8);
              counts[i]++;
            }
          }
        });
    assertArrayEquals(new long[] {-1778949, -9487804, -22231811}, sums);
    assertArrayEquals(new long[] {630010, 2510010, 10_000_000}, counts);
  }

  /** The same numbers stand in tests/test_golden.py, where Python counts them by itself. */
  @ParameterizedTest
  @CsvSource({
    "1993, 0, 1, 3, 1, 24, 22211912562",
    "199401, 0, 4, 6, 26, 35, 5178500085",
    "1994, 6, 5, 7, 26, 35, 1762213845"
  })
  void ssbHasTheAnswersThatPythonCounts(
      int when, int week, int d1, int d2, int q1, int q2, long sum) {
    Generator dates = Generator.of("ssb", "date", "0.05");
    Map<String, Integer> d = columns(dates);
    List<Integer> days = new ArrayList<>();
    each(
        dates,
        4,
        row -> {
          int year = integer(row, d.get("d_year"));
          boolean inWeek = week == 0 || integer(row, d.get("d_weeknuminyear")) == week;
          if (inWeek && (year == when || integer(row, d.get("d_yearmonthnum")) == when)) {
            days.add(integer(row, d.get("d_datekey")));
          }
        });
    Generator orders = Generator.of("ssb", "lineorder", "0.05");
    Map<String, Integer> o = columns(orders);
    long[] found = new long[1];
    each(
        orders,
        7,
        row -> {
          int discount = integer(row, o.get("lo_discount"));
          int quantity = integer(row, o.get("lo_quantity"));
          if (days.contains(integer(row, o.get("lo_orderdate")))
              && d1 <= discount
              && discount <= d2
              && q1 <= quantity
              && quantity <= q2) {
            found[0] += number(row, o.get("lo_extendedprice")) * discount;
          }
        });
    assertEquals(sum, found[0]);
  }

  @Test
  void ssbFollowsItsDefinition() {
    Generator orders = Generator.of("ssb", "lineorder", "0.01");
    Map<String, Integer> c = columns(orders);
    long[] rows = new long[1];
    each(
        orders,
        1,
        row -> {
          rows[0]++;
          assertTrue(integer(row, c.get("lo_custkey")) % 3 != 0);
          long extended = number(row, c.get("lo_extendedprice"));
          int discount = integer(row, c.get("lo_discount"));
          assertEquals(extended * (100 - discount) / 100, number(row, c.get("lo_revenue")));
          assertTrue(integer(row, c.get("lo_commitdate")) > integer(row, c.get("lo_orderdate")));
        });
    // 15,000 orders of four lines on average: ± 3 deviations of the mean.
    assertEquals(60_000, (double) rows[0], 3 * 2 * Math.sqrt(15_000));
  }

  @ParameterizedTest
  @CsvSource({
    "ssb, lineorder, 0.001",
    "ssb, date, 1",
    "tpch, lineitem, 0.001",
    "tpch, nation, 1",
    "tpch, customer, 0.01",
    "tpcds, store_sales, 0.01",
    "tpcds, store_returns, 0.01",
    "tpcds, item, 0.01"
  })
  void partsTogetherAreTheSameRows(String benchmark, String table, String scale) {
    Generator generator = Generator.of(benchmark, table, scale);
    List<List<Object>> whole = new ArrayList<>();
    each(generator, 1, row -> whole.add(Arrays.asList(row)));
    List<List<Object>> parts = new ArrayList<>();
    each(generator, 5, row -> parts.add(Arrays.asList(row)));
    assertTrue(whole.size() > 10);
    assertEquals(whole, parts);
    assertEquals(generator.schema().size(), whole.get(0).size());
  }

  @Test
  void unknownNamesAreRefused() {
    Stream.of(
            new String[] {"tpcc", "orders", "1"},
            new String[] {"ssb", "part", "1"},
            new String[] {"ssdb", "cycle", "huge"})
        .forEach(
            x -> {
              var e =
                  assertThrows(
                      IllegalArgumentException.class, () -> Generator.of(x[0], x[1], x[2]));
              assertTrue(e.getMessage().contains("there are"), e.getMessage());
            });
  }
}
