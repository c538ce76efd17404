package io.placed.encoding;

import io.placed.schema.Storage;

/**
 * Picks the smallest encoding of an array. Sizes of simple encodings are known exactly from one or
 * two passes; run lengths and dictionaries are tried where an estimate promises something, and
 * taken if what was written is smaller.
 */
final class Choice {
  /** Run lengths and dictionaries have children that must stay within the depth. */
  private static final int MAX_COMPOSITE_DEPTH = 2;

  private static final int MIN_DICTIONARY_COUNT = 64;
  private static final int SAMPLE_RUNS = 16;
  private static final int SAMPLE_RUN = 64;

  /** One value in so many must repeat an earlier one; 65,536 distinct values give 8 in 1,024. */
  private static final int MIN_REPEATS = 128;

  private Choice() {}

  /** Size of what {@link #encode} would write without a dictionary, about. */
  static long estimate(PageValues values) {
    if (values.runs() <= 1) {
      return 1L + 16;
    }
    long leaf = values.leafBytes();
    return values.runs() * 2L <= values.count() ? Math.min(leaf, RunLength.estimate(values)) : leaf;
  }

  /**
   * Writes the array, identifier first.
   *
   * @param dictionary whether a dictionary of its own may be tried
   * @return what was chosen, for people
   */
  static String encode(PageValues values, int depth, boolean dictionary, ByteWriter out) {
    int n = values.count();
    if (n == 0) {
      out.u8(EncodingId.PLAIN);
      return "empty";
    }
    if (values.runs() == 1) {
      out.u8(EncodingId.CONSTANT);
      values.writeConstant(out);
      return "constant";
    }
    int mark = out.length();
    long best = values.leafBytes();
    String text = null;
    if (depth <= MAX_COMPOSITE_DEPTH
        && values.runs() * 2L <= n
        && RunLength.estimate(values) < best) {
      String runs = RunLength.encode(values, depth, out);
      // The other size is an estimate, and run lengths decode fastest: they win near ties.
      if (out.length() - mark < best + best / 16) {
        best = (long) out.length() - mark;
        text = runs;
      } else {
        out.truncate(mark);
      }
    }
    if (dictionary && depth <= MAX_COMPOSITE_DEPTH && n >= MIN_DICTIONARY_COUNT) {
      int end = out.length();
      String dict = tryDictionary(values, depth, best, out);
      if (dict != null && out.length() - end < best - best / 32) {
        int length = out.length() - end;
        System.arraycopy(out.array(), end, out.array(), mark, length);
        out.truncate(mark + length);
        return dict;
      }
      out.truncate(end);
    }
    return text != null ? text : values.encodeLeaf(depth, out);
  }

  /**
   * Whether a sample says that a dictionary may beat an encoding of so many bytes.
   *
   * @param pages number of pages that are thought to share the dictionary
   */
  static boolean dictionaryPromises(PageValues values, long otherBytes, int pages) {
    int n = values.count();
    PageValues sample = sample(values);
    // A value that equals its neighbour may be the filler of a missing one, or a run: no repeat.
    int m = sample.runs();
    DictionaryBuilder builder = values.newDictionary();
    char[] codes = new char[sample.count()];
    if (!builder.add(sample, codes, m - m / MIN_REPEATS, Long.MAX_VALUE)) {
      return false;
    }
    int seen = builder.size();
    double distinct = seen;
    if (seen > m / 2 && seen < m) {
      // As many of m drawn values repeat an earlier one as do among so many equally likely ones.
      distinct = (double) m * m / (2.0 * (m - seen));
    }
    double codeBytes = PageValues.bits((long) distinct) * (double) n / 8;
    double inPages = Math.min(distinct, (double) n * pages);
    double valueBytes = builder.encodedBytes() * inPages / seen / pages;
    return codeBytes + valueBytes < otherBytes * 0.9;
  }

  /** About a thousand values: runs of neighbours from all over, as BtrBlocks does it. */
  private static PageValues sample(PageValues values) {
    int n = values.count();
    if (n <= SAMPLE_RUNS * SAMPLE_RUN) {
      return values;
    }
    int[] positions = new int[SAMPLE_RUNS * SAMPLE_RUN];
    for (int r = 0; r < SAMPLE_RUNS; r++) {
      int from = (int) ((long) r * (n - SAMPLE_RUN) / (SAMPLE_RUNS - 1));
      for (int i = 0; i < SAMPLE_RUN; i++) {
        positions[r * SAMPLE_RUN + i] = from + i;
      }
    }
    return values.gather(positions, positions.length);
  }

  private static String tryDictionary(PageValues values, int depth, long best, ByteWriter out) {
    if (!dictionaryPromises(values, best, 1)) {
      return null;
    }
    int n = values.count();
    DictionaryBuilder builder = values.newDictionary();
    char[] codes = new char[n];
    int limit = Math.min(n / 2, EncodingOptions.MAX_VALUES);
    if (!builder.add(values, codes, limit, best)) {
      return null;
    }
    char[] ranks = new char[builder.size()];
    PageValues sorted = builder.sorted(ranks);
    out.u8(EncodingId.PAGE_DICTIONARY);
    out.i32(builder.size());
    encode(sorted, depth + 1, false, out);
    return "pagedict("
        + builder.size()
        + ")/"
        + encode(ranked(codes, ranks, n, new long[n]), depth + 1, false, out);
  }

  /** Codes in the order of the dictionary. */
  static IntegerValues ranked(char[] codes, char[] ranks, int n, long[] to) {
    for (int i = 0; i < n; i++) {
      to[i] = ranks[codes[i]];
    }
    return new IntegerValues(Storage.INT, to, n);
  }
}
