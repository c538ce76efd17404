package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes integers from codes of a dictionary, of the page or shared.
 *
 * <p>Written from dictionary/Dictionary.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class DictionaryInts implements IntDecoder {
  private final DictionaryCodes codes;

  DictionaryInts(DictionaryCodes codes) {
    this.codes = codes;
  }

  @Override
  public void decode(int from, int count, int[] out, int outOffset) {
    int[] values = codes.dictionary.ints;
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      int[] c = codes.decode(from + done, n);
      int at = outOffset + done;
      for (int i = 0; i < n; i++) {
        out[at + i] = values[c[i]];
      }
    }
  }

  @Override
  public void select(int from, int[] positions, int n, int[] out, int outOffset) {
    Matching.gather(
        codes.dictionary.ints, codes.select(from, positions, n), n, out, outOffset);
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    codes.filter(from, count, match, bits, word);
  }

  @Override
  public String describe() {
    return codes.describe();
  }
}
