package io.placed.encoding;

import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;

/** Decoders of codes in a dictionary, of the page or shared. */
final class DictionaryDecoders {
  private DictionaryDecoders() {}

  static final class Ints implements IntDecoder {
    private final DictionaryCodes codes;

    Ints(DictionaryCodes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      int[] values = codes.dictionary.ints;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = outOffset + done;
        for (int i = 0; i < n; i++) {
          out[at + i] = values[c[i]];
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      Matching.gather(codes.dictionary.ints, codes.select(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }

  static final class Longs implements LongDecoder {
    private final DictionaryCodes codes;

    Longs(DictionaryCodes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      long[] values = codes.dictionary.longs;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = outOffset + done;
        for (int i = 0; i < n; i++) {
          out[at + i] = values[c[i]];
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      Matching.gather(codes.dictionary.longs, codes.select(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }

  static final class Floats implements FloatDecoder {
    private final DictionaryCodes codes;

    Floats(DictionaryCodes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      float[] values = codes.dictionary.floats;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = outOffset + done;
        for (int i = 0; i < n; i++) {
          out[at + i] = values[c[i]];
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      Matching.gather(codes.dictionary.floats, codes.select(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }

  static final class Doubles implements DoubleDecoder {
    private final DictionaryCodes codes;

    Doubles(DictionaryCodes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      double[] values = codes.dictionary.doubles;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = outOffset + done;
        for (int i = 0; i < n; i++) {
          out[at + i] = values[c[i]];
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      Matching.gather(
          codes.dictionary.doubles, codes.select(from, positions, n), n, out, outOffset);
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }

  static final class Int128s implements Int128Decoder {
    private final DictionaryCodes codes;

    Int128s(DictionaryCodes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, long[] high, long[] low, int outOffset) {
      long[] highs = codes.dictionary.high;
      long[] lows = codes.dictionary.low;
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = outOffset + done;
        for (int i = 0; i < n; i++) {
          high[at + i] = highs[c[i]];
          low[at + i] = lows[c[i]];
        }
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
      int[] c = codes.select(from, positions, n);
      Matching.gather(codes.dictionary.high, c, n, high, outOffset);
      Matching.gather(codes.dictionary.low, c, n, low, outOffset);
    }

    @Override
    public void filter(int from, int count, Int128Match match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }
}
