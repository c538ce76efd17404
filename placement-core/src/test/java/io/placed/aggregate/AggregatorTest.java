package io.placed.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.aggregate.Aggregate.Function;
import io.placed.expression.Expression;
import io.placed.expression.Expression.Arithmetic;
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
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against one value at a time in {@link BigDecimal}. */
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
      check(rows, groupBy, aggregates, random.nextBoolean());
    }
  }

  private static List<Expression> references(List<String> names) {
    List<Expression> out = new ArrayList<>();
    names.forEach(name -> out.add(column(name, SCHEMA.require(name).type())));
    return out;
  }

  private static Reference column(String name, Type type) {
    return new Reference(List.of(name), type, Range.of(type));
  }

  /** With the type that Spark gives it. */
  private static Arithmetic arithmetic(Operator operator, Expression a, Expression b) {
    Type type = a.type();
    if (type instanceof DecimalType x) {
      DecimalType y = (DecimalType) b.type();
      boolean product = operator == Operator.MULTIPLY;
      int scale = product ? x.scale() + y.scale() : Math.max(x.scale(), y.scale());
      int whole = Math.max(x.precision() - x.scale(), y.precision() - y.scale());
      int precision = product ? x.precision() + y.precision() : whole + scale;
      type = Type.decimal(precision + 1, scale);
    }
    return new Arithmetic(operator, a, b, type);
  }

  private void check(
      List<Object[]> rows, List<String> groupBy, List<Aggregate> aggregates, boolean partial) {
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
      add(aggregator, rows.subList(at, at + n));
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
          together = together(aggregates.get(a).function(), together, value);
        }
        requireSame(oracle(aggregates.get(a), e.getValue()), together, message);
      }
    }
  }

  /** Sometimes with other rows between them, whose groups and errors are none. */
  private void add(Aggregator aggregator, List<Object[]> rows) {
    Batch batch = Batch.of(SCHEMA);
    if (random.nextBoolean()) {
      rows.forEach(batch::appendRow);
      aggregator.add(batch);
      return;
    }
    List<Object[]> others = rows(rows.size());
    long[] wanted = new long[Bits.words(2 * rows.size())];
    int next = 0;
    while (next < rows.size()) {
      boolean counts = random.nextBoolean() || batch.rows() - next >= others.size();
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
    aggregator.add(batch, wanted);
  }

  private static Object together(Function f, Object a, Object b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return switch (f) {
      case MIN -> compare(a, b) <= 0 ? a : b;
      case MAX -> compare(a, b) >= 0 ? a : b;
      default ->
          a instanceof Double x
              ? (Object) (x + (Double) b)
              : a instanceof BigDecimal d ? d.add((BigDecimal) b) : (Long) a + (Long) b;
    };
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    return a instanceof Double x
        ? Double.compare(x + 0.0, (Double) b + 0.0)
        : a instanceof Float y
            ? Float.compare(y + 0.0f, (Float) b + 0.0f)
            : ((Comparable<Object>) a).compareTo(b);
  }

  private static Object oracle(Aggregate a, List<Object[]> rows) {
    if (a.function() == Function.COUNT_ROWS) {
      return (long) rows.size();
    }
    Object result = a.function() == Function.COUNT ? (Object) 0L : null;
    for (Object[] row : rows) {
      Object v = value(a.argument(), row);
      if (v == null) {
        continue;
      }
      if (a.function() == Function.COUNT) {
        result = (Long) result + 1;
      } else {
        if (a.function() == Function.SUM) {
          v =
              v instanceof Float f
                  ? (Object) (double) f
                  : v instanceof Integer i ? (Object) (long) i : v;
        }
        result = together(a.function(), result, v);
      }
    }
    return result;
  }

  private static Object value(Expression e, Object[] row) {
    if (e instanceof Reference v) {
      return row[SCHEMA.indexOf(v.path().get(0))];
    }
    if (e instanceof Constant c) {
      return c.type() instanceof DecimalType d
          ? BigDecimal.valueOf((Long) c.value(), d.scale())
          : c.type().equals(Type.INT32) ? (Object) ((Long) c.value()).intValue() : c.value();
    }
    if (e instanceof Cast w) {
      Object v = value(w.child(), row);
      if (v == null) {
        return null;
      }
      BigDecimal d = new BigDecimal(v.toString());
      return switch (w.type().kind()) {
        case DECIMAL -> d.setScale(((DecimalType) w.type()).scale());
        case DOUBLE -> v instanceof Float f ? (double) f : d.doubleValue();
        default -> d.longValueExact();
      };
    }
    Arithmetic a = (Arithmetic) e;
    Object x = value(a.left(), row);
    Object y = value(a.right(), row);
    if (x == null || y == null) {
      return null;
    }
    if (x instanceof Double p) {
      double q = (Double) y;
      return switch (a.operator()) {
        case ADD -> p + q;
        case SUBTRACT -> p - q;
        case MULTIPLY -> p * q;
        default -> p / q;
      };
    }
    BigDecimal p = new BigDecimal(x.toString());
    BigDecimal q = new BigDecimal(y.toString());
    BigDecimal r =
        switch (a.operator()) {
          case ADD -> p.add(q);
          case SUBTRACT -> p.subtract(q);
          default -> p.multiply(q, MathContext.UNLIMITED);
        };
    return x instanceof BigDecimal
        ? r.setScale(((DecimalType) a.type()).scale())
        : x instanceof Integer ? (Object) r.intValueExact() : (Object) r.longValueExact();
  }

  private static void requireSame(Object expected, Object found, String message) {
    if (expected instanceof Double d && found != null) {
      double tolerance = 1e-9 * Math.max(1, Math.abs(d));
      assertEquals(d + 0.0, (Double) found + 0.0, tolerance, message);
    } else if (expected instanceof BigDecimal d && found != null) {
      assertEquals(0, d.compareTo((BigDecimal) found), message + " " + d + " " + found);
    } else {
      assertEquals(expected, found, message);
    }
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

  /** Where a window of close keys ends at the end of the type, or begins at its beginning. */
  @Test
  void keysAtTheEndsOfTheirType() {
    Schema schema = Schema.of(Field.of("k", Type.INT64));
    for (long least : List.of(Long.MIN_VALUE, -3L, Long.MAX_VALUE - 70, Long.MAX_VALUE)) {
      for (long span : List.of(0L, 1L, 63L, 64L)) {
        long most = least > Long.MAX_VALUE - span ? Long.MAX_VALUE : least + span;
        Batch batch = Batch.of(schema);
        batch.appendRow(most);
        batch.appendRow(least);
        batch.appendRow(most);
        Aggregator aggregator =
            new Aggregator(
                schema, List.of(column("k", Type.INT64)), List.of(Aggregate.countRows()), false);
        aggregator.add(batch);
        Batch groups = aggregator.take();
        assertEquals(least == most ? 1 : 2, groups.rows(), least + " to " + most);
        assertEquals(most, Values.get(groups.column(0), 0));
        assertEquals(least == most ? 3L : 2L, Values.get(groups.column(1), 0));
      }
    }
  }

  /** Keys that are few, far apart, close together, in runs and codes of dictionaries. */
  @Test
  void keysOfAllKinds() {
    Schema schema =
        Schema.of(
            Field.of("s", Type.STRING), Field.of("t", Type.STRING), Field.of("i", Type.INT64));
    for (int round = 0; round < 120; round++) {
      int first = random.nextInt(3);
      List<Field> keys = schema.fields().subList(first, first + 1 + random.nextInt(3 - first));
      Aggregator aggregator =
          new Aggregator(
              schema,
              keys.stream().<Expression>map(f -> column(f.name(), f.type())).toList(),
              List.of(Aggregate.countRows()),
              true);
      long step = random.nextBoolean() ? 1 : random.nextLong() >> random.nextInt(60);
      int different = 1 + random.nextInt(random.nextBoolean() ? 5 : 3000);
      BytesColumn[] dictionaries = new BytesColumn[3];
      for (int d = 0; d < dictionaries.length; d++) {
        dictionaries[d] = dictionary(different);
      }
      Map<List<Object>, Long> expected = new HashMap<>();
      for (int b = 0; b < 5; b++) {
        Batch batch = Batch.of(schema);
        int n = random.nextInt(3000);
        Object[][] rows = new Object[n][3];
        for (int c = 0; c < 2; c++) {
          strings((BytesColumn) batch.column(c), dictionaries[random.nextInt(3)], rows, c);
        }
        for (Object[] row : rows) {
          row[2] = step * random.nextInt(different);
          ((LongColumn) batch.column(2)).append((Long) row[2]);
        }
        batch.setRows(n);
        long[] wanted = random.nextBoolean() ? null : new long[Bits.words(n)];
        for (int i = 0; i < n; i++) {
          if (wanted != null && random.nextInt(9) > 0) {
            Bits.set(wanted, i);
          }
          if (wanted == null || Bits.get(wanted, i)) {
            List<Object> row = Arrays.asList(rows[i]).subList(first, first + keys.size());
            expected.merge(row, 1L, Long::sum);
          }
        }
        aggregator.add(batch, wanted);
      }
      Batch found = aggregator.take();
      Map<List<Object>, Long> counts = new HashMap<>();
      for (int i = 0; i < found.rows(); i++) {
        Object[] row = found.row(i);
        counts.put(Arrays.asList(row).subList(0, keys.size()), (Long) row[keys.size()]);
      }
      assertEquals(expected, counts, "seed " + seed);
      assertEquals(expected.size(), found.rows());
    }
  }

  private BytesColumn dictionary(int values) {
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < values; k++) {
      order.add(k);
    }
    Collections.shuffle(order, random);
    BytesColumn dictionary = (BytesColumn) Column.of(Type.STRING);
    order.forEach(k -> dictionary.append(k == 1 ? "" : "v" + k));
    return dictionary;
  }

  /** Fills a column with values of a dictionary, as its codes, sharing its bytes or apart. */
  private void strings(BytesColumn to, BytesColumn dictionary, Object[][] rows, int c) {
    int n = rows.length;
    int how = random.nextInt(3);
    int[] codes = how == 0 ? to.startCodes(dictionary, n) : new int[n];
    if (how == 1) {
      to.shareArena(dictionary.arena(), dictionary.arenaSize());
      to.setSize(n);
    }
    for (int i = 0; i < n; i++) {
      codes[i] = random.nextInt(dictionary.size());
      rows[i][c] = dictionary.getString(codes[i]);
      if (how == 1) {
        to.starts()[i] = dictionary.starts()[codes[i]];
        to.lengths()[i] = dictionary.lengths()[codes[i]];
      } else if (how == 2) {
        to.append(dictionary.get(codes[i]));
      }
    }
    for (int i = 0; i < n && (n & 1) == 0; i++) {
      if (random.nextInt(9) == 0) {
        to.setNull(i);
        rows[i][c] = null;
      }
    }
  }

  /** The distance of two keys may have 64 bits. */
  @Test
  void keysAtBothEnds() {
    Schema schema = Schema.parse("i: int64");
    Aggregator aggregator =
        new Aggregator(
            schema, List.of(column("i", Type.INT64)), List.of(Aggregate.countRows()), true);
    long least = Long.MIN_VALUE + 5;
    for (long[] keys : new long[][] {{least, least + 9}, {least, Long.MAX_VALUE}, {0, 1}}) {
      Batch batch = Batch.of(schema);
      for (long key : keys) {
        ((LongColumn) batch.column(0)).append(key);
      }
      batch.setRows(keys.length);
      aggregator.add(batch);
    }
    Batch found = aggregator.take();
    Map<Object, Object> counts = new HashMap<>();
    for (int i = 0; i < found.rows(); i++) {
      counts.put(found.row(i)[0], found.row(i)[1]);
    }
    assertEquals(Map.of(least, 2L, least + 9, 1L, Long.MAX_VALUE, 1L, 0L, 1L, 1L, 1L), counts);
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
