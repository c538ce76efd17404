package io.placed.predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.StructColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PredicatePropertyTest {
  private static final int BATCHES = Chosen.rounds(750, 1500);
  private static final int PREDICATES = 40;

  @Test
  void selectsWhatTheOracleDoesAndSkipsNothingThatMatches() {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    System.out.println("PredicatePropertyTest seed " + seed);
    RandomData data = new RandomData(seed);
    Random random = new Random(seed);
    long skipped = 0;
    long always = 0;
    for (int b = 0; b < BATCHES; b++) {
      Batch batch = data.batch();
      StatisticsSource[] sources = sources(batch, random);
      for (int k = 0; k < PREDICATES; k++) {
        Predicate p = data.predicate(random.nextInt(3));
        String about = "seed " + seed + ", batch " + b + ": " + p;
        BoundPredicate bound = p.bind(RandomData.SCHEMA, true);
        int[] out = new int[batch.rows()];
        int n = bound.select(batch, out);
        int[] expected = expected(p, batch);
        assertTrue(Arrays.equals(expected, Arrays.copyOf(out, n)), about);
        checkFilter(bound, batch, expected, random, about);
        for (StatisticsSource s : sources) {
          if (!bound.mayMatch(s)) {
            skipped++;
            assertEquals(0, n, about);
          }
          if (bound.alwaysMatches(s)) {
            always++;
            assertEquals(batch.rows(), n, about);
          }
        }
      }
    }
    // The test is only meaningful if some row groups are decided.
    assertTrue(skipped > BATCHES && always > BATCHES, skipped + " skipped, " + always + " always");
  }

  private static int[] expected(Predicate p, Batch batch) {
    int[] out = new int[batch.rows()];
    int n = 0;
    for (int r = 0; r < batch.rows(); r++) {
      if (Boolean.TRUE.equals(Oracle.eval(p, batch.row(r)))) {
        out[n++] = r;
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** For some rows, in place, for the whole predicate, its conjuncts and its steps one by one. */
  private static void checkFilter(
      BoundPredicate bound, Batch batch, int[] expected, Random random, String about) {
    int[] some =
        random.ints(batch.rows(), 0, Math.max(1, batch.rows())).sorted().distinct().toArray();
    int[] wanted = Arrays.stream(some).filter(r -> Arrays.binarySearch(expected, r) >= 0).toArray();
    int[] whole = some.clone();
    int n = bound.filter(batch, whole, whole.length, whole);
    assertTrue(Arrays.equals(wanted, Arrays.copyOf(whole, n)), about);
    for (List<BoundPredicate> each : List.of(bound.conjuncts(), bound.steps())) {
      int[] parts = some.clone();
      n = parts.length;
      for (BoundPredicate part : each) {
        n = part.filter(batch, parts, n, parts);
      }
      assertTrue(Arrays.equals(wanted, Arrays.copyOf(parts, n)), about);
    }
  }

  /** Any two numbers in one column, compared with any two: infinities and NaN rarely meet. */
  @Test
  void everyNumberWithEveryOther() {
    List<Object> literals = new ArrayList<>();
    Arrays.stream(RandomData.DOUBLES).forEach(literals::add);
    literals.add(BigInteger.TEN.pow(400));
    literals.add(BigInteger.TEN.pow(400).negate());
    literals.add((1L << 53) + 1);
    Random random = new Random(1);
    for (double a : RandomData.DOUBLES) {
      for (double b : RandomData.DOUBLES) {
        Batch batch = Batch.of(RandomData.SCHEMA);
        for (double x : new double[] {a, b}) {
          Object[] row = new Object[RandomData.SCHEMA.size()];
          row[RandomData.SCHEMA.indexOf("d")] = x;
          batch.appendRow(row);
        }
        StatisticsSource exact = source(batch, c -> collect(c, 0, c.size()));
        for (Object literal : literals) {
          Object other = literals.get(random.nextInt(literals.size()));
          for (Predicate.Op op : Predicate.Op.values()) {
            Predicate one = Predicate.compare(List.of("d"), op, literal);
            Predicate.Op[] ops = Predicate.Op.values();
            Predicate second =
                Predicate.compare(List.of("d"), ops[random.nextInt(ops.length)], other);
            for (Predicate p : List.of(one, Predicate.not(one), Predicate.and(one, second))) {
              String about = a + " and " + b + ": " + p;
              BoundPredicate bound = p.bind(RandomData.SCHEMA, true);
              int[] expected = expected(p, batch);
              int[] out = new int[batch.rows()];
              int n = bound.select(batch, out);
              assertTrue(Arrays.equals(expected, Arrays.copyOf(out, n)), about);
              checkFilter(bound, batch, expected, random, about);
              assertTrue(n == 0 || bound.mayMatch(exact), about);
              assertTrue(n == batch.rows() || !bound.alwaysMatches(exact), about);
            }
          }
        }
      }
    }
  }

  /** Sets with gaps between the bounds, and rows in these. */
  @Test
  void everySetOfSmallNumbers() {
    int column = RandomData.SCHEMA.indexOf("i64");
    for (int in = 1; in < 64; in++) {
      List<Object> numbers = bits(in);
      Predicate p = Predicate.in(List.of("i64"), numbers);
      BoundPredicate bound = p.bind(RandomData.SCHEMA, true);
      for (int there = 1; there < 64; there++) {
        Batch batch = Batch.of(RandomData.SCHEMA);
        for (Object x : bits(there)) {
          Object[] row = new Object[RandomData.SCHEMA.size()];
          row[column] = x;
          batch.appendRow(row);
        }
        StatisticsSource exact = source(batch, c -> collect(c, 0, c.size()));
        String about = bits(there) + ": " + p;
        int n = Integer.bitCount(in & there);
        assertEquals(n, bound.select(batch, new int[batch.rows()]), about);
        assertTrue(n == 0 || bound.mayMatch(exact), about);
        assertTrue(n == batch.rows() || !bound.alwaysMatches(exact), about);
      }
    }
  }

  private static List<Object> bits(int set) {
    List<Object> numbers = new ArrayList<>();
    for (long i = 0; i < 6; i++) {
      if ((set >> i & 1) != 0) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private interface Of {
    ColumnStatistics apply(Column column);
  }

  private static StatisticsSource[] sources(Batch batch, Random random) {
    int cut = random.nextInt(batch.rows() + 1);
    int bytes = 1 + random.nextInt(5);
    boolean[] hidden = new boolean[RandomData.SCHEMA.size()];
    for (int c = 0; c < hidden.length; c++) {
      hidden[c] = random.nextInt(3) == 0;
    }
    StatisticsSource plain = source(batch, c -> collect(c, 0, c.size()));
    StatisticsSource merged =
        source(
            batch,
            c -> ColumnStatistics.merge(collect(c, 0, cut), collect(c, cut, c.size() - cut)));
    StatisticsSource truncated =
        source(
            batch,
            c ->
                ColumnStatistics.merge(
                    collect(c, 0, cut).withTruncatedBounds(bytes),
                    collect(c, cut, c.size() - cut).withTruncatedBounds(bytes)));
    StatisticsSource byRegisters =
        source(
            batch,
            c -> {
              StatisticsCollector page = new StatisticsCollector(c.type());
              StatisticsCollector group = new StatisticsCollector(c.type());
              page.add(c, 0, cut);
              group.mergeFrom(page);
              page.reset();
              page.add(c, cut, c.size() - cut);
              group.mergeFrom(page);
              assertEquals(collect(c, 0, c.size()), group.result());
              return group.result();
            });
    StatisticsSource partly =
        (top, path) -> hidden[top] && path.length % 2 == 0 ? null : truncated.get(top, path);
    return new StatisticsSource[] {plain, merged, truncated, byRegisters, partly, (t, q) -> null};
  }

  private static StatisticsSource source(Batch batch, Of of) {
    return (top, path) -> {
      Column c = batch.column(top);
      for (int child : path) {
        c = ((StructColumn) c).child(child);
      }
      return of.apply(c);
    };
  }

  private static ColumnStatistics collect(Column column, int from, int count) {
    StatisticsCollector collector = new StatisticsCollector(column.type());
    collector.add(column, from, count);
    return collector.result();
  }

  @Test
  void textAndSerializationRoundTrip() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    System.out.println("PredicatePropertyTest seed " + seed);
    RandomData data = new RandomData(seed);
    for (int k = 0; k < Chosen.rounds(10_000, 20_000); k++) {
      Predicate p = data.predicate(3);
      Predicate parsed = Predicate.parse(p.toString());
      assertEquals(p, parsed, "seed " + seed);
      assertEquals(p.hashCode(), parsed.hashCode(), "seed " + seed);
      if (k % 20 == 0) {
        assertEquals(p, copy(p), "seed " + seed);
      }
    }
  }

  private static Object copy(Predicate p) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(p);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
