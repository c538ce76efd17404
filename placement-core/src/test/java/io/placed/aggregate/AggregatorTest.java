package io.placed.aggregate;

import static io.placed.aggregate.TypedExpressions.arithmetic;
import static io.placed.aggregate.TypedExpressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.aggregate.Aggregate.Function;
import io.placed.expression.Expression;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.Operator;
import io.placed.expression.Expression.Reference;
import io.placed.expression.Range;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.IntColumn;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Comparison with {@link AggregateOracle}, and errors. */
class AggregatorTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("flag", Type.STRING),
          Field.of("code", Type.INT32),
          Field.of("big", Type.INT64),
          Field.of("price", Type.decimal(12, 2)),
          Field.of("rate", Type.decimal(4, 3)),
          Field.of("huge", Type.decimal(30, 5)),
          Field.of("x", Type.DOUBLE),
          Field.of("y", Type.FLOAT),
          Field.of("day", Type.DATE),
          Field.of("b", Type.BOOLEAN));

  private static final AggregateOracle ORACLE = new AggregateOracle(SCHEMA);

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void anythingAgainstOneValueAtATime() {
    for (int round = 0; round < 300; round++) {
      int n = random.nextInt(random.nextBoolean() ? 20 : 3000);
      List<Object[]> rows = rows(n);
      List<String> groupBy = new ArrayList<>();
      for (String name : List.of("flag", "code", "big", "price", "huge", "day", "b")) {
        if (random.nextInt(5) == 0) {
          groupBy.add(name);
        }
      }
      List<Aggregate> aggregates = new ArrayList<>();
      for (int k = 0; k < 1 + random.nextInt(5); k++) {
        aggregates.add(aggregate());
      }
      Taking taking = random.nextBoolean() ? Taking.ANY_TIME : Taking.AT_THE_END;
      check(rows, groupBy, aggregates, taking);
    }
  }

  /** Groups of sorted rows are taken while rows still come, and each once. */
  @Test
  void closedGroupsOfSortedRows() {
    for (int round = 0; round < 200; round++) {
      List<Object[]> rows = rows(random.nextInt(random.nextBoolean() ? 20 : 3000));
      List<String> groupBy =
          List.of(List.of("code"), List.of("flag"), List.of("day", "flag"), List.of("b", "code"))
              .get(random.nextInt(4));
      Map<String, List<Object[]>> sorted = new TreeMap<>();
      for (Object[] row : rows) {
        StringBuilder key = new StringBuilder();
        groupBy.forEach(name -> key.append(row[SCHEMA.indexOf(name)]).append('|'));
        sorted.computeIfAbsent(key.toString(), k -> new ArrayList<>()).add(row);
      }
      rows.clear();
      sorted.values().forEach(rows::addAll);
      List<Aggregate> aggregates = new ArrayList<>();
      for (int k = 0; k < random.nextInt(4); k++) {
        aggregates.add(aggregate());
      }
      check(rows, groupBy, aggregates, Taking.CLOSED);
    }
  }

  /** When groups are taken. */
  private enum Taking {
    AT_THE_END,
    ANY_TIME,
    CLOSED
  }

  private static List<Expression> references(List<String> names) {
    List<Expression> out = new ArrayList<>();
    names.forEach(name -> out.add(column(name, SCHEMA.require(name).type())));
    return out;
  }

  private void check(
      List<Object[]> rows, List<String> groupBy, List<Aggregate> aggregates, Taking taking) {
    boolean partial = taking == Taking.ANY_TIME;
    String message = "seed " + seed + ": " + aggregates + " by " + groupBy;
    Map<List<Object>, List<Object[]>> expected = new HashMap<>();
    if (groupBy.isEmpty()) {
      expected.put(List.of(), new ArrayList<>());
    }
    for (Object[] row : rows) {
      List<Object> key = new ArrayList<>();
      groupBy.forEach(name -> key.add(row[SCHEMA.indexOf(name)]));
      expected.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
    }
    Aggregator aggregator = new Aggregator(SCHEMA, references(groupBy), aggregates, partial);
    List<Batch> results = new ArrayList<>();
    for (int at = 0; at < rows.size(); ) {
      int n = Math.min(rows.size() - at, 1 + random.nextInt(700));
      boolean closes = taking == Taking.CLOSED && random.nextInt(3) == 0;
      Batch closed = add(aggregator, rows.subList(at, at + n), closes);
      if (closed != null) {
        results.add(closed);
      }
      at += n;
      if (partial && random.nextInt(4) == 0) {
        results.add(aggregator.take());
      }
    }
    results.add(aggregator.take());
    Map<List<Object>, List<Object[]>> found = new HashMap<>();
    for (Batch batch : results) {
      for (int i = 0; i < batch.rows(); i++) {
        Object[] row = batch.row(i);
        List<Object> key = Arrays.asList(row).subList(0, groupBy.size());
        found.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      }
    }
    assertEquals(expected.keySet(), found.keySet(), message);
    for (var e : expected.entrySet()) {
      List<Object[]> parts = found.get(e.getKey());
      assertTrue(partial || parts.size() == 1, message);
      for (int a = 0; a < aggregates.size(); a++) {
        Object together = null;
        for (Object[] part : parts) {
          Object value = part[groupBy.size() + a];
          if (partial && value instanceof BigDecimal d) {
            Aggregate of = aggregates.get(a);
            int digits = ((DecimalType) of.argument().type()).precision();
            assertTrue(d.unscaledValue().abs().compareTo(BigInteger.TEN.pow(digits)) < 0, message);
          }
          together = AggregateOracle.together(aggregates.get(a).function(), together, value);
        }
        AggregateOracle.requireSame(ORACLE.of(aggregates.get(a), e.getValue()), together, message);
      }
    }
  }

  /** Sometimes adds unselected rows in between, whose groups and errors must be ignored. */
  private Batch add(Aggregator aggregator, List<Object[]> rows, boolean closes) {
    Batch batch = Batch.of(SCHEMA);
    if (random.nextBoolean()) {
      rows.forEach(batch::appendRow);
      return add(aggregator, batch, null, closes);
    }
    List<Object[]> others = rows(rows.size());
    long[] wanted = new long[Bits.words(2 * rows.size())];
    int next = 0;
    int percent = random.nextBoolean() ? 50 : 3;
    while (next < rows.size()) {
      boolean counts = random.nextInt(100) >= percent || batch.rows() - next >= others.size();
      if (counts) {
        Bits.set(wanted, batch.rows());
      }
      Object[] row = counts ? rows.get(next++) : others.get(batch.rows() - next).clone();
      if (!counts) {
        row[1] = Integer.MIN_VALUE;
        row[2] = Long.MAX_VALUE;
      }
      batch.appendRow(row);
    }
    return add(aggregator, batch, wanted, closes);
  }

  /** Groups that were taken; null if none were. */
  private static Batch add(Aggregator aggregator, Batch batch, long[] wanted, boolean closes) {
    if (closes) {
      return aggregator.addAndTakeClosed(batch, wanted);
    }
    aggregator.add(batch, wanted);
    return null;
  }

  private Aggregate aggregate() {
    Reference price = column("price", Type.decimal(12, 2));
    Reference rate = column("rate", Type.decimal(4, 3));
    Reference huge = column("huge", Type.decimal(30, 5));
    Reference x = column("x", Type.DOUBLE);
    Reference big = column("big", Type.INT64);
    Reference code = column("code", Type.INT32);
    Constant one = new Constant(Type.decimal(1, 0), 1L);
    List<Expression> numbers =
        List.of(
            price,
            rate,
            huge,
            x,
            big,
            code,
            column("y", Type.FLOAT),
            arithmetic(Operator.MULTIPLY, price, arithmetic(Operator.SUBTRACT, one, rate)),
            arithmetic(Operator.ADD, huge, price),
            arithmetic(Operator.MULTIPLY, x, new Constant(Type.DOUBLE, 0.25)),
            arithmetic(Operator.DIVIDE, x, new Constant(Type.DOUBLE, 3.0)),
            arithmetic(Operator.SUBTRACT, code, new Constant(Type.INT32, 7L)),
            arithmetic(Operator.MULTIPLY, x, new Cast(price, Type.DOUBLE)),
            arithmetic(Operator.ADD, new Cast(code, Type.decimal(10, 0)), price),
            arithmetic(Operator.MULTIPLY, new Cast(code, Type.INT64), big));
    return switch (random.nextInt(5)) {
      case 0 -> Aggregate.countRows();
      case 1 -> Aggregate.of(Function.SUM, numbers.get(random.nextInt(numbers.size())));
      case 2 -> Aggregate.of(Function.SUM, numbers.get(random.nextInt(numbers.size())));
      case 3 -> {
        Field f = SCHEMA.field(random.nextInt(SCHEMA.size()));
        yield Aggregate.of(Function.COUNT, column(f.name(), f.type()));
      }
      default -> {
        Function f = random.nextBoolean() ? Function.MIN : Function.MAX;
        if (random.nextBoolean()) {
          Field c = SCHEMA.field(random.nextInt(SCHEMA.size()));
          yield Aggregate.of(f, column(c.name(), c.type()));
        }
        yield Aggregate.of(f, numbers.get(random.nextInt(numbers.size())));
      }
    };
  }

  private List<Object[]> rows(int n) {
    int values = 1 + random.nextInt(30);
    List<Object[]> rows = new ArrayList<>();
    int missing = random.nextInt(4);
    BigInteger most = BigInteger.TEN.pow(30).subtract(BigInteger.ONE);
    for (int i = 0; i < n; i++) {
      Object[] row = {
        "f" + random.nextInt(values),
        random.nextInt(values) - 5,
        (long) random.nextInt(values) << random.nextInt(30),
        BigDecimal.valueOf(
            random.nextBoolean() ? random.nextInt(values) : random.nextLong() % 1_000_000_000_000L,
            2),
        BigDecimal.valueOf(random.nextInt(1000), 3),
        new BigDecimal(
            random.nextBoolean()
                ? BigInteger.valueOf(random.nextInt(values))
                : new BigInteger(99, random).mod(most),
            5),
        random.nextInt(50) == 0 ? -0.0 : random.nextInt(1000) / 8.0,
        random.nextInt(1000) / 8.0f,
        LocalDate.ofEpochDay(random.nextInt(values)),
        random.nextBoolean()
      };
      for (int c = 0; c < row.length && missing > 0; c++) {
        if (random.nextInt(4 * missing) == 0) {
          row[c] = null;
        }
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void whatDoesNotFitIsAnError() {
    Schema schema = Schema.of(Field.of("a", Type.INT32), Field.of("b", Type.INT64));
    Batch batch = Batch.of(schema);
    batch.appendRow(Integer.MAX_VALUE, Long.MAX_VALUE);
    batch.appendRow(1, 1L);
    Reference a = column("a", Type.INT32);
    Reference b = column("b", Type.INT64);
    Expression more = arithmetic(Operator.ADD, a, new Constant(Type.INT32, 1L));
    for (Expression e : List.of(b, more, arithmetic(Operator.MULTIPLY, b, b))) {
      Aggregator whole =
          new Aggregator(schema, List.of(), List.of(Aggregate.of(Function.SUM, e)), false);
      assertThrows(ArithmeticException.class, () -> whole.add(batch), e.toString());
    }
    Aggregator partial =
        new Aggregator(schema, List.of(), List.of(Aggregate.of(Function.SUM, b)), true);
    partial.add(batch);
    Batch parts = partial.take();
    assertEquals(2, parts.rows());
    assertEquals(Long.MAX_VALUE, parts.row(0)[0]);
    assertEquals(1L, parts.row(1)[0]);
  }

  @Test
  void overflowOfAMissingValueIsNone() {
    Schema schema = Schema.of(Field.of("a", Type.INT32), Field.of("b", Type.INT32));
    Batch batch = Batch.of(schema);
    batch.appendRow(Integer.MAX_VALUE, null);
    batch.appendRow(3, 4);
    ((IntColumn) batch.column(1)).values()[0] = 17;
    Expression sum = arithmetic(Operator.ADD, column("a", Type.INT32), column("b", Type.INT32));
    Aggregator aggregator =
        new Aggregator(schema, List.of(), List.of(Aggregate.of(Function.SUM, sum)), false);
    aggregator.add(batch);
    assertEquals(7L, Values.get(aggregator.take().column(0), 0));
  }

  @Test
  void whatIsNotComputedIsRefused() {
    for (Expression e :
        List.of(
            column("code", Type.INT64),
            new Reference(List.of("code", "part"), Type.INT32, Range.of(Type.INT32)))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Aggregator(SCHEMA, List.of(), List.of(Aggregate.of(Function.SUM, e)), false),
          e.toString());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> Aggregate.of(Function.SUM, column("flag", Type.STRING)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new Aggregator(
                SCHEMA, references(List.of("x")), List.of(Aggregate.countRows()), false));
  }
}
