package io.placed.encoding;

import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import java.util.List;
import java.util.Random;

class SplitTest extends EncodingTestCase {
  @Override
  String name() {
    return "split";
  }

  @Override
  List<Type> types() {
    return List.of(Type.decimal(38, 10));
  }

  @Override
  void append(Column column, int i, Random random) {
    ((Int128Column) column).append(random.nextInt(3) - 1, random.nextLong());
  }
}
