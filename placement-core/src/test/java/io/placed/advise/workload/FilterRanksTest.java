package io.placed.advise.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.predicate.Predicate;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Ranks of literals and conditions of filters, compared with counts over all rows. */
class FilterRanksTest {
  private static final double EXACT = 1e-12;

  /** Values of one type: how they are made from a number, in ascending order. */
  private static final List<Function<Integer, Object>> TYPES =
      List.of(
          i -> i,
          i -> (long) i << 33,
          i -> i / 8.0,
          i -> i / 8f,
          i -> BigDecimal.valueOf(i, 2),
          i -> new BigDecimal(i).scaleByPowerOfTen(20),
          i -> LocalDate.ofEpochDay(i),
          i -> Instant.ofEpochMilli(i),
          i -> String.format(Locale.ROOT, "%06d-x", i + 500_000),
          i -> i > 0);

  @Test
  void ranksOfLiteralsAreSharesOfRows() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    for (Function<Integer, Object> type : TYPES) {
      int n = 1 + r.nextInt(5000);
      int range = 1 + r.nextInt(3000);
      int[] numbers = r.ints(n, -range, range).toArray();
      List<Object> values = new ArrayList<>();
      Arrays.stream(numbers).forEach(i -> values.add(type.apply(i)));
      int nulls = r.nextInt(20);
      for (int i = 0; i < nulls; i++) {
        values.add(r.nextInt(values.size()), null);
      }
      ColumnQuantiles quantiles = ColumnQuantiles.of(values);
      assertEquals((double) nulls / (n + nulls), quantiles.nullShare(), EXACT);
      for (int k = 0; k < 50; k++) {
        int asked = r.nextInt(2 * range + 20) - range - 10;
        Object literal = type.apply(asked);
        RankRange found = quantiles.of(literal);
        long below = Arrays.stream(numbers).filter(i -> compare(type, i, literal) < 0).count();
        long upTo = Arrays.stream(numbers).filter(i -> compare(type, i, literal) <= 0).count();
        String what = "seed " + seed + " " + literal + " of " + n;
        assertEquals((double) below / n, found.from(), EXACT, what);
        assertEquals((double) upTo / n, found.to(), EXACT, what);
      }
    }
  }

  private static int compare(Function<Integer, Object> type, int i, Object literal) {
    return RankOrder.compare(RankOrder.key(type.apply(i)), RankOrder.key(literal));
  }

  @Test
  void ranksOfManyValuesAreClose() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    int n = 100_000;
    for (Function<Integer, Object> type : TYPES) {
      int[] numbers = new int[n];
      Arrays.setAll(
          numbers, i -> r.nextInt(3) == 0 ? 77 : (int) (r.nextGaussian() * 100_000) / 2 * 2);
      List<Object> values = new ArrayList<>();
      Arrays.stream(numbers).forEach(i -> values.add(type.apply(i)));
      ColumnQuantiles quantiles = ColumnQuantiles.of(values);
      assertTrue(quantiles.size() <= ColumnQuantiles.POINTS + 3, "" + quantiles.size());
      Arrays.sort(numbers);
      for (int k = 0; k < 300; k++) {
        int asked = k == 0 ? 77 : r.nextInt(800_000) - 400_000;
        Object literal = type.apply(asked);
        RankRange found = quantiles.of(literal);
        double below = share(numbers, i -> compare(type, i, literal) < 0);
        double upTo = share(numbers, i -> compare(type, i, literal) <= 0);
        String what = "seed " + seed + " " + literal;
        assertEquals(below, found.from(), 1.5 / ColumnQuantiles.POINTS, what);
        assertEquals(upTo, found.to(), 1.5 / ColumnQuantiles.POINTS, what);
      }
    }
  }

  private static double share(int[] sorted, Function<Integer, Boolean> test) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (test.apply(sorted[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / sorted.length;
  }

  /** A filter and its value for a row, null for NULL. */
  private record Filter(Predicate predicate, Function<Integer[], Boolean> test) {}

  private static Filter random(Random r, int depth, int columns) {
    int c = r.nextInt(columns);
    String name = "c" + c;
    int v = r.nextInt(60) - 5;
    switch (depth == 0 ? r.nextInt(8) : r.nextInt(11)) {
      case 0:
        return new Filter(Predicate.lt(name, v), row -> row[c] == null ? null : row[c] < v);
      case 1:
        return new Filter(Predicate.ge(name, v), row -> row[c] == null ? null : row[c] >= v);
      case 2:
        return new Filter(Predicate.le(name, v), row -> row[c] == null ? null : row[c] <= v);
      case 3:
        return new Filter(Predicate.eq(name, v), row -> row[c] == null ? null : row[c] == v);
      case 4:
        return new Filter(Predicate.ne(name, v), row -> row[c] == null ? null : row[c] != v);
      case 5:
        return new Filter(
            Predicate.in(name, List.of(v, v + 3, v + 20)),
            row -> row[c] == null ? null : row[c] == v || row[c] == v + 3 || row[c] == v + 20);
      case 6:
        return new Filter(Predicate.isNull(name), row -> row[c] == null);
      case 7:
        return new Filter(Predicate.isNotNull(name), row -> row[c] != null);
      case 8:
        Filter part = random(r, depth - 1, columns);
        return new Filter(
            Predicate.not(part.predicate),
            row -> part.test.apply(row) == null ? null : !part.test.apply(row));
      default:
        boolean and = r.nextBoolean();
        Filter a = random(r, depth - 1, columns);
        Filter b = random(r, depth - 1, columns);
        return new Filter(
            and ? Predicate.and(a.predicate, b.predicate) : Predicate.or(a.predicate, b.predicate),
            row -> {
              Boolean x = a.test.apply(row);
              Boolean y = b.test.apply(row);
              if (x != null && x != and || y != null && y != and) {
                return !and;
              }
              return x == null || y == null ? null : and;
            });
    }
  }

  @Test
  void conditionsHoldForAllMatchingRowsAndForNoOthersOfOneColumn() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    int exact = 0;
    for (int k = 0; k < 5000; k++) {
      int columns = 1 + r.nextInt(3);
      Integer[][] rows = new Integer[50 + r.nextInt(200)][columns];
      boolean nulls = r.nextBoolean();
      for (Integer[] row : rows) {
        Arrays.setAll(row, c -> nulls && r.nextInt(4) == 0 ? null : r.nextInt(50));
      }
      Map<String, ColumnQuantiles> quantiles = new HashMap<>();
      for (int c = 0; c < columns; c++) {
        int at = c;
        quantiles.put(
            "c" + c, ColumnQuantiles.of(Arrays.stream(rows).map(row -> row[at]).toList()));
      }
      Filter f = random(r, 3, columns);
      List<Condition> conditions =
          new FilterRanks(c -> Optional.ofNullable(quantiles.get(c))).conditions(f.predicate);
      String what = "seed " + seed + " " + f.predicate + " " + conditions;
      assertTrue(
          f.predicate.columns().containsAll(conditions.stream().map(Condition::column).toList()),
          what);
      boolean known = columns == 1 && conditions.stream().allMatch(Condition::isKnown);
      exact += known && !conditions.isEmpty() ? 1 : 0;
      for (Integer[] row : rows) {
        boolean kept = true;
        for (Condition c : conditions) {
          Integer value = row[c.column().charAt(1) - '0'];
          kept &= !c.isKnown() || value != null && contains(c, quantiles.get(c.column()).of(value));
        }
        boolean matches = Boolean.TRUE.equals(f.test.apply(row));
        assertTrue(kept || !matches, what + " " + Arrays.toString(row));
        if (known && matches != kept) {
          // Of nothing but its ends, as of an empty range, a row may be kept.
          assertTrue(
              touches(conditions.get(0), quantiles.get("c0").of(row[0])), what + " " + row[0]);
        }
      }
    }
    assertTrue(exact > 500, "" + exact);
  }

  private static boolean contains(Condition c, RankRange value) {
    return c.ranges().stream().anyMatch(x -> x.from() <= value.from() && value.to() <= x.to());
  }

  private static boolean touches(Condition c, RankRange value) {
    return c.ranges().stream().anyMatch(x -> x.from() == value.from() || x.to() == value.to());
  }

  @Test
  void prefixesAndFrequentValuesHaveTheirShares() {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(
          i < 400 ? "PROMO TIN" : i < 500 ? "PROMO\uFFFF" : i < 600 ? "ÄB" : "STANDARD " + i);
    }
    ColumnQuantiles quantiles = ColumnQuantiles.of(values);
    FilterRanks ranks = new FilterRanks(c -> Optional.of(quantiles));
    assertEquals(
        List.of(Condition.on("c", 0, 0.5)), ranks.conditions(Predicate.startsWith("c", "PROMO")));
    assertEquals(
        List.of(Condition.on("c", 0, 0.4)), ranks.conditions(Predicate.eq("c", "PROMO TIN")));
    assertEquals(
        List.of(Condition.on("c", 0.9, 1)), ranks.conditions(Predicate.startsWith("c", "Ä")));
    assertEquals(
        List.of(Condition.on("c", 0.5, 1)),
        ranks.conditions(Predicate.not(Predicate.startsWith("c", "PROMO"))));
    assertEquals(
        List.of(Condition.on("c")), ranks.conditions(Predicate.contains(List.of("c"), "TIN")));
    assertEquals(List.of(), ranks.conditions(Predicate.isNotNull("c")));
    assertEquals(
        List.of(Condition.on("c")),
        ranks.conditions(
            Predicate.and(Predicate.isNotNull("c"), Predicate.contains(List.of("c"), "TIN"))));
    assertEquals(List.of(Condition.on("c")), ranks.conditions(Predicate.eq("c", 5)));
    assertEquals(
        List.of(Condition.on("s")),
        ranks.conditions(Predicate.compare(List.of("s", "x"), Predicate.Op.EQ, "a")));
  }

  @Test
  void longListsBecomeFewRanges() {
    List<Object> values = new ArrayList<>();
    List<Object> asked = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      values.add(i);
      if (i % 10 == 0 && (i < 3000 || i > 7000)) {
        asked.add(i);
      }
    }
    ColumnQuantiles quantiles = ColumnQuantiles.of(values);
    List<RankRange> ranges =
        new FilterRanks(c -> Optional.of(quantiles))
            .conditions(Predicate.in("c", asked))
            .get(0)
            .ranges();
    assertEquals(RankSet.MOST, ranges.size());
    for (Object a : asked) {
      assertTrue(contains(new Condition("c", ranges), quantiles.of(a)), "" + a);
    }
    assertTrue(ranges.stream().noneMatch(x -> x.from() < 0.4 && x.to() > 0.6), "" + ranges);
  }
}
