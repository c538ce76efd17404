package io.placed.encoding.dictionary;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;

class SharedDictionaryTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "dict";
  }

  @Override
  protected List<Type> types() {
    return List.of(
        Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE, Type.decimal(30, 0), Type.STRING);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    long value = new Random(random.nextInt(20)).nextLong();
    if (column instanceof IntColumn c) {
      c.append((int) value);
    } else if (column instanceof LongColumn c) {
      c.append(value);
    } else if (column instanceof FloatColumn c) {
      c.append(Float.intBitsToFloat((int) value));
    } else if (column instanceof DoubleColumn c) {
      c.append(Double.longBitsToDouble(value));
    } else if (column instanceof Int128Column c) {
      c.append(value, ~value);
    } else {
      ((BytesColumn) column).append("value " + value);
    }
  }
}
