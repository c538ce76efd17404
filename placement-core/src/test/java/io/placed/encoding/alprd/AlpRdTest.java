package io.placed.encoding.alprd;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import java.util.List;
import java.util.Random;

class AlpRdTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "alprd";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.DOUBLE, Type.FLOAT);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    double v = 40 + random.nextGaussian();
    if (random.nextInt(100) == 0) {
      v = Double.longBitsToDouble(random.nextLong());
    }
    if (column instanceof DoubleColumn c) {
      c.append(v);
    } else {
      ((FloatColumn) column).append((float) v);
    }
  }
}
