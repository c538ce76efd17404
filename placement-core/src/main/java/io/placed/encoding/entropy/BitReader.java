package io.placed.encoding.entropy;

import io.placed.bytes.ByteReader;
import io.placed.error.MalformedDataException;

/** Reads what {@link BitWriter} wrote. */
final class BitReader {
  private final ByteReader in;
  private long pending;

  /** Number of pending bits, at most 7 between calls. */
  private int count;

  BitReader(ByteReader in) {
    this.in = in;
  }

  /**
   * @param bits at most 64
   */
  long read(int bits) {
    if (bits > 56) {
      long low = read(32);
      return low | read(bits - 32) << 32;
    }
    while (count < bits) {
      pending |= (long) in.u8("bins") << count;
      count += 8;
    }
    long value = pending & (1L << bits) - 1;
    pending >>>= bits;
    count -= bits;
    return value;
  }

  /** Exponential Golomb code of an unsigned number. */
  long golomb(int k) {
    int zeros = 0;
    while (read(1) == 0) {
      zeros++;
      if (zeros > Math.min(63, 64 - k)) {
        throw new MalformedDataException("a number of the bins has more than 64 bits");
      }
    }
    long q = (1L << zeros | read(zeros)) - 1;
    return q << k | read(k);
  }

  /** Skips the rest of the last byte. */
  void finish() {
    pending = 0;
    count = 0;
  }
}
