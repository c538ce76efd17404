package io.placed.encoding;

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

class FrequentTest extends EncodingTestCase {
  @Override
  String name() {
    return "frequent";
  }

  @Override
  List<Type> types() {
    return List.of(
        Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE, Type.decimal(30, 0), Type.STRING);
  }

  @Override
  void append(Column column, int i, Random random) {
    boolean same = random.nextBoolean();
    if (column instanceof IntColumn c) {
      c.append(same ? 17 : random.nextInt());
    } else if (column instanceof LongColumn c) {
      c.append(same ? -17 : random.nextLong());
    } else if (column instanceof FloatColumn c) {
      c.append(same ? -0.0f : Float.intBitsToFloat(random.nextInt()));
    } else if (column instanceof DoubleColumn c) {
      c.append(same ? Double.NaN : Double.longBitsToDouble(random.nextLong()));
    } else if (column instanceof Int128Column c) {
      c.append(same ? 0 : random.nextLong(), same ? 1 : random.nextLong());
    } else {
      ((BytesColumn) column).append(same ? "nothing to report" : "event " + random.nextLong());
    }
  }
}
