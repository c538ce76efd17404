package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.vector.match.ValueMatch;

/** Decodes the codes of an array, a vector at a time. */
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
    // Nested arrays, including those of the dictionary, must not refer to the dictionary of the
    // chunk.
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
   * Decodes up to {@link BitPacking#VECTOR} codes and checks that they are in the dictionary. The
   * next call reuses the array.
   */
  int[] decode(int from, int count) {
    decoder.decode(from, count, codes, 0);
    check(codes, count);
    return codes;
  }

  /** Like {@link #decode(int, int)}, for any number of codes, into an array of the caller. */
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

  /** Decodes the codes at some positions of a vector; see {@link #decode(int, int)}. */
  int[] select(int from, int[] positions, int n) {
    decoder.select(from, positions, n, codes, 0);
    check(codes, n);
    return codes;
  }

  /** Filters the values by comparing codes in their encoded form. */
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
