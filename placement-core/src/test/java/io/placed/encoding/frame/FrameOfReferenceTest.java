package io.placed.encoding.frame;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;

class FrameOfReferenceTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "for";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.INT64);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    // In some vectors, a few values are far off in both directions.
    boolean far = i / 1024 % 2 == 0 && random.nextInt(100) == 0;
    if (column instanceof IntColumn c) {
      c.append(far ? random.nextInt() : 1_000_000 + random.nextInt(1000));
    } else {
      ((LongColumn) column).append(far ? random.nextLong() : (1L << 40) + random.nextInt(1 << 20));
    }
  }
}
