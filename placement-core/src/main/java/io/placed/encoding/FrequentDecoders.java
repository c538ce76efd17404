package io.placed.encoding;

import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decoders of {@link FrequentScheme}: a vector is filled with the frequent value and its exceptions
 * put in their places. The exceptions of the whole page are decoded when the first value is needed.
 */
final class FrequentDecoders {
  private FrequentDecoders() {}

  static final class Ints implements IntDecoder {
    private final int value;
    private final FrequentPlaces places;
    private final IntDecoder values;
    private final int[] others;
    private boolean othersDecoded;
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Ints(ByteReader in, int n, int depth) {
      value = in.i32("value");
      places = new FrequentPlaces(in, n, depth);
      values = Decoders.ints(in, places.count, depth + 1, null);
      others = in.ints(places.count);
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
      if (!othersDecoded) {
        values.decode(0, places.count, others, 0);
        othersDecoded = true;
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
    private final FrequentPlaces places;
    private final LongDecoder values;
    private final long[] others;
    private boolean othersDecoded;
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Longs(ByteReader in, int n, int depth) {
      value = in.i64("value");
      places = new FrequentPlaces(in, n, depth);
      values = Decoders.longs(in, places.count, depth + 1, null);
      others = in.longs(places.count);
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
      if (!othersDecoded) {
        values.decode(0, places.count, others, 0);
        othersDecoded = true;
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
    private final FrequentPlaces places;
    private final FloatDecoder values;
    private float[] others;
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Floats(ByteReader in, int n, int depth) {
      value = Float.intBitsToFloat(in.i32("value"));
      places = new FrequentPlaces(in, n, depth);
      values = Decoders.floats(in, places.count, depth + 1, null);
      in.charge(4L * places.count);
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
    private final FrequentPlaces places;
    private final DoubleDecoder values;
    private final double[] others;
    private boolean othersDecoded;
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Doubles(ByteReader in, int n, int depth) {
      value = Double.longBitsToDouble(in.i64("value"));
      places = new FrequentPlaces(in, n, depth);
      values = Decoders.doubles(in, places.count, depth + 1, null);
      others = in.doubles(places.count);
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
      if (!othersDecoded) {
        values.decode(0, places.count, others, 0);
        othersDecoded = true;
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
    private final FrequentPlaces places;
    private final Int128Decoder values;
    private long[] highs;
    private long[] lows;
    private final MatchCache<Optional<long[]>> found = new MatchCache<>();

    Int128s(ByteReader in, int n, int depth) {
      low = in.i64("value");
      high = in.i64("value");
      places = new FrequentPlaces(in, n, depth);
      values = Decoders.int128s(in, places.count, depth + 1, null);
      in.charge(16L * places.count);
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
}
