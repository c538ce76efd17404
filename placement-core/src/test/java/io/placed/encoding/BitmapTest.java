package io.placed.encoding;

import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import java.util.List;
import java.util.Random;

class BitmapTest extends EncodingTestCase {
  @Override
  String name() {
    return "bitmap";
  }

  @Override
  List<Type> types() {
    return List.of(Type.BOOLEAN);
  }

  @Override
  void append(Column column, int i, Random random) {
    ((BooleanColumn) column).append(random.nextBoolean());
  }
}
