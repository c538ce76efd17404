package io.placed.encoding.bool;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import java.util.List;
import java.util.Random;

class SparseTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "sparse";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.BOOLEAN);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    // Blocks of 256 values, with none, some and many of the rare value.
    int rarity = i < 4096 ? 90 : 12 << (i >>> 9) % 5;
    ((BooleanColumn) column).append(random.nextInt(rarity) != 0);
  }
}
