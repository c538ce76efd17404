package io.placed.encoding.frequent;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.Int128Match;
import java.util.Arrays;
import java.util.Optional;

/** 128-bit integers of which one is frequent; see {@link FrequentInts}. */
final class FrequentInt128s implements Int128Decoder {
  private final long low;
  private final long high;
  private final FrequentPlaces places;
  private final Int128Decoder values;
  private long[] highs;
  private long[] lows;
  private final MatchCache<Optional<long[]>> found = new MatchCache<>();

  FrequentInt128s(DecodeContext context, int n) {
    ByteReader in = context.in();
    low = in.u64("value");
    high = in.u64("value");
    places = new FrequentPlaces(context, n);
    values = context.int128s(places.count);
    context.charge(16L * places.count);
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
