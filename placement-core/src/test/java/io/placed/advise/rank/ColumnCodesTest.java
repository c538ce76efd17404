package io.placed.advise.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.advise.workload.RankRange;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnCodesTest {
  private static final int ROWS = 3000;

  @TempDir Path directory;

  /** Which rows have codes of a range is what the predicate of the range says, for all types. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "int8",
        "int32",
        "int64",
        "float",
        "double",
        "decimal(9,2)",
        "decimal(30,4)",
        "string",
        "binary",
        "date",
        "timestamp"
      })
  void predicatesAreCodes(String type) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int distinct : new int[] {1, 3, 40, 1 << 20}) {
      Schema schema = Schema.parse("n: int32, v: " + type);
      Field field = schema.field(1);
      Batch all = Batch.of(schema);
      for (int i = 0; i < ROWS; i++) {
        boolean frequent = random.nextInt(4) == 0;
        Object value = value(field, frequent ? 7 : random.nextInt(distinct), random);
        all.appendRow(i, random.nextInt(20) == 0 ? null : value);
      }
      Column sample = Column.of(field.type());
      sample.appendRange(all.column(1), 0, 1 + random.nextInt(ROWS));
      ColumnCodes codes = ColumnCodes.of(sample);
      char[] of = new char[ROWS];
      codes.encode(all.column(1), ROWS, of);
      String path = directory.resolve("t" + distinct + ".placed").toString();
      try (TableWriter out = Placed.write(path, schema).open()) {
        out.write(all);
        out.commit();
      }
      for (int k = 0; k < 12; k++) {
        int a = k == 0 ? 1 : of[random.nextInt(ROWS)];
        int b = k == 1 ? ColumnCodes.CODES - 1 : of[random.nextInt(ROWS)];
        int first = Math.max(1, Math.min(a, b));
        int last = Math.max(1, Math.max(a, b));
        BitSet expected = new BitSet();
        for (int i = 0; i < ROWS; i++) {
          expected.set(i, of[i] >= first && of[i] <= last);
        }
        Predicate predicate = codes.predicate("v", first, last);
        BitSet found = new BitSet();
        try (TableScan in = Placed.read(path).select("n").where(predicate).open()) {
          in.rows().forEach(row -> found.set((Integer) row[0]));
        }
        assertEquals(
            expected,
            found,
            "seed "
                + seed
                + ", "
                + distinct
                + " values, codes "
                + first
                + " to "
                + last
                + ": "
                + predicate);
      }
    }
  }

  /** A range that ends between the largest sampled number and NaN leaves NaN out. */
  @Test
  void nanIsAboveTheNumbersThatWereNotSampled() throws Exception {
    Schema schema = Schema.parse("v: double");
    Batch rows = Batch.of(schema);
    for (double v : new double[] {1, 2, Double.NaN, 3}) {
      rows.appendRow(v);
    }
    Column sample = Column.of(schema.field(0).type());
    sample.appendRange(rows.column(0), 0, 3);
    ColumnCodes codes = ColumnCodes.of(sample);
    char[] of = new char[4];
    codes.encode(rows.column(0), 4, of);
    assertTrue(of[1] < of[3] && of[3] < of[2], Arrays.toString(new int[] {of[1], of[3], of[2]}));
    String path = directory.resolve("nan.placed").toString();
    try (TableWriter out = Placed.write(path, schema).open()) {
      out.write(rows);
      out.commit();
    }
    assertEquals("[3.0]", values(path, codes.predicate("v", of[3], of[3])));
    assertEquals("[NaN]", values(path, codes.predicate("v", of[2], of[2])));
    assertEquals("[NaN, 3.0]", values(path, codes.predicate("v", of[3], of[2])));
    assertEquals("[]", values(path, codes.predicate("v", of[2] + 1, of[2] + 1)));
  }

  private static String values(String path, Predicate predicate) throws IOException {
    try (TableScan in = Placed.read(path).where(predicate).open()) {
      return in.rows().map(row -> row[0]).toList().toString();
    }
  }

  private static Object value(Field field, int n, Random random) {
    return switch (field.type().kind()) {
      case BOOLEAN -> (n & 1) == 1;
      case INT8 -> (byte) n;
      case INT32 -> n - 20;
      case INT64 -> (n - 20) * 1_000_000_007L;
      case FLOAT -> n == 3 ? Float.NaN : n == 5 ? -0.0f : (n - 20) / 4f;
      case DOUBLE -> n == 3 ? Double.NaN : n == 5 ? Double.NEGATIVE_INFINITY : (n - 20) / 8.0;
      case DECIMAL ->
          field.type().toString().contains("30")
              ? new BigDecimal(BigInteger.valueOf(n - 20).shiftLeft(60), 4)
              : BigDecimal.valueOf(n - 20, 2);
      case STRING -> "wort" + n;
      case BINARY -> new byte[] {(byte) n, (byte) (n >> 8)};
      case DATE -> LocalDate.ofEpochDay(n - 20);
      case TIMESTAMP -> Instant.ofEpochSecond(n - 20, 1000 * random.nextInt(2));
      default -> throw new AssertionError(field);
    };
  }

  @Test
  void codesAreInTheOrderOfTheValues() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema = Schema.parse("v: int64");
    Batch values = Batch.of(schema);
    for (int i = 0; i < 100_000; i++) {
      values.appendRow(random.nextInt(3) == 0 ? 5L : random.nextLong());
    }
    ColumnCodes codes = ColumnCodes.of(values.column(0));
    char[] of = new char[values.rows()];
    codes.encode(values.column(0), of.length, of);
    for (int k = 0; k < 100_000; k++) {
      int i = random.nextInt(of.length);
      int j = random.nextInt(of.length);
      long x = (Long) Values.get(values.column(0), i);
      long y = (Long) Values.get(values.column(0), j);
      assertTrue(x < y ? of[i] <= of[j] : x > y || of[i] == of[j], "seed " + seed);
    }
  }

  @Test
  void anEqualityIsTheCodeOfItsValue() {
    long[] counts = new long[ColumnCodes.CODES];
    counts[0] = 50;
    counts[10] = 100;
    counts[20] = 700;
    counts[30] = 200;
    RankScale scale = new RankScale(counts);
    assertEquals("20 20", text(scale.codes(new RankRange(0.1, 0.8))));
    assertEquals("20 30", text(scale.codes(new RankRange(0.11, 1))));
    assertEquals("10 10", text(scale.codes(new RankRange(0, 0.1))));
    assertEquals("20 20", text(scale.codes(new RankRange(0.5, 0.5))));
    assertEquals("10 30", text(scale.codes(RankRange.ALL)));
    assertEquals("20 20", text(scale.codes(new RankRange(0.2, 0.21))));
  }

  private static String text(int[] pair) {
    return pair[0] + " " + pair[1];
  }
}
