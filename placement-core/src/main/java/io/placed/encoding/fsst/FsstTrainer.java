package io.placed.encoding.fsst;

import io.placed.bytes.LittleEndian;
import io.placed.encoding.values.DictionaryBuilder;
import java.util.Arrays;

/**
 * Trains symbols on a sample (section 4 of Boncz et al. 2020). The sample is encoded five times
 * with the current symbols while symbols and pairs of neighbours are counted. The next symbols are
 * the 255 of them and of their concatenations that save most. Deterministic.
 */
final class FsstTrainer {
  private static final int CODES = 512;
  private static final int GENERATIONS = 5;

  /** Weight of a single byte: it also saves the escape, and keeps rare bytes cheap. */
  private static final int BYTE_WEIGHT = 8;

  private static final int FRACTION = 128;
  private static final int FIRST_FRACTION = 8;
  private static final int MIN_COUNT = 3;

  private final FsstMatcher matcher = new FsstMatcher();
  private final long[] words = new long[FsstTable.MAX_SYMBOLS];
  private final int[] lengths = new int[FsstTable.MAX_SYMBOLS];
  private int count;

  private final int[] singles = new int[CODES];
  private final short[] pairs = new short[CODES * CODES];
  private final int[] seenPairs;
  private int seen;
  private final Candidates candidates = new Candidates();

  private FsstTrainer(int sampleBytes) {
    seenPairs = new int[2 * sampleBytes];
  }

  /**
   * Trains symbols.
   *
   * @param sample {@code length} bytes, followed by at least eight bytes that are ignored
   */
  static FsstTable train(byte[] sample, int length) {
    FsstTrainer t = new FsstTrainer(length);
    for (int g = 0; g < GENERATIONS; g++) {
      int fraction = FIRST_FRACTION + (FRACTION - FIRST_FRACTION) * g / (GENERATIONS - 1);
      t.matcher.build(t.words, t.lengths, t.count);
      t.count(sample, length, fraction);
      t.choose(fraction);
    }
    return t.table();
  }

  /** Encodes chunks that make up a fraction of the sample, and counts. */
  private void count(byte[] sample, int length, int fraction) {
    int stretch = 512;
    for (int from = 0, k = 0; from < length; from += stretch, k++) {
      // Spread evenly: chunk k of 128 is used if its rank among them is below the fraction.
      if (k * 37 % FRACTION < fraction || length <= stretch) {
        countStretch(sample, from, Math.min(length, from + stretch));
      }
    }
  }

  private void countStretch(byte[] sample, int from, int end) {
    int previous = -1;
    for (int at = from; at < end; ) {
      int match = matcher.matchEnd(LittleEndian.getLong(sample, at), end - at);
      int code = match & FsstMatcher.CODE_MASK;
      int first = FsstMatcher.BYTE | sample[at] & 0xFF;
      int length = FsstMatcher.length(match);
      singles[code]++;
      if (length > 1) {
        // Counts the first byte too, so that a byte that occurs only in symbols can be extended in
        // another way.
        singles[first]++;
      }
      if (previous >= 0) {
        pair(previous, code);
        if (length > 1) {
          pair(previous, first);
        }
      }
      previous = code;
      at += length;
    }
  }

  private void pair(int a, int b) {
    int i = a * CODES + b;
    if (pairs[i] == 0) {
      seenPairs[seen++] = i;
    }
    if (pairs[i] < Short.MAX_VALUE) {
      pairs[i]++;
    }
  }

  /** Selects the best candidates as symbols, and resets the counts. */
  private void choose(int fraction) {
    int min = Math.max(1, MIN_COUNT * fraction / FRACTION);
    candidates.clear();
    for (int code = 0; code < CODES; code++) {
      int times = singles[code];
      if (times >= min) {
        int length = length(code);
        candidates.add(word(code), length, (long) times * (length == 1 ? BYTE_WEIGHT : length));
      }
    }
    Arrays.fill(singles, 0);
    for (int k = 0; k < seen; k++) {
      int i = seenPairs[k];
      int a = i / CODES;
      int b = i % CODES;
      int length = length(a) + length(b);
      if (pairs[i] >= min && length <= FsstTable.MAX_LENGTH && fraction < FRACTION) {
        candidates.add(word(a) | word(b) << 8 * length(a), length, (long) pairs[i] * length);
      }
      pairs[i] = 0;
    }
    seen = 0;
    count = candidates.best(words, lengths);
  }

  private long word(int code) {
    return code >= FsstMatcher.BYTE ? code - FsstMatcher.BYTE : words[code];
  }

  private int length(int code) {
    return code >= FsstMatcher.BYTE ? 1 : lengths[code];
  }

  private FsstTable table() {
    long[] w = new long[count];
    int[] n = new int[count];
    int sorted = 0;
    for (int length = 1; length <= FsstTable.MAX_LENGTH; length++) {
      for (int code = 0; code < count; code++) {
        if (lengths[code] == length) {
          w[sorted] = words[code];
          n[sorted++] = length;
        }
      }
    }
    return new FsstTable(w, n, count);
  }

  /** Distinct strings of up to eight bytes, with their gains. */
  private static final class Candidates {
    private static final int SLOT_BITS = 16;

    private final int[] slots = new int[1 << SLOT_BITS];
    private long[] words = new long[1 << 10];
    private int[] lengths = new int[1 << 10];
    private long[] gains = new long[1 << 10];
    private final boolean[] inSlot = new boolean[FsstMatcher.SLOTS];
    private int size;

    void clear() {
      Arrays.fill(slots, 0);
      size = 0;
    }

    void add(long word, int length, long gain) {
      int mask = slots.length - 1;
      int s = DictionaryBuilder.slot(word * 31 + length, 64 - SLOT_BITS);
      for (; slots[s] != 0; s = s + 1 & mask) {
        int i = slots[s] - 1;
        if (words[i] == word && lengths[i] == length) {
          gains[i] += gain;
          return;
        }
      }
      if (size == slots.length / 2) {
        return; // full: candidates far outnumber symbols, so few are lost
      }
      if (size == words.length) {
        words = Arrays.copyOf(words, size * 2);
        lengths = Arrays.copyOf(lengths, size * 2);
        gains = Arrays.copyOf(gains, size * 2);
      }
      words[size] = word;
      lengths[size] = length;
      gains[size] = gain;
      slots[s] = ++size;
    }

    /** Writes the best candidates, best first; returns their number. */
    int best(long[] bestWords, int[] bestLengths) {
      long[] keys = new long[size];
      for (int i = 0; i < size; i++) {
        keys[i] = -(gains[i] << 20) | i;
      }
      Arrays.sort(keys);
      Arrays.fill(inSlot, false);
      int n = 0;
      for (int k = 0; k < size && n < FsstTable.MAX_SYMBOLS; k++) {
        int i = (int) keys[k] & (1 << 20) - 1;
        // A symbol that the matcher cannot hold would only replace another.
        int slot = FsstMatcher.slot(words[i]);
        if (lengths[i] < 3 || !inSlot[slot]) {
          inSlot[slot] |= lengths[i] >= 3;
          bestWords[n] = words[i];
          bestLengths[n++] = lengths[i];
        }
      }
      return n;
    }
  }
}
