package io.placed.encoding.delta;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;

class DeltaTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "delta";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.INT64, Type.TIMESTAMP);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    long last = i == 0 ? 1_000_000_000L : last(column, i - 1);
    long value = last + 20_000 + random.nextInt(8);
    if (column instanceof IntColumn c) {
      c.append((int) value);
    } else {
      ((LongColumn) column).append(value);
    }
  }

  private static long last(Column column, int i) {
    return column instanceof IntColumn c ? c.get(i) : ((LongColumn) column).get(i);
  }
}
