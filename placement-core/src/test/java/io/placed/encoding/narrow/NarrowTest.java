package io.placed.encoding.narrow;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import java.util.List;
import java.util.Random;

class NarrowTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "narrow";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.decimal(38, 2));
  }

  @Override
  protected void append(Column column, int i, Random random) {
    long value = random.nextInt(2_000_001) - 1_000_000;
    ((Int128Column) column).append(value >> 63, value);
  }
}
