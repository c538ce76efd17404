package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.util.Arrays;

/** Decoders of {@link Booleans}. */
final class BooleanDecoders {
  private BooleanDecoders() {}

  private static boolean bit(ByteReader in) {
    int value = in.u8("boolean");
    if (value > 1) {
      throw new MalformedDataException("boolean is " + value + ", expected 0 or 1");
    }
    return value == 1;
  }

  static final class Constant implements BooleanDecoder {
    private final boolean value;

    Constant(ByteReader in) {
      value = bit(in);
    }

    @Override
    public void decode(int from, int count, long[] out) {
      Arrays.fill(out, 0, Bits.words(count), value ? -1L : 0L);
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Bitmap implements BooleanDecoder {
    private final byte[] bytes;
    private final int start;
    private final int end;

    Bitmap(ByteReader in, int n) {
      bytes = in.array();
      start = in.skip(Booleans.bitmapBytes(n), "bitmap");
      end = start + Booleans.bitmapBytes(n);
    }

    @Override
    public void decode(int from, int count, long[] out) {
      int at = start + (from >>> 3);
      for (int w = 0; w < Bits.words(count); w++, at += 8) {
        out[w] = at + 8 <= end ? LittleEndian.i64(bytes, at) : tail(at);
      }
    }

    private long tail(int at) {
      long word = 0;
      for (int i = at; i < end; i++) {
        word |= (bytes[i] & 0xFFL) << 8 * (i - at);
      }
      return word;
    }

    @Override
    public String describe() {
      return "bitmap";
    }
  }

  static final class Sparse implements BooleanDecoder {
    private final byte[] bytes;
    private final int n;
    private final boolean value;
    private final int[] before;
    private final int start;

    Sparse(ByteReader in, int n) {
      this.n = n;
      bytes = in.array();
      value = bit(in);
      int vectors = FrameOfReference.vectors(n);
      int counts = in.skip(2L * vectors, "counts");
      before = new int[vectors + 1];
      for (int v = 0; v < vectors; v++) {
        int count = LittleEndian.u16(bytes, counts + 2 * v);
        if (count > BitPacking.VECTOR) {
          throw new MalformedDataException(count + " positions in one vector");
        }
        before[v + 1] = before[v] + count;
      }
      start = in.skip(2L * before[vectors], "positions");
    }

    @Override
    public void decode(int from, int count, long[] out) {
      Arrays.fill(out, 0, Bits.words(count), value ? 0L : -1L);
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int inVector = Math.min(BitPacking.VECTOR, n - (v << 10));
        for (int k = before[v]; k < before[v + 1]; k++) {
          int p = LittleEndian.u16(bytes, start + 2 * k);
          if (p >= inVector) {
            throw new MalformedDataException("position " + p + " in vector " + v);
          }
          if (done + p < count) {
            Bits.put(out, done + p, value);
          }
        }
      }
    }

    @Override
    public String describe() {
      return "sparse(" + before[before.length - 1] + ")";
    }
  }

  static final class RunLength implements BooleanDecoder {
    private final Runs runs;
    private final boolean first;

    RunLength(ByteReader in, int n, int depth) {
      int count = in.count(n == 0 ? 0 : 1, n, "number of runs");
      first = bit(in);
      runs = new Runs(in, count, n, depth);
    }

    @Override
    public void decode(int from, int count, long[] out) {
      if (count == 0) {
        return;
      }
      int words = Bits.words(count);
      Arrays.fill(out, 0, words, 0);
      int end = from + count;
      int run = runs.find(from);
      long before = first == ((run & 1) == 0) ? -1L : 0L;
      // A bit where the value changes; then each value is the parity of the changes up to it.
      for (; runs.ends[run] < end; run++) {
        int p = runs.ends[run] - from;
        out[p >>> 6] ^= 1L << p;
      }
      runs.reached(run);
      for (int w = 0; w < words; w++) {
        long bits = out[w];
        bits ^= bits << 1;
        bits ^= bits << 2;
        bits ^= bits << 4;
        bits ^= bits << 8;
        bits ^= bits << 16;
        bits ^= bits << 32;
        bits ^= before;
        out[w] = bits;
        before = bits >> 63;
      }
    }

    @Override
    public String describe() {
      return "runs(" + runs.count + ")";
    }
  }
}
