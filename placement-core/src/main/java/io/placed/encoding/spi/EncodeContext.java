package io.placed.encoding.spi;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.values.PageValues;

/**
 * The position of an array in a chunk. Nested arrays have contexts of their own, which choose and
 * write their encodings, so that encodings do not depend on each other.
 */
public interface EncodeContext {
  /** What the pages of the chunk share. */
  ChunkState chunk();

  /** Cost of a stored byte in nanoseconds. */
  double nanosPerByte();

  /** 1 for the values of a page; at most {@link Encoding#MAX_DEPTH}. */
  int depth();

  /** Whether {@code levels} further levels of nested arrays are allowed in this one. */
  default boolean hasRoomFor(int levels) {
    return depth() + levels <= Encoding.MAX_DEPTH;
  }

  boolean mayDictionary();

  /** The context of nested array {@code number} of a scheme. The array gets no dictionary. */
  default EncodeContext child(Scheme scheme, int number) {
    return child(scheme, number, false);
  }

  EncodeContext child(Scheme scheme, int number, boolean dictionary);

  /** Estimates the result of {@link #encode}, for which it makes the choice. */
  Estimate estimate(PageValues values);

  /**
   * Writes an array, identifier first, in the cheapest encoding.
   *
   * @return readable description of the encoding
   */
  String encode(PageValues values, ByteWriter out);
}
