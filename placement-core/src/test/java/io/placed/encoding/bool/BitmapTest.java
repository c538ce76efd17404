package io.placed.encoding.bool;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import java.util.List;
import java.util.Random;

class BitmapTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "bitmap";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.BOOLEAN);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    ((BooleanColumn) column).append(random.nextBoolean());
  }
}
