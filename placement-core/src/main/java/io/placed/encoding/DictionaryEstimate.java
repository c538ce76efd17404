package io.placed.encoding;

/** What a dictionary would take, from a sample. */
final class DictionaryEstimate {
  /** One value in so many must repeat an earlier one; 65,536 distinct values give 8 in 1,024. */
  private static final int MIN_REPEATS = 128;

  private DictionaryEstimate() {}

  /**
   * Estimates the codes of an array and its part of the dictionary.
   *
   * @param pages number of arrays like this one that are thought to share the dictionary
   * @return null if values hardly repeat
   */
  static Estimate of(PageValues values, int pages) {
    int n = values.count();
    PageValues sample = values.sample();
    // A value that equals its neighbour may be the filler of a missing one, or a run: no repeat.
    int m = sample.runs();
    DictionaryBuilder builder = values.newDictionary();
    char[] codes = new char[sample.count()];
    if (!builder.add(sample, codes, m - m / MIN_REPEATS, Long.MAX_VALUE)) {
      return null;
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
    double nanos = n * (DecodeCost.LOOKUP + DecodeCost.FRAME_OF_REFERENCE);
    return new Estimate(codeBytes + valueBytes + 16, nanos);
  }
}
