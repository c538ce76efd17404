package io.placed.encoding.dictionary;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.Int128Match;

/** 128-bit integers as codes of a dictionary, of the page or shared. */
final class DictionaryInt128s implements Int128Decoder {
  private final DictionaryCodes codes;

  DictionaryInt128s(DictionaryCodes codes) {
    this.codes = codes;
  }

  @Override
  public void decode(int from, int count, long[] high, long[] low, int outOffset) {
    long[] highs = codes.dictionary.high;
    long[] lows = codes.dictionary.low;
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      int[] c = codes.decode(from + done, n);
      int at = outOffset + done;
      for (int i = 0; i < n; i++) {
        high[at + i] = highs[c[i]];
        low[at + i] = lows[c[i]];
      }
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] high, long[] low, int outOffset) {
    int[] c = codes.select(from, positions, n);
    Matching.gather(codes.dictionary.high, c, n, high, outOffset);
    Matching.gather(codes.dictionary.low, c, n, low, outOffset);
  }

  @Override
  public void filter(int from, int count, Int128Match match, long[] bits, int word) {
    codes.filter(from, count, match, bits, word);
  }

  @Override
  public String describe() {
    return codes.describe();
  }
}
