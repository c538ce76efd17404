package io.placed.encoding.frequent;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.DoubleMatch;
import java.util.Arrays;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Fills a vector with the frequent double and overwrites the exceptions. These are decoded
 * for the whole page when the first value is needed.
 *
 * <p>Written from frequent/Frequent.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class FrequentDoubles implements DoubleDecoder {
  private final double value;
  private final FrequentPlaces places;
  private final DoubleDecoder values;
  private final double[] others;
  private boolean othersDecoded;
  private final MatchCache<Optional<long[]>> found = new MatchCache<>();

  FrequentDoubles(DecodeContext context, int n) {
    value = Double.longBitsToDouble(context.in().u64("value"));
    places = new FrequentPlaces(context, n);
    values = context.doubles(places.count);
    others = context.doubleArray(places.count);
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
                    places.others(frequent, b -> Matching.doubles(others, places.count, m, b, 0))));
    places.spread(frequent, rest.orElse(null), from, count, bits, word);
  }

  @Override
  public String describe() {
    return places.describe(values.describe());
  }
}
