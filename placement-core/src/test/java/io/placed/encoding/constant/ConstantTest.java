package io.placed.encoding.constant;

import io.placed.encoding.EncodingTestCase;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;
import java.util.Random;

class ConstantTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "constant";
  }

  @Override
  protected List<Type> types() {
    return List.of(
        Type.BOOLEAN,
        Type.INT16,
        Type.INT64,
        Type.FLOAT,
        Type.DOUBLE,
        Type.decimal(30, 0),
        Type.STRING);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    if (column instanceof BooleanColumn c) {
      c.append(true);
    } else if (column instanceof IntColumn c) {
      c.append(Short.MIN_VALUE);
    } else if (column instanceof LongColumn c) {
      c.append(Long.MIN_VALUE);
    } else if (column instanceof FloatColumn c) {
      c.append(-0.0f);
    } else if (column instanceof DoubleColumn c) {
      c.append(Double.longBitsToDouble(0xFFF8000000000001L));
    } else if (column instanceof Int128Column c) {
      c.append(-5, 17);
    } else {
      ((BytesColumn) column).append("always the same");
    }
  }
}
