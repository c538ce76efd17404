package io.placed.encoding.spi;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.values.PageValues;

/**
 * Where in a chunk an array stands. The arrays nested in it get places of their own, at which their
 * encodings are chosen and written: an encoding knows no other.
 */
public interface EncodeContext {
  /** What the pages of the chunk share. */
  ChunkState chunk();

  /** Nanoseconds that a stored byte is worth. */
  double nanosPerByte();

  /** 1 for the values of a page; at most {@link Encoding#MAX_DEPTH}. */
  int depth();

  /** Whether arrays may be nested in this one so many levels deep. */
  default boolean hasRoomFor(int levels) {
    return depth() + levels <= Encoding.MAX_DEPTH;
  }

  boolean mayDictionary();

  /** The place of nested array {@code number} of a scheme; it gets no dictionary of its own. */
  default EncodeContext child(Scheme scheme, int number) {
    return child(scheme, number, false);
  }

  EncodeContext child(Scheme scheme, int number, boolean dictionary);

  /** What {@link #encode} would write, about. Makes the choice for it. */
  Estimate estimate(PageValues values);

  /**
   * Writes an array here, identifier first, in the encoding that costs the least.
   *
   * @return what was chosen, for people
   */
  String encode(PageValues values, ByteWriter out);
}
