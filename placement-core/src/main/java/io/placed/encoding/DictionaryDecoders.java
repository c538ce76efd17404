package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import io.placed.vector.match.ValueMatch;

/** Decoders of codes in a dictionary, of the page or shared. */
final class DictionaryDecoders {
  private DictionaryDecoders() {}

  /** The codes of an array, a vector at a time. */
  static final class Codes {
    final DictionaryValues dictionary;
    private final String name;
    private final IntDecoder decoder;
    private final int[] codes;

    Codes(String name, DictionaryValues dictionary, IntDecoder decoder, int[] scratch) {
      this.codes = scratch;
      this.name = name;
      this.dictionary = dictionary;
      this.decoder = decoder;
    }

    /**
     * Up to {@link BitPacking#VECTOR} codes, all of them in the dictionary; reused by the next
     * call.
     */
    int[] decode(int from, int count) {
      decoder.decode(from, count, codes, 0);
      check(count);
      return codes;
    }

    private void check(int count) {
      int last = dictionary.size - 1;
      int bad = 0;
      for (int i = 0; i < count; i++) {
        bad |= codes[i] | last - codes[i];
      }
      if (bad < 0) {
        throw new MalformedDataException("a code is outside the dictionary of " + (last + 1));
      }
    }

    /** The codes at some positions of a vector, like {@link #decode}. */
    int[] select(int from, int[] positions, int n) {
      decoder.select(from, positions, n, codes, 0);
      check(n);
      return codes;
    }

    /** The values match whose codes do; codes are compared where they are stored. */
    void filter(int from, int count, ValueMatch match, long[] bits, int word) {
      MatchingCodes matching = dictionary.matching(match);
      if (matching.listed() == null) {
        if (matching.codes().isEmpty()) {
          Matching.fill(bits, word, count, false);
        } else {
          decoder.filter(from, count, matching.codes(), bits, word);
        }
        return;
      }
      long[] listed = matching.listed();
      int[] c = decode(from, count);
      Matching.fill(bits, word, count, false);
      for (int i = 0; i < count; i++) {
        bits[word + (i >>> 6)] |= (listed[c[i] >>> 6] >>> c[i] & 1) << i;
      }
    }

    String describe() {
      return name + "(" + dictionary.size + ")/" + decoder.describe();
    }
  }

  static final class Ints implements IntDecoder {
    private final Codes codes;

    Ints(Codes codes) {
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
    private final Codes codes;

    Longs(Codes codes) {
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
    private final Codes codes;

    Floats(Codes codes) {
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
    private final Codes codes;

    Doubles(Codes codes) {
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
    private final Codes codes;

    Int128s(Codes codes) {
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

  /** Lets the column share the bytes of the dictionary where it has none of its own yet. */
  static final class Strings implements BytesDecoder {
    private final Codes codes;

    Strings(Codes codes) {
      this.codes = codes;
    }

    @Override
    public void decode(int from, int count, BytesColumn target) {
      BytesColumn values = codes.dictionary.strings;
      if (target.arenaSize() == 0) {
        target.shareArena(values.arena(), values.arenaSize());
      }
      int first = target.size();
      target.setSize(first + count);
      int[] starts = target.starts();
      int[] lengths = target.lengths();
      int[] valueStarts = values.starts();
      int[] valueLengths = values.lengths();
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int[] c = codes.decode(from + done, n);
        int at = first + done;
        for (int i = 0; i < n; i++) {
          starts[at + i] = valueStarts[c[i]];
          lengths[at + i] = valueLengths[c[i]];
        }
      }
      if (target.arena() != values.arena()) {
        ownBytes(values, target, first, count);
      }
    }

    /** Adds the bytes value by value, or the whole dictionary where that is less. */
    private static void ownBytes(BytesColumn values, BytesColumn target, int first, int count) {
      int[] starts = target.starts();
      int[] lengths = target.lengths();
      long total = 0;
      for (int i = first; i < first + count; i++) {
        total += lengths[i];
      }
      int dictionaryBytes = values.arenaSize();
      boolean whole = total >= dictionaryBytes;
      byte[] arena = target.reserveArena(whole ? dictionaryBytes : (int) total);
      int at = target.arenaSize();
      if (whole) {
        System.arraycopy(values.arena(), 0, arena, at, dictionaryBytes);
        for (int i = first; i < first + count; i++) {
          starts[i] += at;
        }
        target.addArenaBytes(dictionaryBytes);
        return;
      }
      for (int i = first; i < first + count; i++) {
        System.arraycopy(values.arena(), starts[i], arena, at, lengths[i]);
        starts[i] = at;
        at += lengths[i];
      }
      target.addArenaBytes((int) total);
    }

    @Override
    public void select(int from, int[] positions, int n, BytesColumn target) {
      BytesColumn values = codes.dictionary.strings;
      if (target.arenaSize() == 0) {
        target.shareArena(values.arena(), values.arenaSize());
      }
      int first = target.size();
      target.setSize(first + n);
      int[] c = codes.select(from, positions, n);
      for (int k = 0; k < n; k++) {
        target.starts()[first + k] = values.starts()[c[k]];
        target.lengths()[first + k] = values.lengths()[c[k]];
      }
      if (target.arena() != values.arena()) {
        ownBytes(values, target, first, n);
      }
    }

    @Override
    public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
      codes.filter(from, count, match, bits, word);
    }

    @Override
    public String describe() {
      return codes.describe();
    }
  }
}
