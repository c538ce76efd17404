package io.placed.encoding.values;

import io.placed.bytes.ByteWriter;
import io.placed.schema.Storage;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The values of one array to encode. The slots of missing values repeat the value before them (at
 * the start: the first that is present), which costs the least in every encoding.
 */
public abstract sealed class PageValues permits IntegerValues, Int128Values, StringValues {
  private static final int SAMPLE_RUNS = 16;
  private static final int SAMPLE_RUN = 64;

  private int runs = -1;
  private IntegerValues runLengths;
  private PageValues runHeads;
  private PageValues sample;

  /** Kinds of plans, each followed by the plan; null if there are none yet. */
  private Object[] plans;

  public abstract int count();

  public abstract Storage storage();

  /**
   * What an encoding found out about these values: asked for when it is estimated and again when it
   * is written, and worked out once.
   *
   * @param kind one class for each kind of plan
   * @param make may give null
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

  /** Counts the runs and writes where each starts, if {@code starts} is not null. */
  abstract int countRuns(int[] starts);

  /** How long each run is. */
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
   * About a thousand values: runs of neighbours from all over (BtrBlocks, section 3: small samples
   * of runs keep both the distribution and the neighbourhood of values).
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
   * The value that more of the sample have than any other, as an array of one; null if fewer than
   * one in {@code rarest} have it.
   */
  public final PageValues mostFrequent(int rarest) {
    PageValues s = sample();
    int m = s.count();
    DictionaryBuilder builder = s.newDictionary();
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

  /** Bit i is set where value i is not the one of an array of one. */
  public abstract long[] othersThan(PageValues value);

  /** The values at these positions. */
  public abstract PageValues gather(int[] positions, int n);

  /** Writes the first value as a constant has it, without identifier. */
  public abstract void writeConstant(ByteWriter out);

  /** Bytes of one value, about, if its neighbours say nothing of it. */
  public abstract double valueBytes();

  public abstract DictionaryBuilder newDictionary();

  /** Bits that hold the numbers from 0 to max. */
  public static int bits(long max) {
    return 64 - Long.numberOfLeadingZeros(max);
  }
}
