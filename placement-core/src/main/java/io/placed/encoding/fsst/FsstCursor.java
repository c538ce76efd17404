package io.placed.encoding.fsst;

import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;

/**
 * Walks through the codes of a vector to the bytes of a few of its values. A code that is passed
 * over costs a look at the length of its symbol; nothing is written.
 */
final class FsstCursor {
  /** Eight codes stand for at most so many bytes. */
  private static final int EIGHT_CODES = 8 * FsstTable.MAX_LENGTH;

  private final FsstTable table;
  private final byte[] codes;
  private final int end;

  /** The next code. */
  private int in;

  /** Where among the bytes of the vector those of the next code start. */
  private int at;

  /** Stands at the first of the codes from {@code from} to {@code end}. */
  FsstCursor(FsstTable table, byte[] codes, int from, int end) {
    this.table = table;
    this.codes = codes;
    this.end = end;
    in = from;
  }

  /**
   * Decodes a range of the vector's bytes, which may not start before that of an earlier call.
   *
   * @param place first byte, from the start of the vector
   * @param out has room for eight bytes behind the last
   * @throws MalformedDataException if the codes stand for fewer bytes
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
        return; // The symbol reaches into the next value, which needs it too.
      }
      at += bytes;
      in += escape ? 2 : 1;
    }
  }

  /** Stops at the code that stands for a byte. */
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

  /** Passes eight codes, or those up to the first escape and the byte that it announces. */
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
