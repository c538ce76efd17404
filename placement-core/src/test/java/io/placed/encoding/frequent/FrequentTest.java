package io.placed.encoding.frequent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestArrays;
import io.placed.encoding.TestColumns;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.StringValues;
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
import org.junit.jupiter.api.Test;

class FrequentTest extends EncodingTestCase {
  @Override
  protected String name() {
    return "frequent";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE, Type.decimal(30, 0));
  }

  @Override
  protected void append(Column column, int i, Random random) {
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

  /** Another encoding is often cheaper for strings, so this one is forced. */
  @Test
  void stringsRoundTrip() {
    int n = 3000;
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    Random random = new Random(seed);
    for (int i = 0; i < n; i++) {
      append(column, i, random);
    }
    ByteWriter out = new ByteWriter(16);
    EncodeContext context = TestArrays.root(new ChunkState());
    String text =
        new FrequentScheme()
            .encode(StringValues.load(column, 0, n, new int[n], new int[n]), context, out);
    DecodeContext in = TestArrays.open(out);
    assertEquals(FrequentEncoding.ID, out.array()[0]);
    BytesDecoder decoder = in.bytes(n);
    in.in().end("the array");
    assertEquals(text, decoder.describe());
    for (int from = 2048; from >= 0; from -= 1024) {
      BytesColumn vector = (BytesColumn) Column.of(Type.STRING);
      int count = Math.min(1024, n - from);
      decoder.decode(from, count, vector);
      TestColumns.assertSame(column, from, count, vector, text + " seed " + seed);
    }
  }
}
