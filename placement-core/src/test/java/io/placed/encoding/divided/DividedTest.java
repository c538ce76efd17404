package io.placed.encoding.divided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestColumns;
import io.placed.encoding.values.IntegerValues;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DividedTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "divided";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.INT64, Type.TIMESTAMP);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    if (column instanceof IntColumn c) {
      c.append(100 * random.nextInt(1_000_000) - 1_000_007);
    } else if (column.type() == Type.INT64) {
      ((LongColumn) column).append(3_600_000_000L * (random.nextInt(200_000) - 1000) + 5);
    } else {
      long seconds = random.nextInt(1_000_000_000);
      int fraction = random.nextInt(40) == 0 ? random.nextInt(1_000_000) : 0;
      ((LongColumn) column).append(1_000_000 * seconds + fraction);
    }
  }

  @Test
  void extremesComeBack() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      Column column = Column.of(Type.INT64);
      long unit = 2 + random.nextInt(trial % 2 == 0 ? 1000 : Integer.MAX_VALUE - 2);
      unit *= trial % 3 == 0 ? 5 : 1;
      long bound = Long.MAX_VALUE / unit - 2;
      for (int i = 0; i < 1500; i++) {
        long q = random.nextBoolean() ? random.nextInt() : random.nextLong() % bound;
        ((LongColumn) column).append(Math.max(-bound, Math.min(bound, q)) * unit + 1);
      }
      EncodedChunk chunk = TestColumns.encode(column, 1500);
      String text = chunk.describe() + " seed " + seed;
      TestColumns.assertSame(column, 0, 1500, TestColumns.decode(Type.INT64, chunk), text);
    }
  }

  @Test
  void findsTheGreatestDivisorAndOneRemainder() {
    long[] values = new long[5000];
    for (int i = 0; i < values.length; i++) {
      values[i] = -7 + 86_400L * ((i * 37) % 1000 - 500);
    }
    Divided.Plan plan = Divided.plan(new IntegerValues(Storage.LONG, values, values.length));
    assertEquals(86_400, plan.divisor());
    assertEquals(Storage.INT, plan.quotients().storage());
    assertEquals(1, plan.remainders().runs());
    assertEquals(86_393, plan.remainders().values()[0]);
  }

  @Test
  void longsTooFarApartAreLeftAlone() {
    long[] values = {Long.MIN_VALUE, 0, Long.MAX_VALUE - 1, 2, 4};
    assertTrue(Divided.plan(new IntegerValues(Storage.LONG, values, 5)) == null);
  }
}
