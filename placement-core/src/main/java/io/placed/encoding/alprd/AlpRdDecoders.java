package io.placed.encoding.alprd;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.kernel.ConversionKernels;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.match.DoubleMatch;

/** Decoders of {@link AlpRd}. */
final class AlpRdDecoders {
  private AlpRdDecoders() {}

  static String describe(int rightBits, int exceptions, String codes, String rights) {
    String more = exceptions == 0 ? ")/" : ", " + exceptions + " exceptions)/";
    return "alprd(" + rightBits + more + codes + "," + rights;
  }

  /** The bytes before the arrays. */
  private static final class Header {
    final int rightBits;
    final int[] lefts = new int[AlpRd.MAX_LEFTS];
    final int size;
    final int exceptions;
    final ExceptionPositions positions;
    final byte[] bytes;
    final int exceptionsAt;

    Header(ByteReader in, int n, int bits) {
      rightBits = in.u8("right bits");
      if (rightBits < bits - AlpRd.MAX_LEFT_BITS || rightBits >= bits) {
        throw new MalformedDataException(rightBits + " of " + bits + " bits to the right");
      }
      size = in.u8("number of left parts");
      if (size < 1 || size > AlpRd.MAX_LEFTS) {
        throw new MalformedDataException(size + " left parts, expected 1 to " + AlpRd.MAX_LEFTS);
      }
      bytes = in.array();
      int at = in.skip(2L * size, "left parts");
      for (int d = 0; d < size; d++) {
        lefts[d] = left(at, d, bits);
      }
      exceptions = in.u32(0, n, "number of exceptions");
      positions = ExceptionPositions.read(in, n, exceptions);
      exceptionsAt = in.skip(2L * exceptions, "left parts of exceptions");
      for (int e = 0; e < exceptions; e++) {
        left(exceptionsAt, e, bits);
      }
    }

    private int left(int at, int k, int bits) {
      int left = LittleEndian.getU16(bytes, at + 2 * k);
      if (left >>> (bits - rightBits) != 0) {
        throw new MalformedDataException(
            "left part " + left + " has more than " + (bits - rightBits) + " bits");
      }
      return left;
    }

    int exception(int e) {
      return LittleEndian.getU16(bytes, exceptionsAt + 2 * e);
    }

    /** Codes are already known to be 0 to 7; checks them against the number of patterns. */
    void checkCodes(int[] codes, int n) {
      if (size == AlpRd.MAX_LEFTS) {
        return;
      }
      int over = 0;
      for (int i = 0; i < n; i++) {
        over |= size - 1 - codes[i];
      }
      if (over < 0) {
        throw badCode();
      }
    }

    MalformedDataException badCode() {
      return new MalformedDataException("the code of a left part is not below " + size);
    }
  }

  static final class Doubles implements DoubleDecoder {
    private final ConversionKernels kernels;
    private final Header header;
    private final long[] lefts = new long[AlpRd.MAX_LEFTS];
    private final IntDecoder codes;
    private final LongDecoder rights;
    private final int[] codeScratch;
    private final long[] rightScratch;
    private double[] decoded;

