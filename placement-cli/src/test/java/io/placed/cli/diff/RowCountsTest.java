package io.placed.cli.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.RandomRows;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowCountsTest {
  @TempDir Path dir;

  /** With so little memory, rows are divided once, several times, or never. */
  @ParameterizedTest
  @ValueSource(longs = {2_000, 100_000, 1L << 30})
  void countsAsAMapDoes(long memory) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Schema schema = Schema.parse("k: int32, s: string");
    Map<String, Integer> expected = new HashMap<>();
    try (RowCounts counts = new RowCounts(memory, dir)) {
      for (int i = 0; i < 60; i++) {
        boolean first = random.nextBoolean();
        Batch batch = Batch.of(schema);
        for (int row = random.nextInt(400); row > 0; row--) {
          Integer k = random.nextInt(9) == 0 ? null : random.nextInt(2000);
          String s = random.nextInt(9) == 0 ? null : "x".repeat(random.nextInt(3));
          batch.appendRow(k, s);
          expected.merge(k + " " + s, first ? 1 : -1, Integer::sum);
        }
        assertEquals(batch.rows(), counts.add(batch, first));
      }
      long onlyFirst = expected.values().stream().mapToInt(n -> Math.max(0, n)).sum();
      long onlySecond = expected.values().stream().mapToInt(n -> Math.max(0, -n)).sum();
      assertEquals(memory < 1L << 20, files() > 0, "seed " + seed);
      assertEquals(
          new RowCounts.Difference(onlyFirst, onlySecond), counts.difference(), "seed " + seed);
    }
    assertEquals(0, files());
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.list(dir)) {
      return all.count();
    }
  }

  @Test
  void temporaryFilesAreDeletedWithoutAResult() throws IOException {
    try (RowCounts counts = new RowCounts(1000, dir)) {
      counts.add(new RandomRows(1).batch(RandomRows.EVERY_TYPE, 100), true);
      assertTrue(files() > 0);
    }
    assertEquals(0, files());
  }

  @Test
  void rowsOfAllTypesAreEqualToTheirCopies() throws IOException {
    long seed = new Random().nextLong();
    Batch rows = new RandomRows(seed).batch(RandomRows.EVERY_TYPE, 500);
    Batch copy = Batch.of(RandomRows.EVERY_TYPE);
    for (int i = rows.rows() - 1; i >= 0; i--) {
      copy.appendRow(rows.row(i));
    }
    try (RowCounts counts = new RowCounts(20_000, dir)) {
      counts.add(rows, true);
      counts.add(copy, false);
      assertEquals(new RowCounts.Difference(0, 0), counts.difference(), "seed " + seed);
    }
  }

  private static byte[] bytes(Type type, Object value) {
    Column column = Column.of(type);
    Values.append(column, Field.of("x", type), value);
    RowBytes row = new RowBytes();
    row.add(column, 0);
    return row.toBytes();
  }

  private static boolean equal(Type a, Object x, Type b, Object y) {
    assertTrue(RowBytes.areComparable(a, b), a + " and " + b);
    return Arrays.equals(bytes(a, x), bytes(b, y));
  }

  @Test
  void whatIsEqual() {
    assertTrue(equal(Type.INT8, (byte) -3, Type.INT64, -3L));
    assertFalse(equal(Type.INT32, 3, Type.INT64, 3L + (1L << 32)));
    assertTrue(equal(Type.FLOAT, 1.5f, Type.DOUBLE, 1.5));
    assertFalse(equal(Type.FLOAT, 0.1f, Type.DOUBLE, 0.1));
    assertFalse(equal(Type.DOUBLE, 0.0, Type.DOUBLE, -0.0));
    double otherNaN = Double.longBitsToDouble(0x7ff8000000000001L);
    assertTrue(equal(Type.DOUBLE, Double.NaN, Type.DOUBLE, otherNaN));
    assertTrue(equal(Type.FLOAT, Float.NaN, Type.DOUBLE, Double.NaN));
    Type narrow = new DecimalType(9, 2);
    Type wide = new DecimalType(38, 10);
    assertTrue(equal(narrow, new BigDecimal("1.50"), wide, new BigDecimal("1.5")));
    assertTrue(equal(narrow, new BigDecimal("0.00"), wide, BigDecimal.ZERO));
    assertFalse(equal(narrow, new BigDecimal("1.50"), wide, new BigDecimal("1.5000000001")));
    assertFalse(equal(Type.STRING, "", Type.STRING, null));
    assertFalse(RowBytes.areComparable(Type.STRING, Type.BINARY));
    assertFalse(RowBytes.areComparable(Type.INT64, Type.TIMESTAMP));
    assertFalse(RowBytes.areComparable(Type.TIMESTAMP_NTZ, Type.TIMESTAMP));
    assertFalse(RowBytes.areComparable(Type.INT32, Type.DOUBLE));
    Type map = Schema.parse("m: map<string, int32>").field(0).type();
    Map<String, Integer> one = new LinkedHashMap<>(Map.of("a", 1));
    one.put("b", 2);
    Map<String, Integer> other = new LinkedHashMap<>(Map.of("b", 2));
    other.put("a", 1);
    assertTrue(equal(map, one, map, other));
    other.put("a", 3);
    assertFalse(equal(map, one, map, other));
  }

  /** Neighbors whose bytes would be the same without lengths. */
  @Test
  void valuesDoNotRunIntoEachOther() throws IOException {
    Schema schema = Schema.parse("a: string, b: string, l: list<int32>");
    try (RowCounts counts = new RowCounts(1 << 20, dir)) {
      Batch first = Batch.of(schema);
      first.appendRow("ab", "c", List.of(1));
      first.appendRow(null, "", List.of());
      Batch second = Batch.of(schema);
      second.appendRow("a", "bc", List.of(1));
      second.appendRow("", null, List.of());
      counts.add(first, true);
      counts.add(second, false);
      assertEquals(new RowCounts.Difference(2, 2), counts.difference());
    }
  }
}
