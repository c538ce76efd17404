package io.placed.encoding.frequent;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Fills a vector with the frequent 64-bit integer and overwrites the exceptions. These are decoded
 * for the whole page when the first value is needed.
 *
 * <p>Written from frequent/Frequent.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class FrequentLongs implements LongDecoder {
  private final long value;
  private final FrequentPlaces places;
  private final LongDecoder values;
  private final long[] others;
  private boolean othersDecoded;
  private final MatchCache<Optional<long[]>> found = new MatchCache<>();

  FrequentLongs(DecodeContext context, int n) {
    value = context.in().u64("value");
    places = new FrequentPlaces(context, n);
    values = context.longs(places.count);
    others = context.longArray(places.count);
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
