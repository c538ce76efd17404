package io.placed.encoding.entropy;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;

/**
 * Integers as the bin that they lie in, coded in a fraction of a bit more than its entropy, and the
 * offset in the bin, in plain bits. The bins follow pcodec (M. Loncaric, "Pcodec: Better
 * Compression for Numerical Sequences", 2025), their numbers are coded with tANS (J. Duda,
 * "Asymmetric numeral systems: entropy coding combining speed of Huffman coding with compression
 * rate of arithmetic coding", 2013). BtrBlocks (Kuschewski et al., SIGMOD 2023) chooses such
 * encodings by cost, and so does this project.
 *
 * <pre>
 * log        u8: 5 to 14, logarithm of the size of the table of states
 * bins       u16: 2 to 4,096
 * width      u8: offset bits of every bin, or 255 if the bins have different ones
 * k          u8: parameter of the gaps, 0 to 63
 * m          u8: parameter of the weights, 0 to 63
 * lower      i32 (INT) or i64 (LONG): smallest value of the first bin
 * bins       per bin, as bits, the lowest bit of a byte first: golomb(k) of the gap to the bin
 *            before (not for the first bin), golomb(m) of the weight minus 1, and if the width is
 *            255 seven bits: the number of offset bits; filled up to a byte
 * bits       per vector: u16, bits of its states
 * offsets    per vector, if the width is 255: u16, bytes of its offsets
 * data       per vector: offsets, states
 * </pre>
 *
 * The smallest value of a bin is that of the bin before plus {@code (gap + 1) << width}, without
 * the shift if the width is 255; they ascend. The weights add up to the size of the table. {@code
 * golomb(k)} of v is the exponential Golomb code: with {@code q = (v >>> k) + 1} of b bits, b - 1
 * zeros, a one, the b - 1 lower bits of q, the k lower bits of v.
 *
 * <p>A value is the smallest value of its bin plus its offset, modulo 2^32 or 2^64. The offsets of
 * one width are packed with {@link BitPacking}. Others, and the states, are bits that are read from
 * the last byte to the first, the highest bit of a byte first; the offsets end with less than a
 * byte of padding. {@link DecodingTable} specifies the states.
 */
public final class EntropyEncoding extends Encoding implements Encoding.OfInts, Encoding.OfLongs {
  public static final int ID = 18;

  static final String NAME = "entropy";

  /** Smallest and largest logarithm of the size of the table of states. */
  static final int MIN_LOG = 5;

  static final int MAX_LOG = 14;

  static final int MAX_BINS = 4096;

  /** The width if the bins have different ones. */
  static final int MIXED = 255;

  /** Bits of the number of offset bits of a bin. */
  static final int WIDTH_BITS = 7;

  public EntropyEncoding() {
    super(ID, NAME, new EntropyScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new EntropyInts(context, n);
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new EntropyLongs(context, n);
  }

  static String describe(int bins, int log, int maxWidth) {
    return NAME + "(" + bins + " bins, 2^" + log + " states, " + maxWidth + " bits)";
  }
}
