package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;

/** Appends numbers of any number of bits, the lowest bit of a byte first. */
final class BitWriter {
  private final ByteWriter out;
  private long pending;

  /** Number of pending bits, at most 7 between calls. */
  private int count;

  BitWriter(ByteWriter out) {
    this.out = out;
  }

  /**
   * @param bits at most 64; the higher bits of the value must be 0
   */
  void write(long value, int bits) {
    if (bits > 56) {
      write(value & 0xFFFFFFFFL, 32);
      write(value >>> 32, bits - 32);
      return;
    }
    pending |= value << count;
    count += bits;
    int bytes = count >>> 3;
    int at = out.reserve(8);
    LittleEndian.putLong(out.array(), at, pending);
    out.truncate(at + bytes);
    pending >>>= 8 * bytes;
    count &= 7;
  }

  /** Exponential Golomb code of an unsigned number. */
  void golomb(long value, int k) {
    long q = (value >>> k) + 1;
    int bits = 64 - Long.numberOfLeadingZeros(q);
    write(0, bits - 1);
    write(1, 1);
    write(q & ~Long.highestOneBit(q), bits - 1);
    write(value & (1L << k) - 1, k);
  }

  /** Fills up the last byte with zeros. */
  void finish() {
    if (count > 0) {
      out.u8((int) pending);
      pending = 0;
      count = 0;
    }
  }
}
