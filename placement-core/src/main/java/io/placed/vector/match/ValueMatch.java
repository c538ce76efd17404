package io.placed.vector.match;

/**
 * A set of values. Immutable; equal ones need not be the same object, but caches go by identity.
 */
public abstract sealed class ValueMatch permits LongMatch, DoubleMatch, Int128Match, BytesMatch {
  ValueMatch() {}
}
