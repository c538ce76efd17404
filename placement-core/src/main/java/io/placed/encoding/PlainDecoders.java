package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;

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
    public String describe() {
      return "plain(16)";
    }
  }

  static final class Strings implements BytesDecoder {
    private final byte[] bytes;
    private final IntDecoder lengths;

    /** Where the bytes of each vector start, and where the last ends. */
    private final int[] vectorStarts;

    Strings(ByteReader in, int n, int depth) {
      lengths = Decoders.ints(in, n, depth + 1, null);
      bytes = in.array();
      int vectors = FrameOfReference.vectors(n);
      vectorStarts = new int[vectors + 1];
      int[] scratch = new int[Math.min(n, BitPacking.VECTOR)];
      long total = 0;
      for (int v = 0; v < vectors; v++) {
        int count = Math.min(BitPacking.VECTOR, n - (v << 10));
        lengths.decode(v << 10, count, scratch, 0);
        int negative = 0;
        for (int i = 0; i < count; i++) {
          negative |= scratch[i];
          total += scratch[i];
        }
        if (negative < 0 || total > in.remaining()) {
          throw new MalformedDataException(
              "the lengths of the values are negative or more than the bytes that are left");
        }
        vectorStarts[v + 1] = (int) total;
      }
      int start = in.skip(total, "values");
      for (int v = 0; v <= vectors; v++) {
        vectorStarts[v] += start;
      }
    }

    @Override
    public void decode(int from, int count, BytesColumn target) {
      int i = target.size();
      target.setSize(i + count);
      int[] outStarts = target.starts();
      int[] outLengths = target.lengths();
      lengths.decode(from, count, outLengths, i);
      int length = 0;
      for (int k = i; k < i + count; k++) {
        length += outLengths[k];
      }
      byte[] arena = target.reserveArena(length);
      int at = target.arenaSize();
      System.arraycopy(bytes, vectorStarts[from >>> 10], arena, at, length);
      target.addArenaBytes(length);
      for (int k = i; k < i + count; k++) {
        outStarts[k] = at;
        at += outLengths[k];
      }
    }

    @Override
    public String describe() {
      return "plain/" + lengths.describe();
    }
  }
}
