package io.placed.encoding.frontcoding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestArrays;
import io.placed.encoding.TestColumns;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.runlength.RunLengthEncoding;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.StringValues;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrontCodingTest extends EncodingTestCase {
  private static final String START = new BigInteger(400, new Random(1)).toString(36);

  @Override
  protected String name() {
    return "front";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.STRING);
  }

  /** Ascending, with random suffixes without frequent substrings. */
  @Override
  protected void append(Column column, int i, Random random) {
    String end = Long.toString(random.nextLong() >>> 1, 36);
    ((BytesColumn) column).append(String.format(Locale.ROOT, "%s%010d/%s", START, i * 7919L, end));
  }

  @Test
  void sortedTextRoundTrips() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 30; trial++) {
      int n = 1 + random.nextInt(3000);
      String[] texts = new String[n];
      for (int i = 0; i < n; i++) {
        texts[i] = "é".repeat(random.nextInt(4)) + "ab".repeat(random.nextInt(40));
        texts[i] += random.nextInt(3) == 0 ? random.nextInt(1000) : "";
      }
      Arrays.sort(texts);
      BytesColumn column = (BytesColumn) Column.of(Type.STRING);
      for (int i = 0; i < n; i++) {
        column.append(texts[i]);
        if (trial % 2 == 0 && random.nextInt(5) == 0) {
          column.setNull(i);
        }
      }
      String message = "trial " + trial + " seed " + seed;
      ByteWriter out = new ByteWriter(16);
      String text = encode(column, out);
      BytesDecoder decoder = open(out, n);
      assertEquals(text, decoder.describe(), message);
      for (int from = 0; from < n; from += 1024) {
        BytesColumn vector = BytesDecoder.newColumn();
        vector.append("before");
        int count = Math.min(1024, n - from);
        decoder.decode(from, count, vector);
        for (int i = 0; i < count; i++) {
          if (!column.isNull(from + i)) {
            assertEquals(texts[from + i], vector.getString(i + 1), message);
          }
        }
      }
    }
  }

  private static String encode(BytesColumn column, ByteWriter out) {
    int n = column.size();
    StringValues values = StringValues.load(column, 0, n, new int[n], new int[n]);
    EncodeContext context = TestArrays.withoutDictionary();
    return new FrontCodingScheme().encode(values, context, out);
  }

  private static BytesDecoder open(ByteWriter out, int n) {
    DecodeContext in = TestArrays.open(out);
    BytesDecoder decoder = in.bytes(n);
    in.in().end("the array");
    return decoder;
  }

  @Test
  void valuesThatWouldGrowTooMuchAreLeftToOthers() {
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    String start = "0123456789abcdef".repeat(1000);
    for (int i = 0; i < 2000; i++) {
      column.append(start + (char) ('a' + i % 2));
    }
    assertNull(encode(column, new ByteWriter(16)));
    EncodedChunk chunk = TestColumns.encode(column, 2000);
    TestColumns.assertSame(column, 0, 2000, TestColumns.decode(Type.STRING, chunk), "");
  }

  /** Each value is one byte longer than the one before: few bytes that decode to many. */
  @Test
  void prefixesBeyondTheBoundAreDamage() {
    int n = 1 << 20;
    ByteWriter out = new ByteWriter(64);
    out.u8(FrontCodingEncoding.ID);
    out.u8(RunLengthEncoding.ID);
    out.u32(2);
    out.u8(PlainEncoding.ID);
    out.u8(4);
    out.u32(1);
    out.u32(n - 1);
    out.u8(PlainEncoding.ID);
    out.u8(4);
    out.u32(0);
    out.u32(1000);
    out.u8(PlainEncoding.ID);
    out.u8(ConstantEncoding.ID);
    out.u32(0);
    MalformedDataException e = assertThrows(MalformedDataException.class, () -> open(out, n));
    assertTrue(e.getMessage().contains("shared prefixes"), e.getMessage());
  }
}
