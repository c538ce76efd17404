package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;

/**
 * The offsets of a vector in bins of different widths: bits that are read from the end. The bins
 * are known before, so the place of an offset is the sum of widths, and reads do not wait for each
 * other.
 */
final class BinOffsets {
  /** Most bits of an offset that shares a read with a second one. */
  private static final int PAIR_BITS = 28;

  /** Most bits of an offset for one read. */
  private static final int READ_BITS = 57;

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

  /**
   * Decodes the first values of a vector.
   *
   * @param start of its offsets, with at least eight bytes before it
   * @param whole whether these are all values of the vector
   * @param entries of the table of states, for the bins of the values
   * @throws MalformedDataException if there are too few bytes
   */
  static void ints(
      byte[] in,
      int start,
      int bytes,
      int count,
      boolean whole,
      int[] entries,
      int[] lowers,
      byte[] widths,
      int maxWidth,
      int[] out,
      int outOffset) {
    int p = bytes << 3;
    int i = 0;
    if (maxWidth <= PAIR_BITS) {
      for (; i + 1 < count; i += 2) {
        if (p < 0) {
          throw malformed(bytes);
        }
        long w = DecodingTable.at(in, start, p);
        int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        int width = widths[bin];
        out[outOffset + i] = lowers[bin] + (int) (w >>> 1 >>> ~width);
        bin = entries[i + 1] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        w <<= width;
        p -= width;
        width = widths[bin];
        out[outOffset + i + 1] = lowers[bin] + (int) (w >>> 1 >>> ~width);
        p -= width;
      }
    }
    for (; i < count; i++) {
      if (p < 0) {
        throw malformed(bytes);
      }
      int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
      int width = widths[bin];
      out[outOffset + i] = lowers[bin] + (int) (DecodingTable.at(in, start, p) >>> 1 >>> ~width);
      p -= width;
    }
    checkEnd(p, whole, bytes);
  }

  /** Decodes to longs; see {@link #ints}. */
  static void longs(
      byte[] in,
      int start,
      int bytes,
      int count,
      boolean whole,
      int[] entries,
      long[] lowers,
      byte[] widths,
      int maxWidth,
      long[] out,
      int outOffset) {
    int p = bytes << 3;
    int i = 0;
    if (maxWidth <= PAIR_BITS) {
      for (; i + 1 < count; i += 2) {
        if (p < 0) {
          throw malformed(bytes);
        }
        long w = DecodingTable.at(in, start, p);
        int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        int width = widths[bin];
        out[outOffset + i] = lowers[bin] + (w >>> 1 >>> ~width);
        bin = entries[i + 1] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        w <<= width;
        p -= width;
        width = widths[bin];
        out[outOffset + i + 1] = lowers[bin] + (w >>> 1 >>> ~width);
        p -= width;
      }
    }
    for (; i < count; i++) {
      if (p < 0) {
        throw malformed(bytes);
      }
      int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
      int width = widths[bin];
      long offset =
          width <= READ_BITS
              ? DecodingTable.at(in, start, p) >>> 1 >>> ~width
              : wide(in, start, bytes, p, width);
      out[outOffset + i] = lowers[bin] + offset;
      p -= width;
    }
    checkEnd(p, whole, bytes);
  }

  private static long wide(byte[] in, int start, int bytes, int p, int width) {
    if (p < width) {
      throw malformed(bytes);
    }
    long upper = DecodingTable.at(in, start, p) >>> 32;
    int rest = width - 32;
    return upper << rest | DecodingTable.at(in, start, p - 32) >>> 1 >>> ~rest;
  }

  private static void checkEnd(int p, boolean whole, int bytes) {
    if (p < 0 || (whole && p > 7)) {
      throw malformed(bytes);
    }
  }

  private static MalformedDataException malformed(int bytes) {
    return new MalformedDataException("a vector does not end with its " + bytes + " offset bytes");
  }
}
