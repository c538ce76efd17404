package io.placed.encoding.dictionary;

import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.CodeEntropy;
import io.placed.encoding.values.DictionaryBuilder;
import io.placed.encoding.values.PageValues;

/** Estimates the size of a dictionary from a sample. */
public final class DictionaryEstimate {
  /**
   * At least one in this number of sampled values must repeat an earlier one; with 65,536 distinct
   * values, 8 of 1,024 do.
   */
  private static final int MIN_REPEATS = 128;

  /** Size of the sample whose entropy is computed. */
  private static final int SPREAD = 1024;

  /** With more distinct values per one of the sample, its entropy is too small. */
  private static final double MAX_UNSEEN = 1.5;

  private DictionaryEstimate() {}

  /**
   * Estimates the cost of the codes of an array and of its share of the dictionary.
   *
   * @param pages expected number of arrays like this one that share the dictionary
   * @param nanosPerByte cost of a stored byte
   * @return null if values hardly repeat
   */
  public static Estimate of(PageValues values, int pages, double nanosPerByte) {
    int n = values.count();
    PageValues sample = values.sample();
    // A value that equals its neighbour may be the filler of a null, or part of a run, so it is not
    // counted as a repetition.
    int m = sample.runs();
    DictionaryBuilder builder = values.newDictionaryOfThese();
    char[] codes = new char[sample.count()];
    if (!builder.add(sample, codes, m - m / MIN_REPEATS, Long.MAX_VALUE)) {
      return null;
    }
    int seen = builder.size();
    double distinct = distinct(codes, sample.count(), seen);
    if (distinct > DictionaryBuilder.MAX_VALUES * 1.5) {
      return null;
    }
    double inPages = Math.min(distinct, (double) n * pages);
    double valueBytes = builder.encodedBytes() * inPages / seen / pages;
    Estimate c = codes(values, distinct, nanosPerByte);
    return new Estimate(c.bytes() + valueBytes + 16, c.decodeNanos() + n * DecodeCost.LOOKUP);
  }

  /** The codes: packed, or entropy-coded if a sample shows that this is cheaper. */
  private static Estimate codes(PageValues values, double distinct, double nanosPerByte) {
    int n = values.count();
    double bytes = PageValues.bits((long) distinct) * (double) n / 8;
    Estimate packed = new Estimate(bytes, n * DecodeCost.FRAME_OF_REFERENCE);
    if (distinct > CodeEntropy.MAX_CODES || bytes * nanosPerByte < n * DecodeCost.ENTROPY) {
      return packed;
    }
    PageValues sample = spread(values);
    int m = sample.count();
    DictionaryBuilder builder = values.newDictionaryOfThese();
    char[] codes = new char[m];
    builder.add(sample, codes, m, Long.MAX_VALUE);
    if (distinct > builder.size() * MAX_UNSEEN) {
      return packed;
    }
    int[] counts = new int[builder.size()];
    for (int i = 0; i < m; i++) {
      counts[codes[i]]++;
    }
    double bits = CodeEntropy.bitsPerCode(counts, m);
    Estimate entropy =
        new Estimate(n * bits / 8 + distinct * CodeEntropy.BYTES_PER_CODE, n * DecodeCost.ENTROPY);
    return entropy.cost(nanosPerByte) < packed.cost(nanosPerByte) ? entropy : packed;
  }

  /** Values at equal distances: those of adjacent ones have less entropy than the whole array. */
  private static PageValues spread(PageValues values) {
    int n = values.count();
    int m = Math.min(n, SPREAD);
    int[] positions = new int[m];
    for (int k = 0; k < m; k++) {
      positions[k] = (int) ((long) k * n / m);
    }
    return values.gather(positions, m);
  }

  /**
   * Estimated number of distinct values of the whole array, from the numbers of values seen once
   * and twice: Chao, 1984, "Nonparametric estimation of the number of classes", in its
   * bias-corrected form.
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