    Doubles(DecodeContext context, int n) {
      kernels = context.conversions();
      header = new Header(context.in(), n, Double.SIZE);
      for (int d = 0; d < header.size; d++) {
        lefts[d] = (long) header.lefts[d] << header.rightBits;
      }
      codes = context.ints(n);
      rights = context.longs(n);
      codeScratch = context.intArray(Math.min(n, BitPacking.VECTOR));
      rightScratch = context.longArray(Math.min(n, BitPacking.VECTOR));
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        codes.decode(from + done, n, codeScratch, 0);
        rights.decode(from + done, n, rightScratch, 0);
        header.checkCodes(codeScratch, n);
        if (!kernels.join(codeScratch, lefts, rightScratch, n, out, at)) {
          throw header.badCode();
        }
        int end = header.positions.first(v + 1);
        for (int e = header.positions.first(v); e < end; e++) {
          int p = header.positions.position(e, v);
          if (p < n) {
            long right = Double.doubleToRawLongBits(out[at + p]) & (1L << header.rightBits) - 1;
            out[at + p] =
                Double.longBitsToDouble((long) header.exception(e) << header.rightBits | right);
          }
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      codes.select(from, positions, n, codeScratch, 0);
      rights.select(from, positions, n, rightScratch, 0);
      header.checkCodes(codeScratch, n);
      if (!kernels.join(codeScratch, lefts, rightScratch, n, out, outOffset)) {
        throw header.badCode();
      }
      int v = from >>> 10;
      int end = header.positions.first(v + 1);
      int k = 0;
      for (int e = header.positions.first(v); e < end; e++) {
        int p = header.positions.position(e, v);
        while (k < n && positions[k] < p) {
          k++;
        }
        if (k < n && positions[k] == p) {
          long right =
              Double.doubleToRawLongBits(out[outOffset + k]) & (1L << header.rightBits) - 1;
          out[outOffset + k] =
              Double.longBitsToDouble((long) header.exception(e) << header.rightBits | right);
        }
      }
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      if (decoded == null) {
        decoded = new double[BitPacking.VECTOR];
      }
      decode(from, count, decoded, 0);
      Matching.doubles(decoded, count, match, bits, word);
    }

    @Override
    public String describe() {
      return AlpRdDecoders.describe(
          header.rightBits, header.exceptions, codes.describe(), rights.describe());
    }
  }

  static final class Floats implements FloatDecoder {
    private final ConversionKernels kernels;
    private final Header header;
    private final int[] lefts = new int[AlpRd.MAX_LEFTS];
    private final IntDecoder codes;
    private final IntDecoder rights;
    private final int[] codeScratch;
    private final int[] rightScratch;
    private float[] decoded;

    Floats(DecodeContext context, int n) {
      kernels = context.conversions();
      header = new Header(context.in(), n, Float.SIZE);
      for (int d = 0; d < header.size; d++) {
        lefts[d] = header.lefts[d] << header.rightBits;
      }
      codes = context.ints(n);
      rights = context.ints(n);
      codeScratch = context.intArray(Math.min(n, BitPacking.VECTOR));
      rightScratch = context.intArray(Math.min(n, BitPacking.VECTOR));
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        codes.decode(from + done, n, codeScratch, 0);
        rights.decode(from + done, n, rightScratch, 0);
        header.checkCodes(codeScratch, n);
        if (!kernels.join(codeScratch, lefts, rightScratch, n, out, at)) {
          throw header.badCode();
        }
        int end = header.positions.first(v + 1);
        for (int e = header.positions.first(v); e < end; e++) {
          int p = header.positions.position(e, v);
          if (p < n) {
            int right = Float.floatToRawIntBits(out[at + p]) & (1 << header.rightBits) - 1;
            out[at + p] = Float.intBitsToFloat(header.exception(e) << header.rightBits | right);
          }
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      codes.select(from, positions, n, codeScratch, 0);
      rights.select(from, positions, n, rightScratch, 0);
      header.checkCodes(codeScratch, n);
      if (!kernels.join(codeScratch, lefts, rightScratch, n, out, outOffset)) {
        throw header.badCode();
      }
      int v = from >>> 10;
      int end = header.positions.first(v + 1);
      int k = 0;
      for (int e = header.positions.first(v); e < end; e++) {
        int p = header.positions.position(e, v);
        while (k < n && positions[k] < p) {
          k++;
        }
        if (k < n && positions[k] == p) {
          int right = Float.floatToRawIntBits(out[outOffset + k]) & (1 << header.rightBits) - 1;
          out[outOffset + k] =
              Float.intBitsToFloat(header.exception(e) << header.rightBits | right);
        }
      }
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      if (decoded == null) {
        decoded = new float[BitPacking.VECTOR];
      }
      decode(from, count, decoded, 0);
      Matching.floats(decoded, count, match, bits, word);
    }

    @Override
    public String describe() {
      return AlpRdDecoders.describe(
          header.rightBits, header.exceptions, codes.describe(), rights.describe());
    }
  }
}
