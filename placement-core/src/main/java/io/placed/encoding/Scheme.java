package io.placed.encoding;

/**
 * The encoding side of one encoding: whether it is worth considering, what it would take, how it is
 * written. {@link Decoders} holds the other side. Schemes have no state; {@link Schemes} lists
 * them.
 */
abstract class Scheme {
  /** From {@link EncodingId}. */
  abstract int id();

  /** Name for people. */
  String name() {
    return EncodingId.name(id());
  }

  /** Whether the array may have this encoding, said at next to no cost. */
  abstract boolean applies(PageValues values, EncodeContext context);

  /**
   * What the array would take: about, and within a few percent of the time that encoding it takes.
   * The {@link PageValues#sample} is there for what a pass over all values cannot tell.
   *
   * @return null if it is not worth considering
   */
  abstract Estimate estimate(PageValues values, EncodeContext context);

  /**
   * Writes the array, identifier first. Parameters, such as widths, fit these values; only the
   * choice of the scheme may come from an earlier page.
   *
   * @return what was written, for people, as the decoder describes it; null if the values cannot be
   *     encoded so or it turned out not to pay: what was written is then removed
   */
  abstract String encode(PageValues values, EncodeContext context, ByteWriter out);
}
