package io.placed.encoding.fsst;

import java.util.Arrays;

/**
 * Finds the longest symbol that the next bytes start with. Symbols of three and more bytes are in a
 * hash table by their first three bytes, one per slot; for those of one and two bytes there is a
 * table of all pairs of bytes (Boncz et al. 2020, section 5). Several symbols per slot were tried:
 * symbols then overlap more, and text became 7 % larger.
 *
 * <p>A match is {@code length << 9 | code}; codes from {@link #BYTE} on are single bytes without a
 * symbol.
 */
final class FsstMatcher {
  /** Added to a byte that has no symbol to get its code. */
  static final int BYTE = 256;

  private static final int LENGTH_SHIFT = 9;
  static final int CODE_MASK = (1 << LENGTH_SHIFT) - 1;
  private static final int HASH_BITS = 12;
  static final int SLOTS = 1 << HASH_BITS;

  private final long[] words = new long[SLOTS];
  private final long[] masks = new long[SLOTS];
  private final short[] matches = new short[SLOTS];
  private final short[] bytes = new short[256];
  private final short[] pairs = new short[1 << 16];

  static int length(int match) {
    return match >>> LENGTH_SHIFT;
  }

  /** Slot of a symbol of three or more bytes, 0 to {@link #SLOTS} - 1. */
  static int slot(long word) {
    return ((int) word & 0xFFFFFF) * 0x9E3779B1 >>> 32 - HASH_BITS;
  }

  /** Builds the tables. If several symbols have the same slot, one of them is kept. */
  void build(long[] symbols, int[] lengths, int count) {
    // No word equals 1 under this mask.
    Arrays.fill(words, 1);
    Arrays.fill(masks, 0);
    for (int b = 0; b < 256; b++) {
      bytes[b] = (short) (1 << LENGTH_SHIFT | BYTE | b);
    }
    for (int code = 0; code < count; code++) {
      if (lengths[code] == 1) {
        bytes[(int) symbols[code]] = (short) (1 << LENGTH_SHIFT | code);
      }
    }
    for (int second = 0; second < 256; second++) {
      System.arraycopy(bytes, 0, pairs, second << 8, 256);
    }
    for (int code = 0; code < count; code++) {
      if (lengths[code] == 2) {
        pairs[(int) symbols[code]] = (short) (2 << LENGTH_SHIFT | code);
      } else if (lengths[code] > 2) {
        insert(symbols[code], lengths[code], code);
      }
    }
  }

  private void insert(long word, int length, int code) {
    int s = slot(word);
    words[s] = word;
    masks[s] = -1L >>> 64 - 8 * length;
    matches[s] = (short) (length << LENGTH_SHIFT | code);
  }

  /** The longest symbol that the eight bytes start with, first byte lowest. */
  int match(long word) {
    int s = slot(word);
    if ((word & masks[s]) == words[s]) {
      return matches[s];
    }
    return pairs[(int) word & 0xFFFF];
  }

  /** The longest symbol that the last {@code left} bytes start with. */
  int matchEnd(long word, int left) {
    if (left >= FsstTable.MAX_LENGTH) {
      return match(word);
    }
    int s = slot(word);
    if ((word & masks[s]) == words[s] && length(matches[s]) <= left) {
      return matches[s];
    }
    int pair = pairs[(int) word & 0xFFFF];
    return length(pair) <= left ? pair : bytes[(int) word & 0xFF];
  }
}
