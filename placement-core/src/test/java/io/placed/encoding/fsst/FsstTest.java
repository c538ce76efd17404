package io.placed.encoding.fsst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestArrays;
import io.placed.encoding.TestColumns;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.StringValues;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FsstTest extends EncodingTestCase {
  private static final String[] WORDS = {
    "carefully ", "ironic ", "deposits ", "sleep ", "furiously ", "é", "日本", "x"
  };

  @Override
  protected String name() {
    return "fsst";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.STRING);
  }

  @Override
  protected void append(Column column, int i, Random random) {
    StringBuilder text = new StringBuilder();
    for (int k = random.nextInt(9); k >= 0; k--) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
    }
    ((BytesColumn) column).append(text.toString() + random.nextInt(100));
  }

  /** Values that differ from the training sample can be encoded too. */
  @Test
  void everyKindOfBytesRoundTrips() {
    Random random = new Random(seed);
    byte[][] parts = {
      {},
      {0},
      {0, 0, 0, 0, 0, 0, 0, 0, 0},
      {(byte) 255},
      {(byte) 255, (byte) 255, (byte) 255},
      "http://www.example.org/".getBytes(StandardCharsets.UTF_8),
      "a".repeat(40).getBytes(StandardCharsets.UTF_8),
      new byte[100_000]
    };
    random.nextBytes(parts[7]);
    for (int trial = 0; trial < 40; trial++) {
      BytesColumn column = (BytesColumn) Column.of(Type.BINARY);
      int n = 1 + random.nextInt(3000);
      int kinds = 1 + random.nextInt(trial % 4 == 0 ? 8 : 7);
      for (int i = 0; i < n; i++) {
        byte[] part = parts[random.nextInt(kinds)];
        boolean noise = trial % 3 == 0 && random.nextInt(4) == 0;
        byte[] bytes = noise ? new byte[random.nextInt(20)] : part;
        if (noise) {
          random.nextBytes(bytes);
        }
        if (bytes.length < 1000 || random.nextInt(300) == 0) {
          column.append(bytes);
        } else {
          column.append(bytes, 0, 3);
        }
      }
      roundTrip(column, "trial " + trial + " seed " + seed);
    }
  }

  @Test
  void longValuesRoundTrip() {
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    column.append("short");
    column.append("a long text, over and over again; ".repeat(300_000));
    column.append("");
    column.append("abc");
    roundTrip(column, "10 MB");
  }

  private void roundTrip(BytesColumn column, String message) {
    int n = column.size();
    StringValues values = StringValues.load(column, 0, n, new int[n], new int[n]);
    for (boolean shares : new boolean[] {true, false}) {
      ChunkState chunk = shares ? ChunkState.ofChunk() : new ChunkState();
      ByteWriter out = new ByteWriter(16);
      EncodeContext context = TestArrays.root(chunk);
      String text = new FsstScheme().encode(values, context, out);
      DecodeContext in = TestArrays.open(out, chunk.shared(FsstTable.class));
      BytesDecoder decoder = in.bytes(n);
      in.in().end("the array");
      assertEquals(text, decoder.describe(), message);
      BytesColumn all = BytesDecoder.newColumn();
      all.append("before");
      decoder.decode(0, n, all);
      BytesColumn expected = BytesDecoder.newColumn();
      expected.append("before");
      expected.appendRange(column, 0, n);
      TestColumns.assertSame(expected, 0, n + 1, all, message);
      int last = (n - 1) / 1024 * 1024;
      for (int count : new int[] {n - last, (n - last + 1) / 2}) {
        BytesColumn end = BytesDecoder.newColumn();
        decoder.decode(last, count, end);
        TestColumns.assertSame(column, last, count, end, message);
      }
      selectFew(column, decoder, message);
    }
  }

  /** Selects a few values of each vector, which are located by scanning the codes. */
  private void selectFew(BytesColumn column, BytesDecoder decoder, String message) {
    Random random = new Random(seed);
    int n = column.size();
    BytesColumn expected = BytesDecoder.newColumn();
    BytesColumn found = BytesDecoder.newColumn();
    for (int from = 0; from < n; from += 1024) {
      int inVector = Math.min(1024, n - from);
      int step = 1 + random.nextInt(200);
      int[] positions =
          IntStream.range(0, inVector).filter(i -> random.nextInt(step) == 0).toArray();
      decoder.select(from, positions, positions.length, found);
      for (int i : positions) {
        expected.appendRange(column, from + i, 1);
      }
    }
    TestColumns.assertSame(expected, 0, expected.size(), found, message);
  }

  /** A page can request at most eight bytes per code. */
  @Test
  void lengthsBeyondTheCodesAreDamage() {
    ByteWriter out = new ByteWriter(64);
    out.u8(FsstEncoding.ID);
    out.u8(FsstScheme.INLINE);
    new FsstTable(new long[] {0x6161616161616161L}, new int[] {8}, 1).write(out);
    out.u8(ConstantEncoding.ID);
    out.u32(1_000_000);
    out.u32(4);
    out.u32(0);
    DecodeContext in = TestArrays.open(out);
    BytesDecoder decoder = in.bytes(1000);
    assertThrows(
        MalformedDataException.class, () -> decoder.decode(0, 1000, BytesDecoder.newColumn()));
  }
}
