package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import java.util.Arrays;

/**
 * Decoders of {@link FrequentScheme}: a vector is filled with the frequent value and its exceptions
 * put in their places. The exceptions of the whole page are decoded when the first value is needed.
 */
final class FrequentDecoders {
  private FrequentDecoders() {}

  /** Where the exceptions are. */
  static final class Places {
    final int count;
    private final BooleanDecoder decoder;

    /** Exceptions before each vector, and in all. */
    private final int[] before;

    private final int n;
    private int[] at = new int[0];
    private final long[] bits = new long[BitPacking.VECTOR / 64];

    Places(ByteReader in, int n, int depth) {
      this.n = n;
      count = in.count(0, n, "number of exceptions");
      decoder = Decoders.booleans(in, n, depth + 1);
      int vectors = FrameOfReference.vectors(n);
      before = new int[vectors + 1];
      for (int v = 0; v < vectors; v++) {
        before[v + 1] = before[v] + Bits.count(vector(v), 0, size(v));
      }
      if (before[vectors] != count) {
        throw new MalformedDataException(
            before[vectors] + " exceptions are marked, expected " + count);
      }
    }

    private int size(int v) {
      return Math.min(BitPacking.VECTOR, n - (v << 10));
    }

    private long[] vector(int v) {
      decoder.decode(v << 10, size(v), bits);
      return bits;
    }

    /**
     * Sets {@link #at} to the positions of the exceptions of [from, from + count), relative to
     * from, in ascending order.
     *
     * @param from a multiple of 1,024
     * @return how many there are
     */
    int find(int from, int count) {
      if (at.length < count) {
        at = new int[count];
      }
      int k = 0;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int take = Math.min(BitPacking.VECTOR, count - done);
        long[] words = vector((from + done) >>> 10);
        for (int w = 0; w < Bits.words(take); w++) {
          long word = words[w];
          if ((w + 1) * 64 > take) {
            word &= -1L >>> ((w + 1) * 64 - take);
          }
          for (; word != 0; word &= word - 1) {
            at[k++] = done + (w << 6) + Long.numberOfTrailingZeros(word);
          }
        }
      }
      return k;
    }

    /** Number of the first exception at or after a multiple of 1,024. */
    int first(int from) {
      return before[from >>> 10];
    }

    String describe(String values) {
      return "frequent(" + count + ")/" + decoder.describe() + "," + values;
    }
  }

  static final class Ints implements IntDecoder {
    private final int value;
    private final Places places;
    private final IntDecoder values;
    private int[] others;

    Ints(ByteReader in, int n, int depth) {
      value = in.i32("value");
      places = new Places(in, n, depth);
      values = Decoders.ints(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      if (others == null) {
        others = new int[places.count];
        values.decode(0, places.count, others, 0);
      }
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }

  static final class Longs implements LongDecoder {
    private final long value;
    private final Places places;
    private final LongDecoder values;
    private long[] others;

    Longs(ByteReader in, int n, int depth) {
      value = in.i64("value");
      places = new Places(in, n, depth);
      values = Decoders.longs(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      if (others == null) {
        others = new long[places.count];
        values.decode(0, places.count, others, 0);
      }
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }

  static final class Floats implements FloatDecoder {
    private final float value;
    private final Places places;
    private final FloatDecoder values;
    private float[] others;

    Floats(ByteReader in, int n, int depth) {
      value = Float.intBitsToFloat(in.i32("value"));
      places = new Places(in, n, depth);
      values = Decoders.floats(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      if (others == null) {
        others = new float[places.count];
        values.decode(0, places.count, others, 0);
      }
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }

  static final class Doubles implements DoubleDecoder {
    private final double value;
    private final Places places;
    private final DoubleDecoder values;
    private double[] others;

    Doubles(ByteReader in, int n, int depth) {
      value = Double.longBitsToDouble(in.i64("value"));
      places = new Places(in, n, depth);
      values = Decoders.doubles(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      if (others == null) {
        others = new double[places.count];
        values.decode(0, places.count, others, 0);
      }
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }

  static final class Int128s implements Int128Decoder {
    private final long low;
    private final long high;
    private final Places places;
    private final Int128Decoder values;
    private long[] highs;
    private long[] lows;

    Int128s(ByteReader in, int n, int depth) {
      low = in.i64("value");
      high = in.i64("value");
      places = new Places(in, n, depth);
      values = Decoders.int128s(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] outHigh, long[] outLow, int outOffset) {
      if (highs == null) {
        highs = new long[places.count];
        lows = new long[places.count];
        values.decode(0, places.count, highs, lows, 0);
      }
      Arrays.fill(outHigh, outOffset, outOffset + count, high);
      Arrays.fill(outLow, outOffset, outOffset + count, low);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        outHigh[outOffset + places.at[i]] = highs[first + i];
        outLow[outOffset + places.at[i]] = lows[first + i];
      }
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }

  static final class Strings implements BytesDecoder {
    private final byte[] bytes;
    private final int start;
    private final int length;
    private final Places places;
    private final BytesDecoder values;
    private BytesColumn others;

    Strings(ByteReader in, int n, int depth, FsstTable symbols) {
      length = in.count(0, Integer.MAX_VALUE, "length of the value");
      start = in.skip(length, "value");
      bytes = in.array();
      places = new Places(in, n, depth);
      values = Decoders.bytes(in, places.count, depth + 1, null, symbols);
    }

    /** The frequent value is put in the arena once, the exceptions each. */
    @Override
    public void decode(int from, int count, BytesColumn target) {
      if (count == 0) {
        return;
      }
      if (others == null) {
        others = DictionaryValues.newStrings();
        values.decode(0, places.count, others);
      }
      int k = places.find(from, count);
      int first = places.first(from);
      long apart = 0;
      for (int i = 0; i < k; i++) {
        apart += others.lengths()[first + i];
      }
      // Exceptions that share their bytes with each other do so here too.
      boolean shared = apart > others.arenaSize();
      int more = shared ? others.arenaSize() : (int) apart;
      if (more > Integer.MAX_VALUE - 8 - length) {
        throw new MalformedDataException("byte strings of more than 2^31 bytes in one page");
      }
      int needed = length + more;
      byte[] arena = target.reserveArena(needed);
      int to = target.arenaSize();
      int row = target.size();
      target.setSize(row + count);
      System.arraycopy(bytes, start, arena, to, length);
      Arrays.fill(target.starts(), row, row + count, to);
      Arrays.fill(target.lengths(), row, row + count, length);
      to += length;
      if (shared) {
        System.arraycopy(others.arena(), 0, arena, to, more);
      }
      for (int i = 0; i < k; i++) {
        int source = others.starts()[first + i];
        int size = others.lengths()[first + i];
        int placed = to;
        if (shared) {
          placed += source;
        } else {
          System.arraycopy(others.arena(), source, arena, to, size);
          to += size;
        }
        target.starts()[row + places.at[i]] = placed;
        target.lengths()[row + places.at[i]] = size;
      }
      target.addArenaBytes(needed);
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }
}
