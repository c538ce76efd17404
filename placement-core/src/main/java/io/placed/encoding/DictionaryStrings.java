package io.placed.encoding;

import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;

/** Gives a column codes where it has no values yet, else the bytes. */
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
    int first = target.size();
    target.setSize(first + count);
    int[] starts = target.starts();
    int[] lengths = target.lengths();
    int[] valueStarts = values.starts();
    int[] valueLengths = values.lengths();
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      int[] c = codes.decode(from + done, n);
      int at = first + done;
      for (int i = 0; i < n; i++) {
        starts[at + i] = valueStarts[c[i]];
        lengths[at + i] = valueLengths[c[i]];
      }
    }
    ownBytes(values, target, first, count);
  }

  /** Adds the bytes value by value, or the whole dictionary where that is less. */
  private static void ownBytes(BytesColumn values, BytesColumn target, int first, int count) {
    int[] starts = target.starts();
    int[] lengths = target.lengths();
    long total = 0;
    for (int i = first; i < first + count; i++) {
      total += lengths[i];
    }
    int dictionaryBytes = values.arenaSize();
    boolean whole = total >= dictionaryBytes;
    byte[] arena = target.reserveArena(whole ? dictionaryBytes : (int) total);
    int at = target.arenaSize();
    if (whole) {
      System.arraycopy(values.arena(), 0, arena, at, dictionaryBytes);
      for (int i = first; i < first + count; i++) {
        starts[i] += at;
      }
      target.addArenaBytes(dictionaryBytes);
      return;
    }
    for (int i = first; i < first + count; i++) {
      System.arraycopy(values.arena(), starts[i], arena, at, lengths[i]);
      starts[i] = at;
      at += lengths[i];
    }
    target.addArenaBytes((int) total);
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
