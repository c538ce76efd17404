package io.placed.encoding.alp;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.kernel.ConversionKernels;
import io.placed.encoding.kernel.Unpack;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.LongMatch;

/** Decoders of {@link Alp}. */
final class AlpDecoders {
  private AlpDecoders() {}

  private static int exponent(ByteReader in) {
    int exponent = in.u8("exponent");
    if (exponent > Alp.MAX_EXPONENT) {
      throw new MalformedDataException(
          "decimals of " + exponent + " digits, expected 0 to " + Alp.MAX_EXPONENT);
    }
    return exponent;
  }

  static String describe(int exponent, int exceptions, String integers) {
    String more = exceptions == 0 ? ")/" : ", " + exceptions + " exceptions)/";
    return "alp(" + exponent + more + integers;
  }

  static final class Doubles implements DoubleDecoder {
    private final ConversionKernels kernels;
    private final int exponent;
    private final ExceptionPositions positions;
    private final double[] exceptions;

    /** Integers of 32 bits; null if they have 64 bits. */
    private final IntDecoder narrow;

    private final LongDecoder wide;
    private final int[] ints;
    private final long[] longs;
    private double[] decoded;
    private final MatchCache<LongMatch> found = new MatchCache<>();

    Doubles(DecodeContext context, int n) {
      ByteReader in = context.in();
      kernels = context.conversions();
      exponent = exponent(in);
      int bytes = in.u8("size of the integers");
      if (bytes != 4 && bytes != 8) {
        throw new MalformedDataException("integers of " + bytes + " bytes, expected 4 or 8");
      }
      int count = in.u32(0, n, "number of exceptions");
      positions = ExceptionPositions.read(in, n, count);
      exceptions = context.doubleArray(count);
      if (count > 0) {
        context.doubles(count).decode(0, count, exceptions, 0);
      }
      int scratch = Math.min(n, BitPacking.VECTOR);
      narrow = bytes == 4 ? context.ints(n) : null;
      wide = bytes == 8 ? context.longs(n) : null;
      ints = bytes == 4 ? context.intArray(scratch + Unpack.PADDING) : null;
      longs = bytes == 8 ? context.longArray(scratch) : null;
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        if (narrow != null) {
          narrow.decode(from + done, n, ints, 0);
          kernels.divide(ints, n, exponent, out, at);
        } else {
          wide.decode(from + done, n, longs, 0);
          kernels.divide(longs, n, exponent, out, at);
        }
        int end = positions.first(v + 1);
        for (int e = positions.first(v); e < end; e++) {
          int p = positions.position(e, v);
          if (p < n) {
            out[at + p] = exceptions[e];
          }
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      if (narrow != null) {
        narrow.select(from, positions, n, ints, 0);
        kernels.divide(ints, n, exponent, out, outOffset);
      } else {
        wide.select(from, positions, n, longs, 0);
        kernels.divide(longs, n, exponent, out, outOffset);
      }
      int v = from >>> 10;
      int end = this.positions.first(v + 1);
      int at = 0;
      for (int e = this.positions.first(v); e < end; e++) {
        int p = this.positions.position(e, v);
        while (at < n && positions[at] < p) {
          at++;
        }
        if (at < n && positions[at] == p) {
          out[outOffset + at] = exceptions[e];
        }
      }
    }

    /** Maps the interval to one of integers; exceptions are tested separately. */
    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      LongMatch integers =
          found.get(match, m -> AlpIntegers.ofDoubles(m, exponent, narrow != null));
      if (narrow != null) {
        narrow.filter(from, count, integers, bits, word);
      } else {
        wide.filter(from, count, integers, bits, word);
      }
      if (!match.isInterval() && Bits.count(bits, word << 6, (word << 6) + count) > 0) {
        if (decoded == null) {
          decoded = new double[BitPacking.VECTOR];
        }
        decode(from, count, decoded, 0);
        Matching.doubles(decoded, count, match, bits, word);
        return;
      }
      int v = from >>> 10;
      int end = positions.first(v + 1);
      for (int e = positions.first(v); e < end; e++) {
        int p = positions.position(e, v);
        if (p < count) {
          Matching.put(bits, word, p, match.test(exceptions[e]));
        }
      }
    }

    @Override
    public String describe() {
      String integers = narrow != null ? narrow.describe() : wide.describe();
      return AlpDecoders.describe(exponent, positions.count(), integers);
    }
  }

  static final class Floats implements FloatDecoder {
    private final ConversionKernels kernels;
    private final int exponent;
    private final ExceptionPositions positions;
    private final float[] exceptions;
    private final IntDecoder integers;
    private final int[] ints;
    private float[] decoded;
    private final MatchCache<LongMatch> found = new MatchCache<>();

    Floats(DecodeContext context, int n) {
      ByteReader in = context.in();
      kernels = context.conversions();
      exponent = exponent(in);
      int bytes = in.u8("size of the integers");
      if (bytes != 4) {
        throw new MalformedDataException("integers of " + bytes + " bytes, expected 4");
      }
      int count = in.u32(0, n, "number of exceptions");
      positions = ExceptionPositions.read(in, n, count);
      exceptions = new float[count];
      if (count > 0) {
        context.floats(count).decode(0, count, exceptions, 0);
      }
      integers = context.ints(n);
      ints = context.intArray(Math.min(n, BitPacking.VECTOR) + Unpack.PADDING);
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        integers.decode(from + done, n, ints, 0);
        kernels.divide(ints, n, exponent, out, at);
        int end = positions.first(v + 1);
        for (int e = positions.first(v); e < end; e++) {
          int p = positions.position(e, v);
          if (p < n) {
            out[at + p] = exceptions[e];
          }
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      integers.select(from, positions, n, ints, 0);
      kernels.divide(ints, n, exponent, out, outOffset);
      int v = from >>> 10;
      int end = this.positions.first(v + 1);
      int at = 0;
      for (int e = this.positions.first(v); e < end; e++) {
        int p = this.positions.position(e, v);
        while (at < n && positions[at] < p) {
          at++;
        }
        if (at < n && positions[at] == p) {
          out[outOffset + at] = exceptions[e];
        }
      }
    }

    /** Maps the interval to one of integers; exceptions are tested separately. */
    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      LongMatch integers = found.get(match, m -> AlpIntegers.ofFloats(m, exponent));
      this.integers.filter(from, count, integers, bits, word);
      if (!match.isInterval() && Bits.count(bits, word << 6, (word << 6) + count) > 0) {
        if (decoded == null) {
          decoded = new float[BitPacking.VECTOR];
        }
        decode(from, count, decoded, 0);
        Matching.floats(decoded, count, match, bits, word);
        return;
      }
      int v = from >>> 10;
      int end = positions.first(v + 1);
      for (int e = positions.first(v); e < end; e++) {
        int p = positions.position(e, v);
        if (p < count) {
          Matching.put(bits, word, p, match.test(exceptions[e]));
        }
      }
    }

    @Override
    public String describe() {
      return AlpDecoders.describe(exponent, positions.count(), integers.describe());
    }
  }
}
