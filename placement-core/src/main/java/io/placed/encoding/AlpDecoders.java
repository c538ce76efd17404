package io.placed.encoding;

import io.placed.encoding.kernel.ConversionKernels;
import io.placed.error.MalformedDataException;

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
    private final ConversionKernels kernels = ConversionKernels.create();
    private final int exponent;
    private final ExceptionPositions positions;
    private final double[] exceptions;

    /** One of the two is null. */
    private final IntDecoder narrow;

    private final LongDecoder wide;
    private final int[] ints;
    private final long[] longs;

    Doubles(ByteReader in, int n, int depth) {
      exponent = exponent(in);
      int bytes = in.u8("size of the integers");
      if (bytes != 4 && bytes != 8) {
        throw new MalformedDataException("integers of " + bytes + " bytes, expected 4 or 8");
      }
      int count = in.count(0, n, "number of exceptions");
      positions = ExceptionPositions.read(in, n, count);
      exceptions = new double[count];
      if (count > 0) {
        Decoders.doubles(in, count, depth + 1, null).decode(0, count, exceptions, 0);
      }
      int scratch = Math.min(n, BitPacking.VECTOR);
      narrow = bytes == 4 ? Decoders.ints(in, n, depth + 1, null) : null;
      wide = bytes == 8 ? Decoders.longs(in, n, depth + 1, null) : null;
      ints = bytes == 4 ? new int[scratch] : null;
      longs = bytes == 8 ? new long[scratch] : null;
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
    public String describe() {
      String integers = narrow != null ? narrow.describe() : wide.describe();
      return AlpDecoders.describe(exponent, exceptions.length, integers);
    }
  }

  static final class Floats implements FloatDecoder {
    private final ConversionKernels kernels = ConversionKernels.create();
    private final int exponent;
    private final ExceptionPositions positions;
    private final float[] exceptions;
    private final IntDecoder integers;
    private final int[] ints;

    Floats(ByteReader in, int n, int depth) {
      exponent = exponent(in);
      int bytes = in.u8("size of the integers");
      if (bytes != 4) {
        throw new MalformedDataException("integers of " + bytes + " bytes, expected 4");
      }
      int count = in.count(0, n, "number of exceptions");
      positions = ExceptionPositions.read(in, n, count);
      exceptions = new float[count];
      if (count > 0) {
        Decoders.floats(in, count, depth + 1, null).decode(0, count, exceptions, 0);
      }
      integers = Decoders.ints(in, n, depth + 1, null);
      ints = new int[Math.min(n, BitPacking.VECTOR)];
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
    public String describe() {
      return AlpDecoders.describe(exponent, exceptions.length, integers.describe());
    }
  }
}
