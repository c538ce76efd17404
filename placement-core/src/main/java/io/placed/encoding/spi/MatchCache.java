package io.placed.encoding.spi;

import io.placed.vector.match.ValueMatch;
import java.util.function.Function;

/**
 * Caches results for a whole array by the last few matches, because the same matches are applied to
 * every vector. Not thread-safe.
 */
public final class MatchCache<T> {
  private static final int SIZE = 4;

  private final ValueMatch[] matches = new ValueMatch[SIZE];
  private final Object[] results = new Object[SIZE];
  private int next;

  @SuppressWarnings({"unchecked", "ReferenceEquality"})
  public <M extends ValueMatch> T get(M match, Function<? super M, ? extends T> compute) {
    for (int i = 0; i < SIZE; i++) {
      if (matches[i] == match) {
        return (T) results[i];
      }
    }
    T result = compute.apply(match);
    matches[next] = match;
    results[next] = result;
    next = (next + 1) % SIZE;
    return result;
  }
}
