package io.placed.encoding.plain;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;

class PlainTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "plain";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE, Type.BINARY);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    if (column instanceof IntColumn c) {
      c.append(random.nextInt());
    } else if (column instanceof LongColumn c) {
      c.append(random.nextLong());
    } else if (column instanceof FloatColumn c) {
      c.append(Float.intBitsToFloat(random.nextInt()));
    } else if (column instanceof DoubleColumn c) {
      c.append(Double.longBitsToDouble(random.nextLong()));
    } else {
      byte[] bytes = new byte[random.nextInt(30)];
      random.nextBytes(bytes);
      ((BytesColumn) column).append(bytes);
    }
  }
}
