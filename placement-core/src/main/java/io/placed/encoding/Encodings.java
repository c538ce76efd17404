package io.placed.encoding;

import io.placed.encoding.alp.AlpEncoding;
import io.placed.encoding.alprd.AlpRdEncoding;
import io.placed.encoding.bool.BitmapEncoding;
import io.placed.encoding.bool.SparseEncoding;
import io.placed.encoding.choice.ChoiceContext;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.delta.DeltaEncoding;
import io.placed.encoding.derived.DerivedEncoding;
import io.placed.encoding.dictionary.PageDictionaryEncoding;
import io.placed.encoding.dictionary.SharedDictionaryEncoding;
import io.placed.encoding.divided.DividedEncoding;
import io.placed.encoding.frame.FrameOfReferenceEncoding;
import io.placed.encoding.frequent.FrequentEncoding;
import io.placed.encoding.frontcoding.FrontCodingEncoding;
import io.placed.encoding.fsst.FsstEncoding;
import io.placed.encoding.narrow.NarrowEncoding;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.runlength.RunLengthEncoding;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.EncodingTable;
import io.placed.encoding.split.SplitEncoding;
import java.util.List;

/**
 * The table of all encodings. Their identifiers and the grammar of their bytes are with each of
 * them, and in section 8 of docs/format.md; docs/contributing/encoding.md says how to add one.
 */
final class Encodings {
  /** Of two that cost the same, the first one is taken. */
  static final EncodingTable ALL =
      new EncodingTable(
          List.of(
              new ConstantEncoding(),
              new RunLengthEncoding(),
              new FrameOfReferenceEncoding(),
              new AlpEncoding(),
              new NarrowEncoding(),
              new SplitEncoding(),
              new PlainEncoding(),
              new DeltaEncoding(),
              new DividedEncoding(),
              new AlpRdEncoding(),
              new FrequentEncoding(),
              new PageDictionaryEncoding(),
              new SharedDictionaryEncoding(),
              new FsstEncoding(),
              new FrontCodingEncoding(),
              new BitmapEncoding(),
              new SparseEncoding(),
              new DerivedEncoding()));

  private Encodings() {}

  /** The place of the values of a chunk's pages. */
  static ChoiceContext root(EncodingOptions options, ChunkState chunk) {
    return ChoiceContext.root(ALL, options.price(), chunk);
  }

  /** The same for an array that must have no dictionary of its own, at some depth. */
  static ChoiceContext withoutDictionary(EncodingOptions options, int depth) {
    return ChoiceContext.withoutDictionary(ALL, options.price(), depth);
  }

  /** The place of an array of its own kind in the pages of a chunk, at some depth. */
  static ChoiceContext nested(EncodingOptions options, int depth) {
    return ChoiceContext.nested(ALL, options.price(), depth);
  }
}
