package io.placed.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.Values;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnStatisticsTest {
  private static final ColumnStatistics ALL_NULL =
      ColumnStatistics.of(4, 4, 0, 0, null, null, true, true);

  private static ColumnStatistics doubles(double... values) {
    DoubleColumn c = (DoubleColumn) Column.of(Type.DOUBLE);
    for (double v : values) {
      c.append(v);
    }
    return collect(c);
  }

  private static ColumnStatistics collect(Column c) {
    StatisticsCollector collector = new StatisticsCollector(c.type());
    collector.add(c, 0, c.size());
    return collector.result();
  }

  @Test
  void zeroBoundsHoldInBothOrders() {
    assertEquals(-0.0, doubles(0.0, 1).min());
    assertEquals(0.0, doubles(-0.0, -1).max());
    assertEquals(doubles(0.0), doubles(-0.0));
    assertEquals(1, doubles(0.0, -0.0).distinctEstimate());
  }

  @Test
  void ofSomeValues() {
    ColumnStatistics all = ColumnStatistics.of(1000, 900, 30, 40, 1.0, 9.0, true, true);
    assertEquals(all, all.ofSome(1000));
    assertEquals(ColumnStatistics.of(200, 180, 6, 20, 1.0, 9.0, false, false), all.ofSome(200));
    assertEquals(ColumnStatistics.of(999, 900, 30, 40, 1.0, 9.0, false, false), all.ofSome(999));
    assertEquals(ColumnStatistics.of(3, 1, 1, 2, 1.0, 9.0, false, false), all.ofSome(3));
    assertEquals(ColumnStatistics.of(2, 0, 1, 2, 1.0, 9.0, false, false), all.ofSome(2));
    assertEquals(ColumnStatistics.of(1, 0, 0, 1, 1.0, 9.0, false, false), all.ofSome(1));
    assertEquals(ColumnStatistics.empty(), all.ofSome(0));
    assertEquals(ColumnStatistics.of(3, 3, 0, 0, null, null, true, true), ALL_NULL.ofSome(3));
    for (int values = 1; values < 100; values++) {
      ColumnStatistics nan =
          ColumnStatistics.of(values, values / 2, values - values / 2, 1, null, null, true, true);
      assertEquals(0, nan.ofSome(values / 3).comparableCount());
    }
  }

  /** Bytes that end in zeros, common first bytes, empty values, and values at the arena's end. */
  @Test
  void boundsOfStringsAreInUnsignedByteOrder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] alphabet = {0, 1, 'a', (byte) 0x80, (byte) 0xFF};
    for (int round = 0; round < 2000; round++) {
      BytesColumn column = (BytesColumn) Column.of(Type.BINARY);
      byte[] common = new byte[random.nextInt(3) * 4];
      byte[] min = null;
      byte[] max = null;
      for (int i = 1 + random.nextInt(20); i > 0; i--) {
        byte[] value = Arrays.copyOf(common, common.length + random.nextInt(7));
        for (int k = common.length; k < value.length; k++) {
          value[k] = alphabet[random.nextInt(alphabet.length)];
        }
        column.append(value);
        min = min == null || Arrays.compareUnsigned(value, min) < 0 ? value : min;
        max = max == null || Arrays.compareUnsigned(value, max) > 0 ? value : max;
      }
      // An arena without room behind the last value.
      column.shareArena(Arrays.copyOf(column.arena(), column.arenaSize()), column.arenaSize());
      ColumnStatistics s = collect(column);
      assertArrayEquals(min, (byte[]) s.min(), "seed " + seed);
      assertArrayEquals(max, (byte[]) s.max(), "seed " + seed);
    }
  }

  @Test
  void nanIsCountedOnly() {
    ColumnStatistics s = doubles(1, Double.NaN, Double.longBitsToDouble(0xFFF8_0000_0000_0001L), 2);
    assertEquals(2, s.nanCount());
    assertEquals(1.0, s.min());
    assertEquals(2.0, s.max());
    assertEquals(3, s.distinctEstimate());
    ColumnStatistics nan = doubles(Double.NaN);
    assertNull(nan.min());
    assertEquals(0, nan.comparableCount());
    ColumnStatistics all = ColumnStatistics.merge(nan, s);
    assertEquals(3, all.nanCount());
    assertEquals(2.0, all.max());
    ColumnStatistics infinite = doubles(Double.POSITIVE_INFINITY);
    assertEquals(Double.POSITIVE_INFINITY, infinite.min());
    assertEquals(Double.POSITIVE_INFINITY, infinite.max());
  }

  @Test
  void exactnessSurvivesMerging() {
    byte[] ab = {'a', 'b'};
    byte[] c = {'c'};
    ColumnStatistics cut = ColumnStatistics.of(1, 0, 0, 1, ab, c, false, false);
    ColumnStatistics exact = ColumnStatistics.of(1, 0, 0, 1, ab, ab, true, true);
    ColumnStatistics both = ColumnStatistics.merge(cut, exact);
    // The value ab exists and is the minimum; c may not exist.
    assertTrue(both.minExact());
    assertFalse(both.maxExact());
    assertEquals(both, ColumnStatistics.merge(exact, cut));
    assertEquals(cut, ColumnStatistics.merge(ColumnStatistics.empty(), cut));
    assertFalse(ColumnStatistics.merge(ALL_NULL, cut).minExact());
    assertTrue(ALL_NULL.minExact());
  }

  @Test
  void contradictionsAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnStatistics.of(1, 2, 0, -1, null, null, true, true));
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnStatistics.of(Long.MAX_VALUE, 1, Long.MAX_VALUE, -1, 1L, 1L, true, true));
    assertThrows(
        IllegalArgumentException.class, () -> ColumnStatistics.of(2, 2, 0, -1, 1L, 1L, true, true));
    assertThrows(
        IllegalArgumentException.class, () -> ColumnStatistics.of(2, 0, 0, -1, 2L, 1L, true, true));
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnStatistics.of(2, 0, 0, -1, 2L, 3.0, true, true));
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnStatistics.of(2, 0, 0, -1, Double.NaN, Double.NaN, true, true));
  }

  @Test
  void constants() {
    ColumnStatistics five = ColumnStatistics.ofConstant(Type.INT32, 5L, 3);
    assertEquals(5L, five.min());
    assertEquals(1, five.distinctEstimate());
    assertEquals(3, ColumnStatistics.ofConstant(Type.INT32, null, 3).nullCount());
    assertEquals(3, ColumnStatistics.ofConstant(Type.DOUBLE, Double.NaN, 3).nanCount());
    assertEquals(
        ColumnStatistics.empty(), ColumnStatistics.ofConstant(Type.STRING, new byte[1], 0));
    assertThrows(
        IllegalArgumentException.class, () -> ColumnStatistics.ofConstant(Type.INT8, 128L, 1));
  }

  @Test
  void widenedBoundsAreThoseOfWidenedValues() {
    ColumnStatistics ints = ColumnStatistics.ofConstant(Type.INT32, 7L, 1);
    assertEquals(7L, ints.widened(Type.INT32, Type.INT64).min());
    assertEquals(7.0, ints.widened(Type.INT32, Type.DOUBLE).min());
    assertEquals(700L, ints.widened(Type.INT32, Type.decimal(12, 2)).max());
    assertEquals(BigInteger.valueOf(700), ints.widened(Type.INT32, Type.decimal(20, 2)).max());
    assertEquals(
        BigInteger.valueOf(70_000), ints.widened(Type.decimal(5, 0), Type.decimal(30, 4)).max());
    long day = 86_400_000_000L;
    assertEquals(7 * day, ints.widened(Type.DATE, Type.TIMESTAMP_NTZ).max());
    ColumnStatistics far = ColumnStatistics.ofConstant(Type.DATE, (long) Integer.MAX_VALUE, 1);
    ColumnStatistics unknown = far.widened(Type.DATE, Type.TIMESTAMP_NTZ);
    assertNull(unknown.max());
    assertEquals(1, unknown.comparableCount());
    ColumnStatistics known = ColumnStatistics.ofConstant(Type.TIMESTAMP_NTZ, 5L, 1);
    assertNull(ColumnStatistics.merge(known, unknown).min());
    assertNull(ColumnStatistics.merge(unknown, known).min());
    assertThrows(IllegalArgumentException.class, () -> ints.widened(Type.INT64, Type.INT32));
  }

  @Test
  void textOfBoundsIsExact() {
    for (double d : new double[] {-0.0, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, -1.0 / 0}) {
      assertEquals(d, roundTrip(Type.DOUBLE, d));
    }
    assertEquals((double) 0.1f, roundTrip(Type.FLOAT, (double) 0.1f));
    assertEquals(Long.MIN_VALUE, roundTrip(Type.TIMESTAMP, Long.MIN_VALUE));
    BigInteger big = BigInteger.TEN.pow(38).subtract(BigInteger.ONE).negate();
    assertEquals(big, roundTrip(Type.decimal(38, 3), big));
    byte[] raw = {0, -1, 39};
    assertEquals("AP8n", ColumnStatistics.boundText(Type.STRING, raw));
    assertEquals(
        ColumnStatistics.ofConstant(Type.STRING, raw, 1),
        ColumnStatistics.ofConstant(Type.STRING, roundTrip(Type.STRING, raw), 1));
    Map<Type, String> bad =
        Map.of(
            Type.INT8,
            "128",
            Type.BOOLEAN,
            "2",
            Type.INT64,
            "9223372036854775808",
            Type.FLOAT,
            "0.1",
            Type.STRING,
            "*",
            Type.decimal(30, 0),
            "1".repeat(10_000),
            Type.list(Type.INT8),
            "1");
    bad.forEach(
        (type, text) ->
            assertThrows(
                IllegalArgumentException.class,
                () -> ColumnStatistics.parseBound(type, text),
                type.toString()));
  }

  private static Object roundTrip(Type type, Object bound) {
    return ColumnStatistics.parseBound(type, ColumnStatistics.boundText(type, bound));
  }

  @Test
  void descriptionShowsJavaValues() {
    assertEquals(
        "2 values, 0 null, about 1 distinct, min 2020-01-31, max 2020-01-31",
        ColumnStatistics.ofConstant(Type.DATE, LocalDate.of(2020, 1, 31).toEpochDay(), 2)
            .describe(Type.DATE));
    assertEquals(new BigDecimal("1.50"), ColumnStatistics.boundValue(Type.decimal(5, 2), 150L));
    assertTrue(
        ColumnStatistics.ofConstant(Type.STRING, new byte[] {'a'}, 2)
            .describe(Type.STRING)
            .endsWith("min 'a', max 'a'"));
    assertEquals("4 values, 4 null, about 0 distinct", ALL_NULL.describe(Type.INT8));
  }

  @Test
  void nestedTypesAreCountedOnly() {
    Field field = Field.of("l", Type.list(Type.INT32));
    Column c = Column.of(field.type());
    Values.append(c, field, null);
    Values.append(c, field, java.util.List.of(1, 2));
    ColumnStatistics s = collect(c);
    assertEquals(ColumnStatistics.of(2, 1, 0, -1, null, null, false, false), s);
  }

  @Test
  void serialization() throws Exception {
    ColumnStatistics s = ColumnStatistics.ofConstant(Type.STRING, new byte[] {1, 2}, 5);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(s);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(s, in.readObject());
    }
  }
}
