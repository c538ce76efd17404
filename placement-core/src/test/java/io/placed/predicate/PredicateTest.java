package io.placed.predicate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredicateTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("tiny", Type.INT8),
          Field.of("n", Type.INT32),
          Field.of("price", Type.decimal(9, 2)),
          Field.of("x", Type.DOUBLE),
          Field.of("f", Type.FLOAT),
          Field.of("name", Type.STRING),
          Field.of("day", Type.DATE),
          Field.of("s", Type.struct(Field.of("Part", Type.INT32))));

  private static int[] select(Predicate p, Object[]... rows) {
    Batch batch = Batch.of(SCHEMA);
    for (Object[] row : rows) {
      batch.appendRow(Arrays.copyOf(row, SCHEMA.size()));
    }
    int[] out = new int[batch.rows()];
    return Arrays.copyOf(out, p.bind(SCHEMA, true).select(batch, out));
  }

  private static Object[] row(Object... values) {
    return values;
  }

  @Test
  void literalsAreExact() {
    Object[][] rows = {row(1, 5), row(null, 6), row(127, null)};
    assertArrayEquals(new int[] {0}, select(Predicate.lt("n", 5.5), rows));
    assertArrayEquals(new int[] {1}, select(Predicate.gt("n", new BigDecimal("5.5")), rows));
    assertArrayEquals(new int[0], select(Predicate.eq("tiny", 300), rows));
    // Not equal to 300 is TRUE for values, and NULL for nulls.
    assertArrayEquals(new int[] {0, 2}, select(Predicate.ne("tiny", 300), rows));
    assertArrayEquals(new int[] {0, 2}, select(Predicate.not(Predicate.eq("tiny", 300)), rows));
    assertArrayEquals(new int[] {0, 1}, select(Predicate.lt("n", Double.NaN), rows));
    assertArrayEquals(new int[0], select(Predicate.eq("n", null), rows));
  }

  @Test
  void numbersMeetAsInSql() {
    Object[] r = row(null, null, new BigDecimal("0.10"), 0.1, 0.1f);
    assertEquals(1, select(Predicate.eq("price", 0.1), r).length);
    assertEquals(1, select(Predicate.eq("price", new BigDecimal("0.1")), r).length);
    assertEquals(0, select(Predicate.eq("price", new BigDecimal("0.101")), r).length);
    assertEquals(1, select(Predicate.eq("x", new BigDecimal("0.1")), r).length);
    assertEquals(0, select(Predicate.eq("f", 0.1), r).length);
    assertEquals(1, select(Predicate.eq("f", 0.1f), r).length);
    assertEquals(1, select(Predicate.gt("f", 0.1), r).length);
    Object[] big = row(null, null, null, 9007199254740992.0);
    assertEquals(0, select(Predicate.eq("x", 9007199254740993L), big).length);
    assertEquals(1, select(Predicate.lt("x", 9007199254740993L), big).length);
    assertEquals(0, select(Predicate.ge("x", 9007199254740993L), big).length);
  }

  @Test
  void nanIsGreatest() {
    Object[] nan = row(null, null, null, Double.NaN);
    assertEquals(1, select(Predicate.gt("x", Double.POSITIVE_INFINITY), nan).length);
    assertEquals(1, select(Predicate.eq("x", Double.NaN), nan).length);
    assertEquals(0, select(Predicate.lt("x", Double.NaN), nan).length);
    assertEquals(1, select(Predicate.parse("x is nan"), nan).length);
    assertEquals(1, select(Predicate.parse("x is not nan"), row(1)).length);
    ColumnStatistics s = ColumnStatistics.of(2, 0, 1, 2, 1.0, 1.0, true, true);
    BoundPredicate above = Predicate.gt("x", 5).bind(SCHEMA, true);
    assertTrue(above.mayMatch((c, p) -> s));
    BoundPredicate below = Predicate.lt("x", 5).bind(SCHEMA, true);
    assertFalse(below.alwaysMatches((c, p) -> s));
  }

  @Test
  void partitionsArePrunedByConstants() {
    BoundPredicate p =
        Predicate.parse("day >= date '2020-01-01' and n in (1, 2)").bind(SCHEMA, true);
    StatisticsSource old =
        (c, path) -> c == 6 ? ColumnStatistics.ofConstant(Type.DATE, 0L, 10) : null;
    assertFalse(p.mayMatch(old));
    StatisticsSource both =
        (c, path) ->
            c == 6
                ? ColumnStatistics.ofConstant(Type.DATE, LocalDate.of(2021, 1, 1).toEpochDay(), 10)
                : ColumnStatistics.of(10, 0, 0, 2, 1L, 2L, true, true);
    assertTrue(p.alwaysMatches(both));
    StatisticsSource missing = (c, path) -> ColumnStatistics.ofConstant(Type.DATE, null, 10);
    assertFalse(p.mayMatch(missing));
  }

  @Test
  void errorsNameWhatIsWrong() {
    assertMessage("name of type string cannot be compared with Long 5", "name = 5");
    assertMessage("n of type int32 cannot be compared with String 'a'", "n <> 'a'");
    assertMessage("n of type int32 cannot be compared with String 'a'", "n in (1, 'a')");
    assertMessage("column nope does not exist; the columns are tiny, n,", "nope is null");
    assertMessage("column s.part does not exist; the fields of s are Part", "s.part = 1");
    assertMessage("has no field 'y'", "x.y = 1");
    assertMessage("can only be compared with null", "s = 1");
    assertMessage("date '2020-01-31'", "day = '2020-01-01'");
    assertTrue(Predicate.parse("S.PART = 1").bind(SCHEMA, false).columns()[0] == 7);
  }

  private static void assertMessage(String part, String predicate) {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Predicate.parse(predicate).bind(SCHEMA, true),
            predicate);
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  @Test
  void ambiguousNames() {
    Schema schema = Schema.of(Field.of("a", Type.INT8), Field.of("A", Type.INT8));
    assertEquals(1, Predicate.eq("A", 1).bind(schema, true).columns()[0]);
    assertThrows(IllegalArgumentException.class, () -> Predicate.eq("A", 1).bind(schema, false));
  }

  @Test
  void textForms() {
    assertText("a >= 5 and (b is null or c in ('x', 'it''s'))");
    assertText("not a = 1 and not not b is not null");
    assertText("s.`odd name`.`null` starts with 'ab'");
    assertText("a ends with 'x' or not ends contains '%' or contains ends with ''");
    assertText("a = 1.5 or a = 1.5D or a = double 'NaN' or a = -0.0D or a <=> null");
    assertText("d = date '2020-01-31' or t = timestamp '2020-01-31T12:00:00Z'");
    assertText("t = timestamp_ntz '2020-01-31T12:00' or b = x'CAFE' or c = true");
    assertText("true and false");
    assertText("x = x'00' and date = date '2020-01-31' and double < 1 and `in` in (1)");
    assertEquals(Predicate.parse("a >= 1 AND a <= 2"), Predicate.parse("a between 1 and 2"));
    assertEquals(Predicate.gt("a", 5), Predicate.parse("5 < a"));
    assertEquals(Predicate.startsWith("a", "x"), Predicate.parse("a like 'x%'"));
    assertEquals(Predicate.endsWith(List.of("a"), "x"), Predicate.parse("a like '%x'"));
    assertEquals(Predicate.contains(List.of("a"), "x"), Predicate.parse("a like '%x%'"));
    assertEquals(Predicate.eq("a", 5), Predicate.parse("a == 5.00"));
    assertEquals(Predicate.eq("a", 1000.0), Predicate.parse("a=1e3"));
    assertEquals(Predicate.eq("a", 1.0 / 0), Predicate.parse("a = 1e99999999999"));
    assertEquals(
        Predicate.eq("a", Instant.parse("2020-01-01T10:00:00Z")),
        Predicate.parse("a = TIMESTAMP '2020-01-01 12:00:00+02:00'"));
    assertEquals(List.of("a", "b"), List.copyOf(Predicate.parse("a.c=1 or b<2").columns()));
  }

  private static void assertText(String text) {
    assertEquals(text, Predicate.parse(text).toString());
  }

  @Test
  void badTextIsRefused() {
    for (String bad :
        new String[] {
          "",
          "a",
          "a =",
          "a = b",
          "= 5",
          "a = 'x",
          "`a = 1",
          "a in ()",
          "a = 1 b = 2",
          "(a = 1",
          "a = x'0'",
          "a = date '2020'",
          "a = 1e",
          "a = timestamp '2020-01-01T00:00:00'",
          "a is 5",
          "and = 1",
          "a like '%x%y'",
          "5",
          "a.",
          "a = -",
          "a = ..",
          "a = " + "9".repeat(900),
          "(".repeat(100_000),
          "not ".repeat(100_000) + "a = 1",
          "a not = 5"
        }) {
      assertThrows(IllegalArgumentException.class, () -> Predicate.parse(bad), bad);
    }
    assertThrows(
        IllegalArgumentException.class, () -> Predicate.eq("a", new BigDecimal("1e1000000000")));
  }
}
