package io.placed.encoding.fsst;

import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;

/**
 * Scans the codes of a vector for the bytes of a few of its values. For codes that are skipped only
 * the length of the symbol is read.
 */
final class FsstCursor {
  /** Maximum bytes that eight codes represent. */
  private static final int EIGHT_CODES = 8 * FsstTable.MAX_LENGTH;

  private final FsstTable table;
  private final byte[] codes;
  private final int end;

  /** Index of the next code. */
  private int in;

  /** Position of the bytes of the next code in the decoded vector. */
  private int at;

  /** A cursor at the first of the codes [from, end). */
  FsstCursor(FsstTable table, byte[] codes, int from, int end) {
    this.table = table;
    this.codes = codes;
    this.end = end;
    in = from;
  }

  /**
   * Decodes a range of the vector's bytes. Ranges must not overlap and must be requested in
   * ascending order.
   *
   * @param place first byte, from the start of the vector
   * @param out must have space for eight bytes after the last
   * @throws MalformedDataException if the codes represent fewer bytes
   */
  void copy(int place, int length, byte[] out, int outFrom) {
    if (length == 0) {
      return;
    }
    moveTo(place);
    int skip = place - at;
    int limit = outFrom + length;
    for (int o = outFrom; o < limit; skip = 0) {
      int code = codeAt(in);
      boolean escape = code == FsstTable.ESCAPE;
      long word = escape ? codeAt(in + 1) : table.word(code);
      int bytes = escape ? 1 : table.length(code);
      LittleEndian.LONG.set(out, o, word >>> 8 * skip);
      o += bytes - skip;
      if (o > limit) {
        return; // the symbol extends into the next value, which needs it too
      }
      at += bytes;
      in += escape ? 2 : 1;
    }
  }

  /** Moves to the code that represents a byte. */
  private void moveTo(int place) {
    while (true) {
      if (place - at >= EIGHT_CODES && in <= end - 9) {
        passEight();
        continue;
      }
      int code = codeAt(in);
      int bytes = code == FsstTable.ESCAPE ? 1 : table.length(code);
      if (at + bytes > place) {
        return;
      }
      at += bytes;
      in += code == FsstTable.ESCAPE ? 2 : 1;
    }
  }

  /** Skips eight codes, or those up to the first escape and its byte. */
  private void passEight() {
    long eight = (long) LittleEndian.LONG.get(codes, in);
    long escapes = FsstTable.escapes(eight);
    if (escapes == 0) {
      at +=
          table.length((int) eight & 0xFF)
              + table.length((int) (eight >>> 8) & 0xFF)
              + table.length((int) (eight >>> 16) & 0xFF)
              + table.length((int) (eight >>> 24) & 0xFF)
              + table.length((int) (eight >>> 32) & 0xFF)
              + table.length((int) (eight >>> 40) & 0xFF)
              + table.length((int) (eight >>> 48) & 0xFF)
              + table.length((int) (eight >>> 56));
      in += 8;
      return;
    }
    int before = Long.numberOfTrailingZeros(escapes) >>> 3;
    for (int k = 0; k < before; k++, eight >>>= 8) {
      at += table.length((int) eight & 0xFF);
    }
    at++;
    in += before + 2;
  }

  private int codeAt(int i) {
    if (i >= end) {
      throw new MalformedDataException(
          "the codes of a vector decode to " + at + " bytes, fewer than its lengths");
    }
    return codes[i] & 0xFF;
  }
}
