package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;

/** The offsets of a vector in bins of different widths: bits that are read from the end. */
final class BinOffsets {
  /** Most bits of an offset that shares a read with a second one. */
  static final int PAIR_BITS = 28;

  /** Most bits of an offset for one read. */
  static final int READ_BITS = 57;

  private BinOffsets() {}

  /**
   * Appends the offsets of a vector.
   *
   * @return number of bytes
   */
  static int write(long[] values, char[] binOf, int from, int count, Bins bins, ByteWriter out) {
    int bits = 0;
    for (int i = from; i < from + count; i++) {
      bits += bins.widths()[binOf[i]];
    }
    int start = out.size();
    BitWriter to = new BitWriter(out);
    to.write(0, -bits & 7);
    for (int i = from + count - 1; i >= from; i--) {
      to.write(values[i] - bins.lowers()[binOf[i]], bins.widths()[binOf[i]]);
    }
    to.finish();
    return out.size() - start;
  }

  /** An offset of more than {@link #READ_BITS} bits that begins at bit p from the start. */
  static long wide(byte[] in, int start, int bytes, int p, int width) {
    if (p < width) {
      throw malformed(bytes);
    }
    long upper = DecodingTable.at(in, start, p) >>> 32;
    int rest = width - 32;
    return upper << rest | DecodingTable.at(in, start, p - 32) >>> 1 >>> ~rest;
  }

  /** Checks that an offset may begin at bit p. */
  static void checkStart(int p, int bytes) {
    if (p < 0) {
      throw malformed(bytes);
    }
  }

  /**
   * Checks where the last offset ends.
   *
   * @param whole whether all values of the vector were decoded
   */
  static void checkEnd(int p, boolean whole, int bytes) {
    if (p < 0 || (whole && p > 7)) {
      throw malformed(bytes);
    }
  }

  private static MalformedDataException malformed(int bytes) {
    return new MalformedDataException("a vector does not end with its " + bytes + " offset bytes");
  }
}
