package io.placed.encoding.runlength;

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

class RunLengthTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "runs";
  }

  @Override
  protected List<Type> types() {
    return List.of(
        Type.INT16,
        Type.INT64,
        Type.FLOAT,
        Type.DOUBLE,
        Type.decimal(30, 0),
        Type.STRING,
        Type.BOOLEAN);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    long run = new Random(i / 37 ^ 7).nextLong() >>> 3;
    if (column instanceof BooleanColumn c) {
      c.append((i / 150 & 1) == 0);
    } else if (column instanceof IntColumn c) {
      c.append((short) run);
    } else if (column instanceof LongColumn c) {
      c.append(run);
    } else if (column instanceof FloatColumn c) {
      c.append((float) run);
    } else if (column instanceof DoubleColumn c) {
      c.append((double) run);
    } else if (column instanceof Int128Column c) {
      c.append(run, ~run);
    } else {
      ((BytesColumn) column).append("run " + run);
    }
  }
}
