package io.placed.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.DatePart;
import io.placed.expression.Expression.Length;
import io.placed.expression.Expression.Operator;
import io.placed.expression.Expression.Part;
import io.placed.expression.Expression.Reference;
import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import io.placed.predicate.Relation;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class ExpressionTest {
  private static final int ROWS = 3000;
  private static final Type CENTS = Type.decimal(15, 2);
  private static final Type WIDE = Type.decimal(38, 6);
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("i", Type.INT32),
          Field.of("l", Type.INT64),
          Field.of("x", Type.DOUBLE),
          Field.of("c", CENTS),
          Field.of("w", WIDE),
          Field.of("s", Type.STRING),
          Field.of("t", Type.STRING),
          Field.of("d", Type.DATE));

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Batch batch = Batch.of(SCHEMA);

  private void fill() {
    for (int r = 0; r < ROWS; r++) {
      for (Column c : batch.columns()) {
        if (random.nextInt(7) == 0) {
          c.appendNull();
        } else {
          append(c);
        }
      }
    }
    batch.setRows(ROWS);
  }

  private void append(Column c) {
    if (c instanceof IntColumn x) {
      x.append(random.nextInt(60_000) - 30_000);
    } else if (c instanceof LongColumn x) {
      x.append(random.nextInt(20) - 10);
    } else if (c instanceof DoubleColumn x) {
      x.append(new double[] {Double.NaN, -0.0, 0.0, 1.5, random.nextGaussian()}[random.nextInt(5)]);
    } else if (c instanceof Int128Column x) {
      x.append(new BigInteger(random.nextInt(126), random).negate());
    } else {
      String text = new String[] {"", "a", "ab", "ü€😀", "b"}[random.nextInt(5)];
      ((BytesColumn) c).append(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Reference column(String name, Range range) {
    return new Reference(List.of(name), SCHEMA.require(name).type(), range);
  }

  private static Reference column(String name) {
    return column(name, Range.of(SCHEMA.require(name).type()));
  }

  private static Constant number(Type type, long value) {
    return new Constant(type, value);
  }

  private void check(Predicate p, IntPredicate isTrue, IntPredicate isFalse) {
    check(p, isTrue);
    check(Predicate.not(p), isFalse);
  }

  private void check(Predicate p, IntPredicate expected) {
    int[] out = new int[ROWS];
    int n = p.bind(SCHEMA, true).select(batch, out);
    List<Integer> found = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      found.add(out[k]);
    }
    List<Integer> wanted = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      if (expected.test(r)) {
        wanted.add(r);
      }
    }
    assertEquals(wanted, found, p + ", seed " + seed);
  }

  private static Predicate relation(Expression left, Op op, Expression right) {
    return new Relation(left, op, right, false);
  }

  @Test
  void integersAndDivisorsOfMissingRows() {
    fill();
    IntColumn i = (IntColumn) batch.column("i");
    LongColumn l = (LongColumn) batch.column("l");
    Expression li = new Cast(column("i"), Type.INT64);
    Expression ll = column("l", Range.of(-10, 9));
    Expression sum = new Arithmetic(Operator.ADD, li, ll, Type.INT64);
    assertFalse(sum.mayFail());
    IntPredicate both = r -> !i.isNull(r) && !l.isNull(r);
    check(
        relation(sum, Op.GT, number(Type.INT64, 100)),
        r -> both.test(r) && i.get(r) + l.get(r) > 100,
        r -> both.test(r) && i.get(r) + l.get(r) <= 100);
    // Slots of nulls contain zero; other zeros are excluded by a condition.
    for (int r = 0; r < ROWS; r++) {
      if (l.isNull(r) || l.get(r) == 0) {
        l.values()[r] = l.isNull(r) ? 0 : 3;
      }
    }
    Expression divisor = new Arithmetic(Operator.REMAINDER, li, ll, Type.INT64);
    assertTrue(divisor.mayFail());
    check(
        relation(divisor, Op.EQ, number(Type.INT64, 2)),
        r -> both.test(r) && i.get(r) % l.get(r) == 2);
    check(
        new Relation(new Cast(column("i"), Type.INT64), Op.EQ, ll, true),
        r -> both.test(r) ? i.get(r) == l.get(r) : i.isNull(r) && l.isNull(r),
        r -> both.test(r) ? i.get(r) != l.get(r) : i.isNull(r) != l.isNull(r));
  }

  @Test
  void decimalsBeyond64Bits() {
    fill();
    LongColumn c = (LongColumn) batch.column("c");
    Int128Column w = (Int128Column) batch.column("w");
    Type product = Type.decimal(31, 4);
    Expression square =
        new Arithmetic(Operator.MULTIPLY, new Cast(column("c"), CENTS), column("c"), product);
    assertFalse(square.mayFail());
    for (int r = 0; r < ROWS; r++) {
      c.values()[r] = random.nextLong() % 999_999_999_999_999L;
    }
    BigInteger limit = BigInteger.TEN.pow(29);
    check(
        relation(square, Op.GE, new Constant(product, limit)),
        r -> !c.isNull(r) && BigInteger.valueOf(c.get(r)).pow(2).compareTo(limit) >= 0);
    Expression wider = new Cast(column("c"), WIDE);
    assertFalse(wider.mayFail());
    check(
        relation(wider, Op.GT, column("w")),
        r ->
            !c.isNull(r)
                && !w.isNull(r)
                && BigDecimal.valueOf(c.get(r), 2).compareTo(new BigDecimal(w.get(r), 6)) > 0);
    Expression asDouble = new Cast(column("w"), Type.DOUBLE);
    check(
        relation(asDouble, Op.LT, new Constant(Type.DOUBLE, -1.5e20)),
        r -> !w.isNull(r) && new BigDecimal(w.get(r), 6).doubleValue() < -1.5e20);
  }

  @Test
  void floatingPoint() {
    fill();
    DoubleColumn x = (DoubleColumn) batch.column("x");
    Expression difference =
        new Arithmetic(Operator.SUBTRACT, column("x"), column("x"), Type.DOUBLE);
    check(
        relation(difference, Op.EQ, new Constant(Type.DOUBLE, -0.0)),
        r -> !x.isNull(r) && !Double.isNaN(x.get(r)),
        r -> !x.isNull(r) && Double.isNaN(x.get(r)));
    check(
        relation(column("x"), Op.GE, new Constant(Type.DOUBLE, Double.NaN)),
        r -> !x.isNull(r) && Double.isNaN(x.get(r)));
    Expression quotient =
        new Arithmetic(Operator.DIVIDE, new Constant(Type.DOUBLE, 1.0), column("x"), Type.DOUBLE);
    assertTrue(quotient.mayFail());
    assertThrows(
        ArithmeticException.class,
        () ->
            relation(quotient, Op.GT, column("x")).bind(SCHEMA, true).select(batch, new int[ROWS]));
  }

  @Test
  void stringsAndDates() {
    fill();
    BytesColumn s = (BytesColumn) batch.column("s");
    BytesColumn t = (BytesColumn) batch.column("t");
    check(
        relation(column("s", null), Op.LT, column("t", null)),
        r -> !s.isNull(r) && !t.isNull(r) && text(s, r).compareTo(text(t, r)) < 0);
    check(
        relation(new Length(column("s", null)), Op.EQ, number(Type.INT32, 3)),
        r -> !s.isNull(r) && text(s, r).codePointCount(0, text(s, r).length()) == 3);
    IntColumn d = (IntColumn) batch.column("d");
    for (Part part : Part.values()) {
      if (part.compareTo(Part.HOUR) < 0) {
        Expression e = new DatePart(part, column("d"));
        check(
            relation(e, Op.LE, number(Type.INT32, part == Part.YEAR ? 1969 : 2)),
            r -> !d.isNull(r) && value(part, d.get(r)) <= (part == Part.YEAR ? 1969 : 2));
      }
    }
  }

  private static String text(BytesColumn c, int r) {
    return new String(c.arena(), c.starts()[r], c.lengths()[r], StandardCharsets.UTF_8);
  }

  private static int value(Part part, int epochDay) {
    LocalDate day = LocalDate.ofEpochDay(epochDay);
    return switch (part) {
      case YEAR -> day.getYear();
      case QUARTER -> (day.getMonthValue() - 1) / 3 + 1;
      case MONTH -> day.getMonthValue();
      case DAY -> day.getDayOfMonth();
      case DAY_OF_WEEK -> day.getDayOfWeek().getValue();
      case DAY_OF_YEAR -> day.getDayOfYear();
      case WEEK -> day.get(java.time.temporal.WeekFields.ISO.weekOfWeekBasedYear());
      default -> day.get(java.time.temporal.WeekFields.ISO.weekBasedYear());
    };
  }

  @Test
  void whatMayFailIsKnown() {
    Reference any = column("i");
    Reference some = column("i", Range.of(-5, 1000));
    Constant one = number(Type.INT32, 1);
    assertTrue(new Arithmetic(Operator.ADD, any, one, Type.INT32).mayFail());
    Expression sum = new Arithmetic(Operator.ADD, some, one, Type.INT32);
    assertFalse(sum.mayFail());
    assertEquals(Range.of(-4, 1001), sum.range());
    assertFalse(new Arithmetic(Operator.MULTIPLY, sum, sum, Type.INT32).mayFail());
    assertTrue(new Cast(some, Type.INT8).mayFail());
    assertFalse(new Cast(some, Type.INT16).mayFail());
    assertTrue(new Cast(column("d"), Type.TIMESTAMP_NTZ).mayFail());
    assertTrue(new Arithmetic(Operator.REMAINDER, some, some, Type.INT32).mayFail());
    Expression rest = new Arithmetic(Operator.REMAINDER, any, number(Type.INT32, -7), Type.INT32);
    assertFalse(rest.mayFail());
    assertEquals(Range.of(-6, 6), rest.range());
    assertTrue(new Cast(column("l"), Type.decimal(18, 0)).mayFail());
    assertFalse(new Cast(column("l"), Type.decimal(19, 0)).mayFail());
    assertThrows(IllegalArgumentException.class, () -> new Cast(any, Type.STRING));
    assertThrows(
        IllegalArgumentException.class, () -> new Arithmetic(Operator.ADD, any, one, Type.INT64));
  }
}
