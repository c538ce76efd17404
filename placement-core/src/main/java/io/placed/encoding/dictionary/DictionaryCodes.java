package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.vector.match.ValueMatch;

/** The codes of an array, a vector at a time. */
final class DictionaryCodes {
  final DictionaryValues dictionary;
  private final String name;
  private final IntDecoder decoder;
  private final int[] codes;

  private DictionaryCodes(String name, DictionaryValues dictionary, DecodeContext context, int n) {
    this.name = name;
    this.dictionary = dictionary;
    this.decoder = context.ints(n);
    this.codes = context.intArray(BitPacking.VECTOR);
  }

  /** Opens an array that begins with its dictionary. */
  static DictionaryCodes ofPage(Storage storage, DecodeContext context, int n) {
    int size = context.in().u32(1, Math.max(1, n), "dictionary size");
    DictionaryValues own = DictionaryValues.read(storage, context, size);
    return new DictionaryCodes(PageDictionaryEncoding.NAME, own, context, n);
  }

  /** Opens an array whose dictionary is that of the chunk. */
  static DictionaryCodes ofChunk(Storage storage, DecodeContext context, int n) {
    // Arrays nested in others, those of the dictionary too, must not refer to it.
    DictionaryValues shared = context.depth() == 1 ? context.shared(DictionaryValues.class) : null;
    if (shared == null) {
      throw new MalformedDataException("the values need a shared dictionary, and there is none");
    }
    if (shared.storage != storage) {
      throw new MalformedDataException(
          "a dictionary of " + shared.storage + " for values of " + storage);
    }
    return new DictionaryCodes(SharedDictionaryEncoding.NAME, shared, context, n);
  }

  /**
   * Up to {@link BitPacking#VECTOR} codes, all of them in the dictionary; reused by the next call.
   */
  int[] decode(int from, int count) {
    decoder.decode(from, count, codes, 0);
    check(codes, count);
    return codes;
  }

  /** Any number of codes, all of them in the dictionary, into an array of the caller's. */
  void decode(int from, int count, int[] out) {
    decoder.decode(from, count, out, 0);
    check(out, count);
  }

  private void check(int[] found, int count) {
    int last = dictionary.size - 1;
    int bad = 0;
    for (int i = 0; i < count; i++) {
      bad |= found[i] | last - found[i];
    }
    if (bad < 0) {
      throw new MalformedDataException("a code is outside the dictionary of " + (last + 1));
    }
  }

  /** The codes at some positions of a vector, like {@link #decode}. */
  int[] select(int from, int[] positions, int n) {
    decoder.select(from, positions, n, codes, 0);
    check(codes, n);
    return codes;
  }

  /** The values match whose codes do; codes are compared where they are stored. */
  void filter(int from, int count, ValueMatch match, long[] bits, int word) {
    MatchingCodes matching = dictionary.matching(match);
    if (matching.listed() == null) {
      if (matching.codes().isEmpty()) {
        Matching.fill(bits, word, count, false);
      } else {
        decoder.filter(from, count, matching.codes(), bits, word);
      }
      return;
    }
    long[] listed = matching.listed();
    int[] c = decode(from, count);
    Matching.fill(bits, word, count, false);
    for (int i = 0; i < count; i++) {
      bits[word + (i >>> 6)] |= (listed[c[i] >>> 6] >>> c[i] & 1) << i;
    }
  }

  String describe() {
    return name + "(" + dictionary.size + ")/" + decoder.describe();
  }
}
