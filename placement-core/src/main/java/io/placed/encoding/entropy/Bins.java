package io.placed.encoding.entropy;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.util.Arrays;

/**
 * The bins of an array, in ascending order. See {@link EntropyEncoding} for the grammar.
 *
 * @param lowers smallest value of each bin
 * @param widths offset bits of each bin
 * @param width offset bits of all bins; {@link EntropyEncoding#MIXED} if they differ
 * @param weights share of each bin in the states
 * @param log of the sum of the weights
 */
record Bins(long[] lowers, byte[] widths, int width, int[] weights, int log) {
  int count() {
    return lowers.length;
  }

  long[] longLowers() {
    return lowers;
  }

  int[] intLowers() {
    return Arrays.stream(lowers).mapToInt(lower -> (int) lower).toArray();
  }

  int maxWidth() {
    int max = 0;
    for (byte w : widths) {
      max = Math.max(max, w);
    }
    return max;
  }

  private int shift() {
    return width == EntropyEncoding.MIXED ? 0 : width;
  }

  /** Gap between bin j and the one before. */
  private long gap(int j) {
    return (lowers[j] - lowers[j - 1] >>> shift()) - 1;
  }

  void write(int elementBytes, ByteWriter out) {
    int k = gapParameter();
    int m = weightParameter();
    out.u8(log);
    out.u16(count());
    out.u8(width);
    out.u8(k);
    out.u8(m);
    if (elementBytes == 4) {
      out.u32((int) lowers[0]);
    } else {
      out.u64(lowers[0]);
    }
    BitWriter bits = new BitWriter(out);
    for (int j = 0; j < count(); j++) {
      if (j > 0) {
        bits.golomb(gap(j), k);
      }
      bits.golomb(weights[j] - 1L, m);
      if (width == EntropyEncoding.MIXED) {
        bits.write(widths[j], EntropyEncoding.WIDTH_BITS);
      }
    }
    bits.finish();
  }

  /** The parameter that takes the fewest bits. */
  private int gapParameter() {
    int[] sizes = new int[65];
    for (int j = 1; j < count(); j++) {
      sizes[64 - Long.numberOfLeadingZeros(gap(j))]++;
    }
    return parameter(sizes);
  }

  private int weightParameter() {
    int[] sizes = new int[65];
    for (int w : weights) {
      sizes[32 - Integer.numberOfLeadingZeros(w - 1)]++;
    }
    return parameter(sizes);
  }

  /**
   * @param sizes how many numbers have this number of bits
   */
  private static int parameter(int[] sizes) {
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int k = 0; k < 64; k++) {
      long bits = 0;
      for (int size = 0; size <= 64; size++) {
        bits += (long) sizes[size] * (k + 1 + 2 * Math.max(0, size - k));
      }
      if (bits < least) {
        least = bits;
        best = k;
      }
    }
    return best;
  }

  /**
   * @throws MalformedDataException unless they ascend and their weights add up
   */
  static Bins read(ByteReader in, int elementBytes) {
    int log = in.u8("logarithm of the states");
    int count = in.u16();
    int width = in.u8("offset bits");
    int k = in.u8("parameter of the gaps");
    int m = in.u8("parameter of the weights");
    boolean mixed = width == EntropyEncoding.MIXED;
    int maxWidth = elementBytes * 8;
    if (log < EntropyEncoding.MIN_LOG
        || log > EntropyEncoding.MAX_LOG
        || count < 2
        || count > Math.min(EntropyEncoding.MAX_BINS, 1 << log)
        || (!mixed && width >= maxWidth)
        || (k | m) > 63) {
      throw new MalformedDataException(
          count + " bins of " + width + " bits, 2^" + log + " states, parameters " + k + ", " + m);
    }
    long[] lowers = new long[count];
    byte[] widths = new byte[count];
    int[] weights = new int[count];
    lowers[0] = elementBytes == 4 ? in.u32("first bin") : in.u64("first bin");
    BitReader bits = new BitReader(in);
    int states = 0;
    for (int j = 0; j < count; j++) {
      if (j > 0) {
        lowers[j] = next(lowers[j - 1], bits.golomb(k), mixed ? 0 : width, elementBytes);
      }
      long weight = bits.golomb(m);
      int own = mixed ? (int) bits.read(EntropyEncoding.WIDTH_BITS) : width;
      if (own > maxWidth || weight < 0 || weight >= (1 << log) - states) {
        throw new MalformedDataException(
            "bin " + j + " has " + own + " bits, and too many of 2^" + log + " states");
      }
      weights[j] = (int) weight + 1;
      states += weights[j];
      widths[j] = (byte) own;
    }
    bits.finish();
    if (states != 1 << log) {
      throw new MalformedDataException("the bins have " + states + " of 2^" + log + " states");
    }
    return new Bins(lowers, widths, width, weights, log);
  }

  private static long next(long lower, long gap, int shift, int elementBytes) {
    long step = gap + 1;
    long next = lower + (step << shift);
    boolean fits = shift == 0 || step >>> (64 - shift) == 0;
    if (!fits || next <= lower || (elementBytes == 4 && next > Integer.MAX_VALUE)) {
      throw new MalformedDataException("a bin that starts at " + next + " follows one at " + lower);
    }
    return next;
  }
}
