package io.placed.encoding;

import io.placed.error.MalformedDataException;

/** Decoders of {@link Plain} arrays. */
final class PlainDecoders {
  private PlainDecoders() {}

  private static int width(ByteReader in, int n, int max) {
    int width = n == 0 ? 1 : in.u8("width");
    if (width > max || Integer.bitCount(width) != 1) {
      throw new MalformedDataException(width + " bytes per number, expected 1, 2, 4 or 8");
    }
    return width;
  }

  static final class Ints implements IntDecoder {
    private final byte[] bytes;
    private final int width;
    private final int start;

    Ints(ByteReader in, int n) {
      width = width(in, n, 4);
      start = in.skip((long) n * width, "values");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      int at = start + from * width;
      switch (width) {
        case 1 -> {
          for (int i = 0; i < count; i++) {
            out[outOffset + i] = bytes[at + i];
          }
        }
        case 2 -> {
          for (int i = 0; i < count; i++) {
            out[outOffset + i] = (short) LittleEndian.SHORT.get(bytes, at + 2 * i);
          }
        }
        default ->
            LittleEndian.buffer(bytes, at, 4 * count).asIntBuffer().get(out, outOffset, count);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      int at = start + from * width;
      for (int k = 0; k < n; k++) {
        int p = at + positions[k] * width;
        out[outOffset + k] =
            switch (width) {
              case 1 -> bytes[p];
              case 2 -> (short) LittleEndian.SHORT.get(bytes, p);
              default -> LittleEndian.i32(bytes, p);
            };
      }
    }

    @Override
    public String describe() {
      return "plain(" + width + ")";
    }
  }

  static final class Longs implements LongDecoder {
    private final byte[] bytes;
    private final int width;
    private final int start;

    Longs(ByteReader in, int n) {
      width = width(in, n, 8);
      start = in.skip((long) n * width, "values");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      int at = start + from * width;
      switch (width) {
        case 1 -> {
          for (int i = 0; i < count; i++) {
            out[outOffset + i] = bytes[at + i];
          }
        }
        case 2 -> {
          for (int i = 0; i < count; i++) {
            out[outOffset + i] = (short) LittleEndian.SHORT.get(bytes, at + 2 * i);
          }
        }
        case 4 -> {
          for (int i = 0; i < count; i++) {
            out[outOffset + i] = (int) LittleEndian.INT.get(bytes, at + 4 * i);
          }
        }
        default ->
            LittleEndian.buffer(bytes, at, 8 * count).asLongBuffer().get(out, outOffset, count);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      int at = start + from * width;
      for (int k = 0; k < n; k++) {
        int p = at + positions[k] * width;
        out[outOffset + k] =
            switch (width) {
              case 1 -> bytes[p];
              case 2 -> (short) LittleEndian.SHORT.get(bytes, p);
              case 4 -> LittleEndian.i32(bytes, p);
              default -> LittleEndian.i64(bytes, p);
            };
      }
    }

    @Override
    public String describe() {
      return "plain(" + width + ")";
    }
  }

  static final class Floats implements FloatDecoder {
    private final byte[] bytes;
    private final int start;

    Floats(ByteReader in, int n) {
      start = in.skip(4L * n, "values");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      LittleEndian.buffer(bytes, start + 4 * from, 4 * count)
          .asFloatBuffer()
          .get(out, outOffset, count);
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      for (int k = 0; k < n; k++) {
        int p = start + 4 * (from + positions[k]);
        out[outOffset + k] = Float.intBitsToFloat(LittleEndian.i32(bytes, p));
      }
    }

    @Override
    public String describe() {
      return "plain(4)";
    }
  }

  static final class Doubles implements DoubleDecoder {
    private final byte[] bytes;
    private final int start;

    Doubles(ByteReader in, int n) {
      start = in.skip(8L * n, "values");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      LittleEndian.buffer(bytes, start + 8 * from, 8 * count)
          .asDoubleBuffer()
          .get(out, outOffset, count);
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      for (int k = 0; k < n; k++) {
        int p = start + 8 * (from + positions[k]);
        out[outOffset + k] = Double.longBitsToDouble(LittleEndian.i64(bytes, p));
      }
    }

    @Override
    public String describe() {
      return "plain(8)";
    }
  }

  static final class Int128s implements Int128Decoder {
    private final byte[] bytes;
    private final int start;

    Int128s(ByteReader in, int n) {
      start = in.skip(16L * n, "values");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, long[] high, long[] low, int outOffset) {
      int at = start + 16 * from;
      for (int i = 0; i < count; i++) {
        low[outOffset + i] = (long) LittleEndian.LONG.get(bytes, at + 16 * i);
        high[outOffset + i] = (long) LittleEndian.LONG.get(bytes, at + 16 * i + 8);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
      for (int k = 0; k < n; k++) {
        int p = start + 16 * (from + positions[k]);
        low[outOffset + k] = LittleEndian.i64(bytes, p);
        high[outOffset + k] = LittleEndian.i64(bytes, p + 8);
      }
    }

    @Override
    public String describe() {
      return "plain(16)";
    }
  }
}
