package io.placed.encoding.split;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import java.util.List;
import java.util.Random;

class SplitTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "split";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.decimal(38, 10));
  }

  @Override
  protected void append(Column column, int i, Random random) {
    ((Int128Column) column).append(random.nextInt(3) - 1, random.nextLong());
  }
}
