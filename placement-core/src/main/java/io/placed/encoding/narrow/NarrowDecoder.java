package io.placed.encoding.narrow;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import java.util.Optional;

/** 128-bit integers that are stored as sign-extended 64-bit integers. */
final class NarrowDecoder implements Int128Decoder {
  private final LongDecoder lows;
  private final MatchCache<Optional<LongMatch>> found = new MatchCache<>();

  NarrowDecoder(DecodeContext context, int n) {
    lows = context.longs(n);
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    lows.decode(from, count, low, outOffset);
    for (int i = outOffset; i < outOffset + count; i++) {
      high[i] = low[i] >> 63;
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    lows.select(from, positions, n, low, outOffset);
    for (int i = outOffset; i < outOffset + n; i++) {
      high[i] = low[i] >> 63;
    }
  }

  @Override
  public void filter(int from, int count, Int128Match match, long[] bits, int word) {
    // Always the same object, because the caches of nested decoders compare by identity.
    Optional<LongMatch> narrow = found.get(match, m -> Optional.ofNullable(m.narrow()));
    if (narrow.isPresent()) {
      lows.filter(from, count, narrow.get(), bits, word);
    } else {
      Int128Decoder.super.filter(from, count, match, bits, word);
    }
  }

  @Override
  public String describe() {
    return "narrow/" + lows.describe();
  }
}
