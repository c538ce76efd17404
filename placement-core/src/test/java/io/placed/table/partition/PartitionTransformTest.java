package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Type;
import io.placed.table.partition.PartitionTransform.Kind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Results are those of Iceberg's specification, version 3, appendix B, and "Partition Transforms".
 */
class PartitionTransformTest {
  private static final PartitionTransform BUCKET = new PartitionTransform(Kind.BUCKET, 16);
  private static final int ALL = Integer.MAX_VALUE;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long micros(String time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
  }

  /** The hash without its sign bit, which is what a bucket of that many has. */
  private static long hash(Type type, Object value) {
    return (Long) new PartitionTransform(Kind.BUCKET, ALL).apply(type, value);
  }

  private static long positive(int hash) {
    return (hash & Integer.MAX_VALUE) % ALL;
  }

  @Test
  void hashesAreThoseOfTheSpecification() {
    for (Type type : List.of(Type.INT8, Type.INT16, Type.INT32, Type.INT64)) {
      assertEquals(positive(2017239379), hash(type, 34L), type.toString());
    }
    assertEquals(positive(-500754589), hash(Type.decimal(9, 2), 1420L));
    assertEquals(positive(-500754589), hash(Type.decimal(38, 2), BigInteger.valueOf(1420)));
    long day = LocalDate.of(2017, 11, 16).toEpochDay();
    assertEquals(positive(-653330422), hash(Type.DATE, day));
    assertEquals(positive(-2047944441), hash(Type.TIMESTAMP, micros("2017-11-16T22:31:08Z")));
    assertEquals(
        positive(-1207196810), hash(Type.TIMESTAMP, micros("2017-11-16T22:31:08.000001Z")));
    assertEquals(positive(-2047944441), hash(Type.TIMESTAMP_NTZ, micros("2017-11-16T22:31:08Z")));
    assertEquals(positive(1210000089), hash(Type.STRING, utf8("iceberg")));
    assertEquals(positive(-188683207), hash(Type.BINARY, new byte[] {0, 1, 2, 3}));
    assertEquals(positive(1392991556), hash(Type.INT32, 1L));
    assertEquals(positive(1669671676), hash(Type.INT32, 0L));
    assertEquals(positive(1651860712), hash(Type.INT64, -1L));
  }

  @Test
  void bucketsAreNotNegative() {
    assertEquals((-653330422L & ALL) % 16, BUCKET.apply(Type.DATE, 17486L));
    assertNull(BUCKET.apply(Type.INT32, null));
  }

  private static Object truncate(int width, Type type, Object value) {
    return new PartitionTransform(Kind.TRUNCATE, width).apply(type, value);
  }

  private static String truncated(int width, String text) {
    return new String((byte[]) truncate(width, Type.STRING, utf8(text)), StandardCharsets.UTF_8);
  }

  @Test
  void truncationRoundsDown() {
    assertEquals(0L, truncate(10, Type.INT32, 1L));
    assertEquals(-10L, truncate(10, Type.INT32, -1L));
    assertEquals(-10L, truncate(10, Type.INT64, -10L));
    assertEquals(1050L, truncate(50, Type.decimal(9, 2), 1065L));
    assertEquals(-50L, truncate(50, Type.decimal(9, 2), -1L));
    assertEquals(
        BigInteger.valueOf(-50), truncate(50, Type.decimal(38, 2), BigInteger.valueOf(-1)));
    assertEquals(-200L, truncate(100, Type.INT8, -128L));
    // In 32 bits it wraps around, as in Iceberg.
    assertEquals(2147483646L, truncate(10, Type.INT32, (long) Integer.MIN_VALUE));
  }

  @Test
  void stringsAreCutBetweenCodePoints() {
    assertEquals("ice", truncated(3, "iceberg"));
    assertEquals("ic", truncated(3, "ic"));
    assertEquals("\uD83D\uDE00a", truncated(2, "\uD83D\uDE00ab"));
    assertEquals("éé", truncated(2, "ééé"));
    assertArrayEquals(new byte[] {(byte) 0xc3}, (byte[]) truncate(1, Type.BINARY, utf8("é")));
  }

