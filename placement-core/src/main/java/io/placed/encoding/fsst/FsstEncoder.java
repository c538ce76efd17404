package io.placed.encoding.fsst;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import java.util.Arrays;

/** Encodes bytes that are added in pieces. Not thread-safe. */
final class FsstEncoder {
  private static final int BUFFER = 1 << 14;

  /** One per thread, because its tables are too large for one encoder per chunk. */
  private static final ThreadLocal<FsstEncoder> OF_THREAD =
      ThreadLocal.withInitial(FsstEncoder::new);

  private final FsstMatcher matcher = new FsstMatcher();
  private final byte[] buffer = new byte[BUFFER + FsstTable.MAX_LENGTH];
  private int buffered;
  private FsstTable table;

  /** The encoder of the current thread, with these symbols. */
  static FsstEncoder ofThread(FsstTable table) {
    FsstEncoder encoder = OF_THREAD.get();
    if (encoder.table != table) {
      encoder.use(table);
      encoder.table = table;
    }
    return encoder;
  }

  private void use(FsstTable table) {
    int n = table.count();
    long[] words = new long[n];
    int[] lengths = new int[n];
    for (int code = 0; code < n; code++) {
      words[code] = table.word(code);
      lengths[code] = table.length(code);
    }
    matcher.build(words, lengths, n);
    buffered = 0;
  }

  /** Adds bytes; a symbol may extend from one piece into the next. */
  void add(byte[] bytes, int from, int length, ByteWriter out) {
    int at = from;
    int end = from + length;
    while (at < end) {
      int n = Math.min(end - at, BUFFER - buffered);
      System.arraycopy(bytes, at, buffer, buffered, n);
      at += n;
      buffered += n;
      if (buffered == BUFFER) {
        encode(false, out);
      }
    }
  }

  /** Ends a sequence: bytes added afterwards are decodable without those before. */
  void flush(ByteWriter out) {
    Arrays.fill(buffer, buffered, buffered + FsstTable.MAX_LENGTH, (byte) 0);
    encode(true, out);
  }

  private void encode(boolean all, ByteWriter out) {
    int o = out.reserve(2L * buffered);
    byte[] to = out.array();
    int at = 0;
    int last = buffered - FsstTable.MAX_LENGTH;
    while (at <= last) {
      long word = (long) LittleEndian.LONG.get(buffer, at);
      int match = matcher.match(word);
      // An escape is the code 255 = 511 & 255 followed by its byte. If it is no escape, the byte is
      // overwritten.
      int escape = match >>> 8 & 1;
      to[o] = (byte) (match | -escape);
      to[o + 1] = (byte) word;
      o += 1 + escape;
      at += FsstMatcher.length(match);
    }
    while (all && at < buffered) {
      long word = (long) LittleEndian.LONG.get(buffer, at);
      int match = matcher.matchEnd(word, buffered - at);
      if ((match & FsstMatcher.BYTE) != 0) {
        to[o++] = (byte) FsstTable.ESCAPE;
        to[o++] = (byte) word;
      } else {
        to[o++] = (byte) match;
      }
      at += FsstMatcher.length(match);
    }
    buffered -= at;
    System.arraycopy(buffer, at, buffer, 0, buffered);
    out.truncate(o);
  }
}
