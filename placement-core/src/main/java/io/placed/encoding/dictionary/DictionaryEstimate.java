package io.placed.encoding.dictionary;

import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.DictionaryBuilder;
import io.placed.encoding.values.PageValues;

/** What a dictionary would take, from a sample. */
public final class DictionaryEstimate {
  /** One value in so many must repeat an earlier one; 65,536 distinct values give 8 in 1,024. */
  private static final int MIN_REPEATS = 128;

  private DictionaryEstimate() {}

  /**
   * Estimates the codes of an array and its part of the dictionary.
   *
   * @param pages number of arrays like this one that are thought to share the dictionary
   * @return null if values hardly repeat
   */
  public static Estimate of(PageValues values, int pages) {
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
    double distinct = distinct(codes, sample.count(), seen);
    if (distinct > DictionaryBuilder.MAX_VALUES * 1.5) {
      return null;
    }
    double codeBytes = PageValues.bits((long) distinct) * (double) n / 8;
    double inPages = Math.min(distinct, (double) n * pages);
    double valueBytes = builder.encodedBytes() * inPages / seen / pages;
    double nanos = n * (DecodeCost.LOOKUP + DecodeCost.FRAME_OF_REFERENCE);
    return new Estimate(codeBytes + valueBytes + 16, nanos);
  }

  /**
   * How many distinct values there are in all, from how many were seen once and twice: Chao, 1984,
   * "Nonparametric estimation of the number of classes", in the form that corrects its bias.
   */
  private static double distinct(char[] codes, int n, int seen) {
    int[] counts = new int[seen];
    for (int i = 0; i < n; i++) {
      counts[codes[i]] += i == 0 || codes[i] != codes[i - 1] ? 1 : 0;
    }
    double once = 0;
    double twice = 0;
    for (int c : counts) {
      once += c == 1 ? 1 : 0;
      twice += c == 2 ? 1 : 0;
    }
    return seen == n ? seen : seen + once * (once - 1) / (2 * (twice + 1));
  }
}