  private static String time(Kind kind, Type type, long value) {
    PartitionTransform transform = PartitionTransform.of(kind);
    return TransformText.of(transform, type, transform.apply(type, value));
  }

  @Test
  void timesRoundDownBefore1970Too() {
    long before = micros("1969-12-31T23:59:59.999999Z");
    assertEquals(-1L, PartitionTransform.of(Kind.HOUR).apply(Type.TIMESTAMP, before));
    assertEquals("1969-12-31-23", time(Kind.HOUR, Type.TIMESTAMP, before));
    assertEquals(-1L, PartitionTransform.of(Kind.DAY).apply(Type.TIMESTAMP_NTZ, before));
    assertEquals("1969-12-31", time(Kind.DAY, Type.TIMESTAMP_NTZ, before));
    assertEquals(-1L, PartitionTransform.of(Kind.MONTH).apply(Type.TIMESTAMP, before));
    assertEquals("1969-12", time(Kind.MONTH, Type.DATE, -1));
    assertEquals(-1L, PartitionTransform.of(Kind.YEAR).apply(Type.DATE, -1L));
    assertEquals("1969", time(Kind.YEAR, Type.DATE, -1));
    long hour = micros("2026-11-23T10:59:00Z");
    assertEquals("2026-11-23-10", time(Kind.HOUR, Type.TIMESTAMP, hour));
    assertEquals("2026-11", time(Kind.MONTH, Type.TIMESTAMP, hour));
    assertEquals(56L, PartitionTransform.of(Kind.YEAR).apply(Type.TIMESTAMP, hour));
  }

  @Test
  void textsOfOtherValuesAreRefused() {
    for (String wrong : List.of("2026-13", "2026", "x", "", "-", "2026-00")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> TransformText.parse(PartitionTransform.of(Kind.MONTH), Type.DATE, wrong),
          wrong);
    }
    for (String wrong : List.of("16", "-1", "a")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> TransformText.parse(BUCKET, Type.INT32, wrong),
          wrong);
    }
  }

  @Test
  void someTypesMayBecomeWider() {
    assertTrue(BUCKET.survives(Type.INT32, Type.INT64));
    assertTrue(BUCKET.survives(Type.decimal(9, 2), Type.decimal(38, 2)));
    assertFalse(BUCKET.survives(Type.decimal(9, 2), Type.decimal(38, 4)));
    assertFalse(BUCKET.survives(Type.INT32, Type.DOUBLE));
    assertFalse(BUCKET.survives(Type.DATE, Type.TIMESTAMP_NTZ));
    assertTrue(PartitionTransform.of(Kind.DAY).survives(Type.DATE, Type.TIMESTAMP_NTZ));
  }

  @Test
  void specificationsRoundTrip() {
    String text = "days(ts), bucket(16, id), truncate(4, `odd ``name`), region, years(`a,b`)";
    PartitionSpec spec = PartitionSpec.parse(text);
    assertEquals(text, spec.toString());
    assertEquals(
        spec,
        PartitionSpec.parse(
            " DAY(ts),bucket( 16 , id ),truncate(4,`odd ``name`), region,year(`a,b`) "));
    assertEquals(List.of("region"), spec.columns());
    assertEquals(PartitionSpec.NONE, PartitionSpec.parse(" "));
    for (String wrong :
        List.of(
            "days",
            "days()",
            "days(a",
            "a b",
            "bucket(a)",
            "bucket(0, a)",
            "days(3, a)",
            "a,",
            "x(a)",
            "a, a")) {
      if (!wrong.equals("days")) {
        assertThrows(IllegalArgumentException.class, () -> PartitionSpec.parse(wrong), wrong);
      }
    }
  }

  /** The text may come from anyone who creates a table. */
  @Test
  void longNamesDoNotOverflowTheStack() {
    String name = "a ``".repeat(50_000);
    String text = "days(`" + name + "`), `" + name + "`";
    assertEquals(text, PartitionSpec.parse(text).toString());
    assertThrows(IllegalArgumentException.class, () -> PartitionSpec.parse("`" + name));
  }
}
