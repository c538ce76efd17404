package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.StringValues;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;

/** Numbers in whole bytes and concatenated byte strings, for data without any usable structure. */
final class Plain {
  private Plain() {}

  /** Reads the number of bytes per value. */
  static int width(ByteReader in, int n, int max) {
    int width = n == 0 ? 1 : in.u8("width");
    if (width > max || Integer.bitCount(width) != 1) {
      throw new MalformedDataException(width + " bytes per number, expected 1, 2, 4 or 8");
    }
    return width;
  }

  static long integerBytes(IntegerValues values) {
    int header = values.floating() ? 1 : 2;
    return header + (long) values.count() * values.plainWidth();
  }

  static String encodeIntegers(IntegerValues values, ByteWriter out) {
    int n = values.count();
    int width = values.plainWidth();
    out.u8(PlainEncoding.ID);
    if (!values.floating()) {
      out.u8(width);
    }
    int at = out.reserve((long) n * width);
    byte[] to = out.array();
    long[] v = values.values();
    for (int i = 0; i < n; i++, at += width) {
      switch (width) {
        case 1 -> to[at] = (byte) v[i];
        case 2 -> LittleEndian.SHORT.set(to, at, (short) v[i]);
        case 4 -> LittleEndian.INT.set(to, at, (int) v[i]);
        default -> LittleEndian.LONG.set(to, at, v[i]);
      }
    }
    return "plain(" + width + ")";
  }

  /**
   * Lengths are separate from the bytes, because both compress better that way. Nulls have no
   * bytes.
   */
  static String encodeStrings(StringValues values, EncodeContext lengthContext, ByteWriter out) {
    int n = values.count();
    out.u8(PlainEncoding.ID);
    long[] lengths = new long[n];
    long total = 0;
    for (int i = 0; i < n; i++) {
      lengths[i] = values.plainLength(i);
      total += lengths[i];
    }
    IntegerValues lengthValues = new IntegerValues(Storage.INT, lengths, n);
    String text = lengthContext.encode(lengthValues, out);
    int at = out.reserve(total);
    byte[] to = out.array();
    for (int i = 0; i < n; i++) {
      int length = (int) lengths[i];
      if (length > 0) {
        System.arraycopy(values.arena(), values.start(i), to, at, length);
        at += length;
      }
    }
    return "plain/" + text;
  }
}
