package io.placed.encoding.entropy;

import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;

/**
 * Decodes the bins of a vector with tANS, with eight interleaved states.
 *
 * <p>The states are the numbers below {@code size = 2^log}. They belong to bins: going around from
 * 0 in steps of {@code size / 2 + size / 8 + 3}, the first states are those of the first bin, as
 * many as its weight, then those of the second, and so on. With w the weight of its bin and r the
 * number of smaller states of the bin, the state is followed by {@code (w + r) * 2^b - size} plus a
 * number of b bits, where b is the smallest number that makes {@code (w + r) * 2^b} at least {@code
 * size}.
 *
 * <p>State i of the eight gives values i, i + 8, and so on; a vector whose number of values is not
 * a multiple of eight is filled up. The bits are read from the end: the eight first states with
 * {@code log} bits each; then for each eight values but the last the bits to the next states. So
 * two reads of 64 bits serve eight values, and the bits of the last eight values are not stored.
 */
final class DecodingTable {
  /** Interleaved states. */
  static final int STATES = 8;

  /** The bin of an entry is {@code entry >>> BIN_SHIFT & BIN_MASK}. */
  static final int BIN_SHIFT = 6;

  static final int BIN_MASK = 0xFFF;

  /** The base of the next state is {@code entry >>> BASE_SHIFT}. */
  private static final int BASE_SHIFT = 18;

  private final int log;

  /**
   * The lower six bits of an entry are 63 minus the bits to read, so that {@code bits >>> 1 >>>
   * entry} are these bits, and {@code bits << ~entry} are the bits after them.
   */
  private final int[] entries;

  /**
   * @param entries array of at least 2^log numbers to use
   */
  DecodingTable(Bins bins, int[] entries) {
    this.log = bins.log();
    this.entries = entries;
    int[] next = bins.weights().clone();
    spread(bins.weights(), log, entries);
    int size = 1 << log;
    for (int i = 0; i < size; i++) {
      int bin = entries[i];
      int x = next[bin]++;
      int bits = log - (31 - Integer.numberOfLeadingZeros(x));
      entries[i] = (x << bits) - size << BASE_SHIFT | bin << BIN_SHIFT | 63 - bits;
    }
  }

  /** Writes the bin of each state. */
  static void spread(int[] weights, int log, int[] out) {
    int mask = (1 << log) - 1;
    int step = (1 << log >> 1) + (1 << log >> 3) + 3;
    int at = 0;
    for (int bin = 0; bin < weights.length; bin++) {
      for (int w = weights[bin]; w > 0; w--) {
        out[at] = bin;
        at = at + step & mask;
      }
    }
  }

  /**
   * Writes the entries of the first values of a vector.
   *
   * @param start of the bits of the vector, with at least eight bytes before it
   * @param bits of the vector
   * @param rounds eights of values to decode
   * @param last whether these are all of the vector
   * @throws MalformedDataException if there are too few bits
   */
  void decode(byte[] in, int start, int bits, int rounds, boolean last, int[] out, int outOffset) {
    int[] t = entries;
    int l = log;
    int p = bits - STATES * l;
    if (p < 0) {
      throw malformed(bits);
    }
    // The eight bytes that end with a bit, without the bits after it.
    long w = at(in, start, bits);
    int down = 64 - l;
    int s0 = (int) (w >>> down);
    int s1 = (int) (w << l >>> down);
    int s2 = (int) (w << 2 * l >>> down);
    int s3 = (int) (w << 3 * l >>> down);
    w = at(in, start, bits - 4 * l);
    int s4 = (int) (w >>> down);
    int s5 = (int) (w << l >>> down);
    int s6 = (int) (w << 2 * l >>> down);
    int s7 = (int) (w << 3 * l >>> down);
    int end = outOffset + (rounds - 1) * STATES;
    for (int i = outOffset; i < end; i += STATES) {
      if (p < 0) {
        throw malformed(bits);
      }
      w = at(in, start, p);
      int e0 = t[s0];
      int e1 = t[s1];
      int e2 = t[s2];
      int e3 = t[s3];
      out[i] = e0;
      out[i + 1] = e1;
      out[i + 2] = e2;
      out[i + 3] = e3;
      // Each of the four takes at most 14 bits, 63 minus the lower bits of its entry.
      p -= -4 - (e0 + e1 + (e2 + e3)) & 63;
      s0 = (e0 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e0);
      w <<= ~e0;
      s1 = (e1 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e1);
      w <<= ~e1;
      s2 = (e2 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e2);
      w <<= ~e2;
      s3 = (e3 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e3);
      if (p < 0) {
        throw malformed(bits);
      }
      w = at(in, start, p);
      e0 = t[s4];
      e1 = t[s5];
      e2 = t[s6];
      e3 = t[s7];
      out[i + 4] = e0;
      out[i + 5] = e1;
      out[i + 6] = e2;
      out[i + 7] = e3;
      p -= -4 - (e0 + e1 + (e2 + e3)) & 63;
      s4 = (e0 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e0);
      w <<= ~e0;
      s5 = (e1 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e1);
      w <<= ~e1;
      s6 = (e2 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e2);
      w <<= ~e2;
      s7 = (e3 >>> BASE_SHIFT) + (int) (w >>> 1 >>> e3);
    }
    if (p < 0 || (last && p != 0)) {
      throw malformed(bits);
    }
    out[end] = t[s0];
    out[end + 1] = t[s1];
    out[end + 2] = t[s2];
    out[end + 3] = t[s3];
    out[end + 4] = t[s4];
    out[end + 5] = t[s5];
    out[end + 6] = t[s6];
    out[end + 7] = t[s7];
  }

  /**
   * The bits below bit p of the bytes that start at {@code start}, from the highest bit down; at
   * least 57 are defined.
   */
  static long at(byte[] in, int start, int p) {
    return LittleEndian.getLong(in, start + (p + 7 >>> 3) - 8) << (-p & 7);
  }

  private static MalformedDataException malformed(int bits) {
    return new MalformedDataException("a vector does not end with its " + bits + " bits of states");
  }
}
