package io.placed.statistics;

import java.util.Arrays;

/**
 * Shorter byte bounds. UTF-8 sorted as unsigned bytes is sorted by code point, so rounding up the
 * last code point that is kept gives a larger string. Bytes that are not UTF-8 are cut and rounded
 * up byte by byte.
 */
final class Truncation {
  private static final int LAST_CODE_POINT = 0x10FFFF;

  private Truncation() {}

  /** The longest prefix of at most max bytes that ends with a code point. */
  static byte[] down(byte[] value, int max) {
    return Arrays.copyOf(value, Bounds.isUtf8(value) ? codePointStart(value, max) : max);
  }

  /** A value of at most max bytes above {@code value}, which is longer; null if there is none. */
  static byte[] up(byte[] value, int max) {
    return Bounds.isUtf8(value) ? upUtf8(value, max) : upRaw(value, max);
  }

  private static byte[] upRaw(byte[] value, int max) {
    for (int last = max - 1; last >= 0; last--) {
      if (value[last] != -1) {
        byte[] out = Arrays.copyOf(value, last + 1);
        out[last]++;
        return out;
      }
    }
    return null;
  }

  private static byte[] upUtf8(byte[] value, int max) {
    int end = codePointStart(value, max);
    while (end > 0) {
      int start = codePointStart(value, end - 1);
      int codePoint = decode(value, start);
      // Surrogates are no characters: UTF-8 does not encode them.
      int next = codePoint == 0xD7FF ? 0xE000 : codePoint + 1;
      if (codePoint < LAST_CODE_POINT && start + encodedLength(next) <= max) {
        byte[] out = Arrays.copyOf(value, start + encodedLength(next));
        encode(next, out, start);
        return out;
      }
      end = start;
    }
    return null;
  }

  /** The start of the code point that byte {@code at} belongs to. */
  private static int codePointStart(byte[] value, int at) {
    int i = at;
    while (i > 0 && (value[i] & 0xC0) == 0x80) {
      i--;
    }
    return i;
  }

  private static int decode(byte[] b, int at) {
    int first = b[at];
    if (first >= 0) {
      return first;
    }
    int more = first < (byte) 0xE0 ? 1 : first < (byte) 0xF0 ? 2 : 3;
    int codePoint = first & (0x3F >> more);
    for (int k = 1; k <= more; k++) {
      codePoint = codePoint << 6 | (b[at + k] & 0x3F);
    }
    return codePoint;
  }

  private static int encodedLength(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  private static void encode(int codePoint, byte[] to, int at) {
    int length = encodedLength(codePoint);
    if (length == 1) {
      to[at] = (byte) codePoint;
      return;
    }
    int rest = codePoint;
    for (int k = length - 1; k > 0; k--) {
      to[at + k] = (byte) (0x80 | (rest & 0x3F));
      rest >>>= 6;
    }
    to[at] = (byte) (0xF00 >> length | rest);
  }
}
