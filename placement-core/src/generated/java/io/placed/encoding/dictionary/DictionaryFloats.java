package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.DoubleMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes floats from codes of a dictionary, of the page or shared.
 *
 * <p>Written from dictionary/Dictionary.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class DictionaryFloats implements FloatDecoder {
  private final DictionaryCodes codes;

  DictionaryFloats(DictionaryCodes codes) {
    this.codes = codes;
  }

  @Override
  public void decode(int from, int count, float[] out, int outOffset) {
    float[] values = codes.dictionary.floats;
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
  public void select(int from, int[] positions, int n, float[] out, int outOffset) {
    Matching.gather(
        codes.dictionary.floats, codes.select(from, positions, n), n, out, outOffset);
  }

  @Override
  public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
    codes.filter(from, count, match, bits, word);
  }

  @Override
  public String describe() {
    return codes.describe();
  }
}
