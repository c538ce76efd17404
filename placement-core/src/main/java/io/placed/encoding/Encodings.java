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
import io.placed.encoding.entropy.EntropyEncoding;
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
 * The table of all encodings. docs/spec/encodings.md specifies their identifiers and grammar, as
 * does the Javadoc of each encoding; docs/contributing/encoding.md explains how to add one.
 */
final class Encodings {
  /** In order of preference: if costs are equal, the earlier one is chosen. */
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
              new EntropyEncoding(),
              new FrequentEncoding(),
              new PageDictionaryEncoding(),
              new SharedDictionaryEncoding(),
              new FsstEncoding(),
              new FrontCodingEncoding(),
              new BitmapEncoding(),
              new SparseEncoding(),
              new DerivedEncoding()));

  private Encodings() {}

  /** The context of the values of a chunk's pages. */
  static ChoiceContext root(EncodingOptions options, ChunkState chunk) {
    return ChoiceContext.root(ALL, options.price(), chunk);
  }

  /** The context of an array at some depth that must not have a dictionary. */
  static ChoiceContext withoutDictionary(EncodingOptions options, int depth) {
    return ChoiceContext.withoutDictionary(ALL, options.price(), depth);
  }

  /** The context of an independent array at some depth in the pages of a chunk. */
  static ChoiceContext nested(EncodingOptions options, int depth) {
    return ChoiceContext.nested(ALL, options.price(), depth);
  }
}
