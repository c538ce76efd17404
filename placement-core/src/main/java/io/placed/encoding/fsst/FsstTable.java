package io.placed.encoding.fsst;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;

/**
 * The symbol table of FSST: up to 255 strings of one to eight bytes, each represented by one code.
 * Code 255 is an escape: the byte after it represents itself. After P. Boncz, T. Neumann, V. Leis,
 * "FSST: Fast Random Access String Compression", VLDB 2020. Immutable.
 *
 * <pre>
 * table := count:u8 {8}, the number of symbols of 1, 2 … 8 bytes; their bytes in the same order
 * </pre>
 */
public final class FsstTable {
  static final int ESCAPE = 255;
  static final int MAX_SYMBOLS = 255;
  static final int MAX_LENGTH = 8;

  private static final int CODES = 256;

  /** The bytes of each code, first byte lowest, padded with zeros. */
  private final long[] words = new long[CODES];

  /** Number of bytes of each code; 0 for unused codes and the escape. */
  private final int[] lengths = new int[CODES];

  private final int count;

  /** Creates a table of symbols that are sorted by length. */
  FsstTable(long[] words, int[] lengths, int count) {
    this.count = count;
    System.arraycopy(words, 0, this.words, 0, count);
    System.arraycopy(lengths, 0, this.lengths, 0, count);
  }

  /**
   * Reads a table.
   *
   * @throws MalformedDataException if there are more than 255 symbols or bytes are missing
   */
  public static FsstTable read(ByteReader in) {
    int counts = in.skip(MAX_LENGTH, "symbol counts");
    byte[] bytes = in.array();
    long[] words = new long[CODES];
    int[] lengths = new int[CODES];
    int count = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      int n = bytes[counts + length - 1] & 0xFF;
      if (count + n > MAX_SYMBOLS) {
        throw new MalformedDataException("a symbol table of more than " + MAX_SYMBOLS);
      }
      int at = in.skip((long) n * length, "symbols");
      for (int end = count + n; count < end; count++, at += length) {
        for (int i = length - 1; i >= 0; i--) {
          words[count] = words[count] << 8 | bytes[at + i] & 0xFF;
        }
        lengths[count] = length;
      }
    }
    return new FsstTable(words, lengths, count);
  }

  public void write(ByteWriter out) {
    int[] counts = new int[MAX_LENGTH + 1];
    for (int code = 0; code < count; code++) {
      counts[lengths[code]]++;
    }
    for (int length = 1; length <= MAX_LENGTH; length++) {
      out.u8(counts[length]);
    }
    for (int code = 0; code < count; code++) {
      for (int i = 0; i < lengths[code]; i++) {
        out.u8((int) (words[code] >>> 8 * i));
      }
    }
  }

  /** Number of symbols. */
  int count() {
    return count;
  }

  /** Number of bytes that {@link #write} appends. */
  int bytes() {
    int bytes = MAX_LENGTH;
    for (int length : lengths) {
      bytes += length;
    }
    return bytes;
  }

  long word(int code) {
    return words[code];
  }

  int length(int code) {
    return lengths[code];
  }

  /** Of eight codes, marks the escapes: the lowest marked byte is the first one. */
  static long escapes(long eight) {
    // A byte of value 255 is zero in the complement.
    return (~eight - 0x0101010101010101L) & eight & 0x8080808080808080L;
  }

  /**
   * Decodes codes into {@code out}, starting at index {@code at}. Bytes after the last one written
   * may be overwritten up to the end of the array.
   *
   * @param limit required end of the decoded bytes
   * @throws MalformedDataException if the codes represent more or fewer bytes
   */
  void decode(byte[] codes, int from, int end, byte[] out, int at, int limit) {
    long[] w = words;
    int[] n = lengths;
    int in = from;
    int o = at;
    // Requires nine codes, so that a byte follows even if the eighth code is an escape.
    int lastIn = end - 9;
    int lastOut = out.length - 8 * MAX_LENGTH;
    while (in <= lastIn && o <= lastOut) {
      long eight = (long) LittleEndian.LONG.get(codes, in);
      long escapes = escapes(eight);
      if (escapes == 0) {
        int c = (int) eight;
        int d = (int) (eight >>> 32);
        LittleEndian.LONG.set(out, o, w[c & 0xFF]);
        o += n[c & 0xFF];
        LittleEndian.LONG.set(out, o, w[c >>> 8 & 0xFF]);
        o += n[c >>> 8 & 0xFF];
        LittleEndian.LONG.set(out, o, w[c >>> 16 & 0xFF]);
        o += n[c >>> 16 & 0xFF];
        LittleEndian.LONG.set(out, o, w[c >>> 24]);
        o += n[c >>> 24];
        LittleEndian.LONG.set(out, o, w[d & 0xFF]);
        o += n[d & 0xFF];
        LittleEndian.LONG.set(out, o, w[d >>> 8 & 0xFF]);
        o += n[d >>> 8 & 0xFF];
        LittleEndian.LONG.set(out, o, w[d >>> 16 & 0xFF]);
        o += n[d >>> 16 & 0xFF];
        LittleEndian.LONG.set(out, o, w[d >>> 24]);
        o += n[d >>> 24];
        in += 8;
      } else {
        int before = Long.numberOfTrailingZeros(escapes) >>> 3;
        for (int k = 0; k < before; k++, eight >>>= 8) {
          int c = (int) eight & 0xFF;
          LittleEndian.LONG.set(out, o, w[c]);
          o += n[c];
        }
        out[o++] = codes[in + before + 1];
        in += before + 2;
      }
    }
    decodeRest(codes, in, end, out, o, limit);
  }

  private void decodeRest(byte[] codes, int from, int end, byte[] out, int at, int limit) {
    int in = from;
    int o = at;
    while (in < end && o <= limit) {
      int code = codes[in++] & 0xFF;
      if (code == ESCAPE) {
        if (in == end || o >= limit) {
          break;
        }
        out[o++] = codes[in++];
        continue;
      }
      int length = lengths[code];
      if (length > limit - o) {
        o = limit + 1;
        break;
      }
      long word = words[code];
      for (int k = 0; k < length; k++, word >>>= 8) {
        out[o++] = (byte) word;
      }
    }
    if (in != end || o != limit) {
      throw new MalformedDataException(
          "the codes of a vector do not decode to the " + (limit - at) + " bytes of its lengths");
    }
  }
}
