package io.placed.encoding.values;

import io.placed.bytes.ByteWriter;
import io.placed.schema.Storage;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The values of one array to be encoded. Slots of nulls repeat the previous value (at the start:
 * the first value that is not null), which is the cheapest content in every encoding.
 */
public abstract sealed class PageValues permits IntegerValues, Int128Values, StringValues {
  private static final int SAMPLE_RUNS = 16;
  private static final int SAMPLE_RUN = 64;

  private int runs = -1;
  private IntegerValues runLengths;
  private PageValues runHeads;
  private PageValues sample;

  /** Classes of plans, each followed by its plan; null if there are none yet. */
  private Object[] plans;

  public abstract int count();

  public abstract Storage storage();

  /**
   * A plan that an encoding makes for these values. It is needed for the estimate and again for
   * writing, so it is computed once and cached.
   *
   * @param kind one class per kind of plan
   * @param make may return null
   */
  public final <T> T plan(Class<T> kind, Supplier<? extends T> make) {
    int n = plans == null ? 0 : plans.length;
    for (int i = 0; i < n; i += 2) {
      if (plans[i] == kind) {
        return kind.cast(plans[i + 1]);
      }
    }
    T plan = make.get();
    int size = plans == null ? 0 : plans.length;
    plans = plans == null ? new Object[2] : Arrays.copyOf(plans, size + 2);
    plans[size] = kind;
    plans[size + 1] = plan;
    return plan;
  }

  /** Number of runs of equal values. */
  public final int runs() {
    if (runs < 0) {
      runs = count() == 0 ? 0 : countRuns(null);
    }
    return runs;
  }

  /** Counts the runs, and writes the start of each if {@code starts} is not null. */
  abstract int countRuns(int[] starts);

  /** The length of each run. */
  public final IntegerValues runLengths() {
    findRuns();
    return runLengths;
  }

  /** The value of each run. */
  public final PageValues runHeads() {
    findRuns();
    return runHeads;
  }

  private void findRuns() {
    if (runLengths == null) {
      int[] starts = new int[runs()];
      countRuns(starts);
      runLengths = IntegerValues.lengths(starts, runs(), count());
      runHeads = gather(starts, runs());
    }
  }

  /**
   * About a thousand values: groups of neighbours from the whole array (BtrBlocks, section 3: small
   * samples of runs preserve both the distribution and the locality of values).
   */
  public final PageValues sample() {
    if (sample == null) {
      int n = count();
      sample = this;
      if (n > SAMPLE_RUNS * SAMPLE_RUN) {
        int[] positions = new int[SAMPLE_RUNS * SAMPLE_RUN];
        for (int r = 0; r < SAMPLE_RUNS; r++) {
          int from = (int) ((long) r * (n - SAMPLE_RUN) / (SAMPLE_RUNS - 1));
          for (int i = 0; i < SAMPLE_RUN; i++) {
            positions[r * SAMPLE_RUN + i] = from + i;
          }
        }
        sample = gather(positions, positions.length);
      }
    }
    return sample;
  }

  /**
   * The most frequent value of the sample, as an array of one; null if its frequency is below one
   * in {@code rarest}.
   */
  public final PageValues mostFrequent(int rarest) {
    PageValues s = sample();
    int m = s.count();
    DictionaryBuilder builder = s.newDictionaryOfThese();
    char[] codes = new char[m];
    if (!builder.add(s, codes, m - m / rarest + 1, Long.MAX_VALUE)) {
      return null;
    }
    int[] counts = new int[builder.size()];
    int top = 0;
    for (int i = 0; i < m; i++) {
      counts[codes[i]]++;
      top = counts[codes[i]] > counts[codes[top]] ? i : top;
    }
    return counts[codes[top]] * (long) rarest < m ? null : s.gather(new int[] {top}, 1);
  }

  /** Bit i is set if value i differs from the only value of the given array. */
  public abstract long[] othersThan(PageValues value);

  /** The values at these positions. */
  public abstract PageValues gather(int[] positions, int n);

  /** Writes the first value as in a constant, without the identifier. */
  public abstract void writeConstant(ByteWriter out);

  /** Estimated bytes of one value that does not resemble its neighbours. */
  public abstract double valueBytes();

  public abstract DictionaryBuilder newDictionary();

  /**
   * A dictionary for these values, or a selection of them, and no others. It may refer to them
   * instead of copying them.
   */
  public DictionaryBuilder newDictionaryOfThese() {
    return newDictionary();
  }

  /**
   * These values, or only their beginnings, so that they have at most about as many bytes. Enough
   * to see how well they compress.
   */
  public PageValues within(long maxBytes) {
    return this;
  }

  /** Number of bits that represent the numbers from 0 to max. */
  public static int bits(long max) {
    return 64 - Long.numberOfLeadingZeros(max);
  }
}
