package io.placed.encoding.dictionary;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;

/**
 * Byte strings as codes of a dictionary. Appends codes to an empty column, bytes to any other one.
 */
final class DictionaryStrings implements BytesDecoder {
  private final DictionaryCodes codes;

  DictionaryStrings(DictionaryCodes codes) {
    this.codes = codes;
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    BytesColumn values = codes.dictionary.strings;
    if (target.size() == 0) {
      codes.decode(from, count, target.startCodes(values, count));
      return;
    }
    int[] c = new int[count];
    codes.decode(from, count, c);
    target.appendSelected(values, c, count);
  }

  @Override
  public void select(int from, int[] positions, int n, BytesColumn target) {
    BytesColumn values = codes.dictionary.strings;
    int[] c = codes.select(from, positions, n);
    if (target.size() == 0) {
      System.arraycopy(c, 0, target.startCodes(values, n), 0, n);
      return;
    }
    target.appendSelected(values, c, n);
  }

  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    codes.filter(from, count, match, bits, word);
  }

  @Override
  public String describe() {
    return codes.describe();
  }
}
