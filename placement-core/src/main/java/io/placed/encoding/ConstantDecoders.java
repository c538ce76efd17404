package io.placed.encoding;

import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;

/** Decoders of arrays whose values are all the same. */
final class ConstantDecoders {
  private ConstantDecoders() {}

  static final class Ints implements IntDecoder {
    private final int value;

    Ints(ByteReader in) {
      value = in.i32("value");
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + count, value);
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + n, value);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(value));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Longs implements LongDecoder {
    private final long value;

    Longs(ByteReader in) {
      value = in.i64("value");
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + count, value);
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + n, value);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(value));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Floats implements FloatDecoder {
    private final float value;

    Floats(ByteReader in) {
      value = Float.intBitsToFloat(in.i32("value"));
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + count, value);
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + n, value);
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(value));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Doubles implements DoubleDecoder {
    private final double value;

    Doubles(ByteReader in) {
      value = Double.longBitsToDouble(in.i64("value"));
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + count, value);
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      Arrays.fill(out, outOffset, outOffset + n, value);
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(value));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Int128s implements Int128Decoder {
    private final long high;
    private final long low;

    Int128s(ByteReader in) {
      low = in.i64("value");
      high = in.i64("value");
    }

    @Override
    public void decode(int from, int count, long[] highs, long[] lows, int outOffset) {
      Arrays.fill(highs, outOffset, outOffset + count, high);
      Arrays.fill(lows, outOffset, outOffset + count, low);
    }

    @Override
    public void select(int from, int[] positions, int n, long[] highs, long[] lows, int outOffset) {
      decode(from, n, highs, lows, outOffset);
    }

    @Override
    public void filter(int from, int count, Int128Match match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(high, low));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  static final class Strings implements BytesDecoder {
    private final byte[] bytes;
    private final int start;
    private final int length;
    private BytesColumn dictionary;

    Strings(ByteReader in) {
      length = in.count(0, Integer.MAX_VALUE, "length of the value");
      start = in.skip(length, "value");
      bytes = in.array();
    }

    @Override
    public void decode(int from, int count, BytesColumn target) {
      if (count == 0) {
        return;
      }
      if (target.size() == 0) {
        Arrays.fill(target.startCodes(dictionary(), count), 0, count, 0);
        return;
      }
      byte[] arena = target.reserveArena(length);
      int at = target.arenaSize();
      System.arraycopy(bytes, start, arena, at, length);
      target.addArenaBytes(length);
      int i = target.size();
      target.setSize(i + count);
      Arrays.fill(target.starts(), i, i + count, at);
      Arrays.fill(target.lengths(), i, i + count, length);
    }

    private BytesColumn dictionary() {
      if (dictionary == null) {
        dictionary = DictionaryValues.newStrings();
        dictionary.append(bytes, start, length);
      }
      return dictionary;
    }

    @Override
    public void select(int from, int[] positions, int n, BytesColumn target) {
      decode(from, n, target);
    }

    @Override
    public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
      Matching.fill(bits, word, count, match.test(bytes, start, start + length));
    }

    @Override
    public String describe() {
      return "constant";
    }
  }

  /** No byte strings at all. */
  static final class NoBytes implements BytesDecoder {
    @Override
    public void decode(int from, int count, BytesColumn target) {
      // Nothing to add.
    }

    @Override
    public String describe() {
      return "empty";
    }
  }
}
