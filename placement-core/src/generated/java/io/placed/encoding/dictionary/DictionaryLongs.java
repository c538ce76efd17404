package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes 64-bit integers from codes of a dictionary, of the page or shared.
 *
 * <p>Written from dictionary/Dictionary.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class DictionaryLongs implements LongDecoder {
  private final DictionaryCodes codes;

  DictionaryLongs(DictionaryCodes codes) {
    this.codes = codes;
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    long[] values = codes.dictionary.longs;
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
  public void select(int from, int[] positions, int n, long[] out, int outOffset) {
    Matching.gather(
        codes.dictionary.longs, codes.select(from, positions, n), n, out, outOffset);
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
