package io.placed.encoding;

import io.placed.encoding.choice.Choice;
import io.placed.encoding.dictionary.DictionaryEstimate;
import io.placed.encoding.dictionary.SharedDictionaryEncoding;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Explains the choice of encodings of a chunk. */
public final class EncodingReasons {
  private EncodingReasons() {}

  /**
   * Compares the encodings of a page as the writer does for the first page of a chunk: the same
   * code with the same options, so with the same result. Later pages keep the choice until one is
   * much larger or smaller than expected.
   *
   * @param column contains the first page as values [from, from + count)
   * @return the encodings that were considered, cheapest first; empty for booleans and structs,
   *     whose bitmaps use the smallest form
   */
  public static List<SchemeCost> of(Column column, int from, int count, EncodingOptions options) {
    Storage storage = column.type().storage();
    if (storage == Storage.BITS || storage == Storage.NONE || count == 0) {
      return List.of();
    }
    PageValues values = ChunkEncoder.loadAny(column, from, count, PageScratch.ofThread());
    if (values.runs() == 1) {
      Estimate e = Encodings.withoutDictionary(options, Encoding.MAX_DEPTH).estimate(values);
      return List.of(
          cost("constant", e, e.cost(options.profile().nanosPerByte()), count).asChosen());
    }
    boolean shared = options.maxDictionaryValues() > 0 && storage != Storage.LENGTHS;
    double direct = Choice.cost(values, Encodings.withoutDictionary(options, 1));
    double price = options.profile().nanosPerByte();
    Estimate dictionary =
        shared ? DictionaryEstimate.of(values, ChunkEncoder.EXPECTED_PAGES, price) : null;
    List<SchemeCost> out = new ArrayList<>();
    for (Choice.Candidate c :
        Choice.candidates(values, Encodings.root(options, new ChunkState()))) {
      boolean compressed = c.cost() < c.estimate().cost(price);
      out.add(cost(c.scheme().name(), c.estimate(), c.cost(), compressed, count));
    }
    out.sort(Comparator.comparingDouble(SchemeCost::costPerValue));
    if (dictionary == null) {
      out.set(0, out.get(0).asChosen());
      return out;
    }
    double cost = dictionary.cost(price);
    SchemeCost dict = cost(SharedDictionaryEncoding.NAME, dictionary, cost, count);
    if (ChunkEncoder.dictionaryPays(cost, direct)) {
      out.add(0, dict.asChosen());
    } else {
      out.set(0, out.get(0).asChosen());
      out.add(dict);
    }
    return out;
  }

  private static SchemeCost cost(String name, Estimate e, double cost, int count) {
    return cost(name, e, cost, false, count);
  }

  private static SchemeCost cost(
      String name, Estimate e, double cost, boolean compressed, int count) {
    return new SchemeCost(
        name, e.bytes() / count, e.decodeNanos() / count, cost / count, compressed, false);
  }
}
