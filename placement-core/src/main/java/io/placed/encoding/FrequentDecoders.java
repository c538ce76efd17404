package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

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

    /**
     * The numbers of the exceptions at some positions of a vector, -1 where there is none.
     *
     * @param none what to give instead of -1
     */
    int[] select(int from, int[] positions, int n, int none) {
      if (at.length < BitPacking.VECTOR) {
        at = new int[BitPacking.VECTOR];
      }
      long[] words = vector(from >>> 10);
      int rank = first(from);
      int w = 0;
      for (int k = 0; k < n; k++) {
        int p = positions[k];
        for (; w < p >>> 6; w++) {
          rank += Long.bitCount(words[w]);
        }
        long word = words[w];
        at[k] = (word >>> p & 1) == 0 ? none : rank + Long.bitCount(word & (1L << p) - 1);
      }
      return at;
    }

    /**
     * Writes what holds for the frequent value, and at the exceptions what holds for each.
     *
     * @param others bits of all exceptions
     */
    void spread(boolean frequent, long[] others, int from, int n, long[] bits, int word) {
      Matching.fill(bits, word, n, frequent);
      if (others == null) {
        return;
      }
      int k = find(from, n);
      int e = first(from);
      for (int i = 0; i < k; i++, e++) {
        int p = at[i];
        long hit = others[e >>> 6] >>> e & 1;
        long mask = 1L << p;
        int to = word + (p >>> 6);
        bits[to] = bits[to] & ~mask | hit << p;
      }
    }

    /** Bits of all exceptions; null if for each the same holds as for the frequent value. */
    long[] others(boolean frequent, Consumer<long[]> test) {
      long[] others = new long[Bits.words(count)];
      test.accept(others);
      return Bits.count(others, 0, count) == (frequent ? count : 0) ? null : others;
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
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Ints(ByteReader in, int n, int depth) {
      value = in.i32("value");
      places = new Places(in, n, depth);
      values = Decoders.ints(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      decodeOthers();
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    private void decodeOthers() {
      if (others == null) {
        others = new int[places.count];
        values.decode(0, places.count, others, 0);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      decodeOthers();
      int[] at = places.select(from, positions, n, -1);
      for (int k = 0; k < n; k++) {
        out[outOffset + k] = at[k] < 0 ? value : others[at[k]];
      }
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(value);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(frequent, b -> Matching.ints(others, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
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
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Longs(ByteReader in, int n, int depth) {
      value = in.i64("value");
      places = new Places(in, n, depth);
      values = Decoders.longs(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      decodeOthers();
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    private void decodeOthers() {
      if (others == null) {
        others = new long[places.count];
        values.decode(0, places.count, others, 0);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      decodeOthers();
      int[] at = places.select(from, positions, n, -1);
      for (int k = 0; k < n; k++) {
        out[outOffset + k] = at[k] < 0 ? value : others[at[k]];
      }
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(value);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(frequent, b -> Matching.longs(others, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
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
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Floats(ByteReader in, int n, int depth) {
      value = Float.intBitsToFloat(in.i32("value"));
      places = new Places(in, n, depth);
      values = Decoders.floats(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, float[] out, int outOffset) {
      decodeOthers();
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    private void decodeOthers() {
      if (others == null) {
        others = new float[places.count];
        values.decode(0, places.count, others, 0);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, float[] out, int outOffset) {
      decodeOthers();
      int[] at = places.select(from, positions, n, -1);
      for (int k = 0; k < n; k++) {
        out[outOffset + k] = at[k] < 0 ? value : others[at[k]];
      }
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(value);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(
                          frequent, b -> Matching.floats(others, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
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
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Doubles(ByteReader in, int n, int depth) {
      value = Double.longBitsToDouble(in.i64("value"));
      places = new Places(in, n, depth);
      values = Decoders.doubles(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, double[] out, int outOffset) {
      decodeOthers();
      Arrays.fill(out, outOffset, outOffset + count, value);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        out[outOffset + places.at[i]] = others[first + i];
      }
    }

    private void decodeOthers() {
      if (others == null) {
        others = new double[places.count];
        values.decode(0, places.count, others, 0);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, double[] out, int outOffset) {
      decodeOthers();
      int[] at = places.select(from, positions, n, -1);
      for (int k = 0; k < n; k++) {
        out[outOffset + k] = at[k] < 0 ? value : others[at[k]];
      }
    }

    @Override
    public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(value);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(
                          frequent, b -> Matching.doubles(others, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
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
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Int128s(ByteReader in, int n, int depth) {
      low = in.i64("value");
      high = in.i64("value");
      places = new Places(in, n, depth);
      values = Decoders.int128s(in, places.count, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] outHigh, long[] outLow, int outOffset) {
      decodeOthers();
      Arrays.fill(outHigh, outOffset, outOffset + count, high);
      Arrays.fill(outLow, outOffset, outOffset + count, low);
      int k = places.find(from, count);
      int first = places.first(from);
      for (int i = 0; i < k; i++) {
        outHigh[outOffset + places.at[i]] = highs[first + i];
        outLow[outOffset + places.at[i]] = lows[first + i];
      }
    }

    private void decodeOthers() {
      if (highs == null) {
        highs = new long[places.count];
        lows = new long[places.count];
        values.decode(0, places.count, highs, lows, 0);
      }
    }

    @Override
    public void select(
        int from, int[] positions, int n, long[] outHigh, long[] outLow, int outOffset) {
      decodeOthers();
      int[] at = places.select(from, positions, n, -1);
      for (int k = 0; k < n; k++) {
        outHigh[outOffset + k] = at[k] < 0 ? high : highs[at[k]];
        outLow[outOffset + k] = at[k] < 0 ? low : lows[at[k]];
      }
    }

    @Override
    public void filter(int from, int count, Int128Match match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(high, low);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(
                          frequent, b -> Matching.int128s(highs, lows, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
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

    /** The exceptions and the frequent value behind them. */
    private BytesColumn all;

    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

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
      decodeOthers();
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

    private void decodeOthers() {
      if (others == null) {
        others = DictionaryValues.newStrings();
        values.decode(0, places.count, others);
      }
    }

    @Override
    public void select(int from, int[] positions, int n, BytesColumn target) {
      if (all == null) {
        decodeOthers();
        all = DictionaryValues.newStrings();
        all.appendRange(others, 0, places.count);
        all.append(bytes, start, length);
      }
      target.appendSelected(all, places.select(from, positions, n, places.count), n);
    }

    @Override
    public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
      decodeOthers();
      boolean frequent = match.test(bytes, start, start + length);
      Optional<long[]> rest =
          found.get(
              match,
              m ->
                  Optional.ofNullable(
                      places.others(
                          frequent, b -> Matching.strings(others, places.count, m, b, 0))));
      places.spread(frequent, rest.orElse(null), from, count, bits, word);
    }

    @Override
    public String describe() {
      return places.describe(values.describe());
    }
  }
}
