package io.placed.encoding.spi;

import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.BytesMatch;

/** Decodes an array of byte strings; see {@link IntDecoder}. */
public interface BytesDecoder {
  /** An empty column for strings that are owned by a decoder. */
  static BytesColumn newColumn() {
    return (BytesColumn) Column.of(Type.BINARY);
  }

  /**
   * Appends the values to {@code target}, whose arena grows by at most the stored bytes: equal
   * values may share their bytes.
   */
  void decode(int from, int count, BytesColumn target);

  /** Appends the values {@code from + positions[k]}; see {@link IntDecoder#select}. */
  default void select(int from, int[] positions, int n, BytesColumn target) {
    if (n > 0) {
      BytesColumn all = BytesDecoder.newColumn();
      decode(from, positions[n - 1] + 1, all);
      target.appendSelected(all, positions, n);
    }
  }

  default void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    BytesColumn all = BytesDecoder.newColumn();
    decode(from, count, all);
    Matching.strings(all, count, match, bits, word);
  }

  String describe();
}
