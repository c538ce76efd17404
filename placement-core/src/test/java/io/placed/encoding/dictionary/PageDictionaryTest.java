package io.placed.encoding.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.ChunkEncoder;
import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.PageDecoder;
import io.placed.encoding.Profile;
import io.placed.encoding.TestColumns;
import io.placed.encoding.choice.TrialCompressor;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.runlength.RunLengthEncoding;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dictionaries of a page are used in chunks without a shared dictionary. */
class PageDictionaryTest {
  private static final EncodingOptions NOT_SHARED =
      new EncodingOptions(Profile.BALANCED, TrialCompressor.NONE, 0, 0);

  @Test
  void roundTrips() {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Random random = new Random(seed);
    for (Type type : new Type[] {Type.STRING, Type.INT64, Type.DOUBLE, Type.decimal(30, 0)}) {
      Column column =
          TestColumns.random(
              type, TestColumns.Shape.FEW_DISTINCT, TestColumns.Nulls.RARE, 5000, random);
      ChunkEncoder encoder = new ChunkEncoder(type, NOT_SHARED);
      encoder.addPage(column, 0, 5000);
      EncodedChunk chunk = encoder.finish();
      // The strings may use a shared symbol table, but the codes are in the page.
      assertTrue(type == Type.STRING || chunk.dictionary() == null);
      assertTrue(chunk.describe().startsWith("pagedict(40)/for(6)"), chunk.describe());
      TestColumns.assertSame(column, 0, 5000, TestColumns.decode(type, chunk), "seed " + seed);
    }
  }

  /** Runs whose values repeat: run lengths with a dictionary of the run values. */
  @Test
  void holdsTheValuesOfRuns() {
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    LongColumn longs = (LongColumn) Column.of(Type.INT64);
    for (int i = 0; i < 20_000; i++) {
      long value = new Random(new Random(i / 20).nextInt(10)).nextLong();
      column.append("a somewhat longer value " + value);
      longs.append(value);
    }
    for (Column c : new Column[] {column, longs}) {
      ChunkEncoder encoder = new ChunkEncoder(c.type(), NOT_SHARED);
      encoder.addPage(c, 0, 20_000);
      EncodedChunk chunk = encoder.finish();
      assertTrue(chunk.describe().contains("pagedict(10)"), chunk.describe());
      TestColumns.assertSame(c, 0, 20_000, TestColumns.decode(c.type(), chunk), "");
    }
  }

  /** A few bytes that represent many long values: these also share their bytes when decoded. */
  @Test
  void manyRunsOfOneLongValueTakeItsBytesOnce() {
    int n = 100_000;
    byte[] value = new byte[1 << 20];
    ByteWriter out = new ByteWriter(16);
    out.u32(n);
    out.u8(0);
    out.u8(RunLengthEncoding.ID);
    out.u32(n);
    constant(out, 1);
    out.u8(PageDictionaryEncoding.ID);
    out.u32(1);
    out.u8(ConstantEncoding.ID);
    out.u32(value.length);
    out.bytes(value, 0, value.length);
    constant(out, 0);
    PageDecoder page = PageDecoder.open(Type.STRING, out.array(), 0, out.size(), n, null);
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    column.append("before");
    page.decode(0, n, column);
    assertTrue(column.arenaSize() <= value.length + 6, "arena of " + column.arenaSize());
    assertArrayEquals(value, column.get(n));
  }

  private static void constant(ByteWriter out, int value) {
    out.u8(ConstantEncoding.ID);
    out.u32(value);
  }
}
