package io.placed.encoding.alp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestColumns;
import io.placed.encoding.values.IntegerValues;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class AlpTest extends EncodingTestCase {
  private static final double[] ODD = {
    -0.0,
    Double.NaN,
    Double.longBitsToDouble(0x7FF0000000000001L),
    Double.longBitsToDouble(0xFFF8123456789ABCL),
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_NORMAL,
    Double.MAX_VALUE,
    Math.PI,
    0.1 + 0.2,
    1e22,
    9007199254740993.0,
    0x1p51,
    -0x1p51,
    0x1p51 - 1,
    1e-22
  };

  @Override
  protected String name() {
    return "alp";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.DOUBLE, Type.FLOAT);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    boolean odd = random.nextInt(60) == 0;
    int cents = random.nextInt(1_000_000) - 1000;
    if (column instanceof DoubleColumn c) {
      c.append(odd ? ODD[random.nextInt(ODD.length)] : cents / 100.0);
    } else {
      ((FloatColumn) column).append(odd ? (float) Math.PI : cents / 100f);
    }
  }

  private static String roundTrip(int n, IntToDoubleFunction value, long seed) {
    Column column = Column.of(Type.DOUBLE);
    for (int i = 0; i < n; i++) {
      ((DoubleColumn) column).append(value.applyAsDouble(i));
    }
    EncodedChunk chunk = TestColumns.encode(column, 4096);
    String text = chunk.describe();
    TestColumns.assertSame(
        column, 0, n, TestColumns.decode(Type.DOUBLE, chunk), text + " seed " + seed);
    return text;
  }

  @Test
  void everyNumberOfDigitsComesBack() {
    Random random = new Random(seed);
    for (int digits = 0; digits <= 15; digits++) {
      for (long range : new long[] {100_000, 1L << 31, 999_999_999_999_999L}) {
        double power = Double.parseDouble("1e" + digits);
        String text =
            roundTrip(5000, i -> (long) ((random.nextDouble() - 0.5) * range) / power, seed);
        assertTrue(text.startsWith("alp(" + digits + ")"), text + " seed " + seed);
      }
    }
  }

  @Test
  void decimalsFromTextNeedNoException() {
    Random random = new Random(seed);
    String text =
        roundTrip(
            20_000,
            i -> Double.parseDouble(random.nextInt(1000) + "." + (1000 + random.nextInt(1000))),
            seed);
    assertTrue(text.startsWith("alp(4)/for"), text);
  }

  @Test
  void sortedDecimalsBecomeDifferences() {
    Random random = new Random(seed);
    int[] at = {0};
    String text = roundTrip(20_000, i -> (at[0] += 1000 + random.nextInt(4)) / 1000.0, seed);
    assertTrue(text.startsWith("alp(3)/delta"), text);
  }

  @Test
  void anyBitsComeBack() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      int n = 1 + random.nextInt(3000);
      int oddIn = 1 + random.nextInt(30);
      double power = Math.pow(10, random.nextInt(20) - 4);
      roundTrip(
          n,
          i ->
              switch (random.nextInt(oddIn)) {
                case 0 -> ODD[random.nextInt(ODD.length)];
                case 1 -> Double.longBitsToDouble(random.nextLong());
                default -> random.nextInt(100_000) / power;
              },
          seed);
    }
  }

  @Test
  void thePlanEncodesEveryValueOnce() {
    long[] bits = new long[2000];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Double.doubleToRawLongBits(i < 3 || i % 100 == 7 ? Math.E + i : i / 4.0);
    }
    Alp.Plan plan = Alp.plan(new IntegerValues(io.placed.schema.Storage.DOUBLE, bits, 2000));
    assertEquals(2, plan.exponent());
    assertEquals(23, plan.positions().length);
    // Exceptions before the first decimal have its integer, others the previous one.
    assertEquals(75, plan.integers().values()[0]);
    assertEquals(150, plan.integers().values()[7]);
  }
}
