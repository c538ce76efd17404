package io.placed.encoding.entropy;

import io.placed.bytes.ByteReader;
import io.placed.error.MalformedDataException;

/** Reads what {@link BitWriter} wrote. */
final class BitReader {
  private final ByteReader in;
  private final byte[] bytes;
  private final int end;
  private int at;
  private long pending;

  /** Number of pending bits; the bits above are 0. */
  private int count;

  private long consumed;

  BitReader(ByteReader in) {
    this.in = in;
    bytes = in.array();
    at = in.position();
    end = at + in.remaining();
  }

  /** Makes at least this number of bits pending, at most 57. */
  private void require(int bits) {
    if (count >= bits) {
      return;
    }
    while (count <= 56 && at < end) {
      pending |= (bytes[at++] & 0xFFL) << count;
      count += 8;
    }
    if (count < bits) {
      throw new MalformedDataException("the bins of an array end too early");
    }
  }

  private void skip(int bits) {
    pending = bits == 64 ? 0 : pending >>> bits;
    count -= bits;
    consumed += bits;
  }

  /**
   * @param bits at most 64
   */
  long read(int bits) {
    if (bits > 56) {
      long low = read(32);
      return low | read(bits - 32) << 32;
    }
    require(bits);
    long value = pending & (1L << bits) - 1;
    skip(bits);
    return value;
  }

  /** Exponential Golomb code of an unsigned number. */
  long golomb(int k) {
    int zeros = 0;
    do {
      require(1);
      int more = Math.min(Long.numberOfTrailingZeros(pending), count);
      skip(more);
      zeros += more;
      if (zeros > Math.min(63, 64 - k)) {
        throw new MalformedDataException("a number of the bins has more than 64 bits");
      }
    } while (count == 0);
    skip(1);
    long q = (1L << zeros | read(zeros)) - 1;
    return q << k | read(k);
  }

  /** Continues after the byte of the last bit. */
  void finish() {
    in.skip(consumed + 7 >>> 3, "bins");
  }
}
