package io.placed.encoding;

import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;

/** Decodes an array of byte strings; see {@link IntDecoder}. */
interface BytesDecoder {
  /**
   * Appends the values to {@code target}, whose arena grows by no more than the bytes stored: equal
   * values may share their bytes.
   */
  void decode(int from, int count, BytesColumn target);

  /** Appends the values {@code from + positions[k]}; see {@link IntDecoder#select}. */
  default void select(int from, int[] positions, int n, BytesColumn target) {
    if (n > 0) {
      BytesColumn all = DictionaryValues.newStrings();
      decode(from, positions[n - 1] + 1, all);
      target.appendSelected(all, positions, n);
    }
  }

  default void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    BytesColumn all = DictionaryValues.newStrings();
    decode(from, count, all);
    Matching.strings(all, count, match, bits, word);
  }

  String describe();
}
