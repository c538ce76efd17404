package io.placed.encoding.entropy;

import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.Log2;
import io.placed.encoding.values.PageValues;
import java.util.Arrays;

/**
 * Finds bins of different widths, after pcodec: a histogram with about the same number of values in
 * each unit, of which neighbors are joined to the bins that take the fewest bits, by a dynamic
 * program. The histogram is that of a sample, so values between the bins get bins of their own.
 */
final class BestBins {
  private static final int SAMPLE = 2048;
  private static final int UNITS = 128;

  /** Units that end at a full one, at a frequent value or before it, or at a gap. */
  private static final int MAX_UNITS = 4 * UNITS;

  /** A gap ends a unit if it is so many bits wider than the unit. */
  private static final int GAP_BITS = 3;

  /**
   * Bits of the sample that a bin has to save more than its description takes. Counts of a sample
   * differ from the shares of all values by chance, and bins that follow chance save nothing.
   */
  private static final double NOISE_BITS = 4;

  private final long[] in;
  private final int n;

  /** Smallest and largest value of each unit, and the number of values before each. */
  private final long[] first = new long[MAX_UNITS];

  private final long[] last = new long[MAX_UNITS];
  private final int[] before = new int[MAX_UNITS + 1];
  private int units;

  private BestBins(IntegerValues values) {
    in = values.values();
    n = values.count();
  }

  /** The partition that takes the fewest bits; null if all values are in one bin. */
  static Partition of(IntegerValues values, long min, long max) {
    BestBins bins = new BestBins(values);
    bins.histogram();
    // The gap of a bin takes at most twice the bits of the range, and half of that on average.
    double bitsPerBin = 12 + PageValues.bits(max - min) / 2.0;
    return bins.assign(bins.starts(bins.join(bitsPerBin), min, max));
  }

  private void histogram() {
    int m = Math.min(n, SAMPLE);
    long[] sample = new long[m];
    for (int k = 0; k < m; k++) {
      sample[k] = in[(int) ((long) k * n / m)];
    }
    Arrays.sort(sample);
    int perUnit = (m + UNITS - 1) / UNITS;
    int gaps = UNITS;
    for (int i = 0; i < m; ) {
      int end = i + 1;
      while (end < m && sample[end] == sample[i]) {
        end++;
      }
      boolean frequent = end - i >= perUnit;
      int open = i - before[units];
      boolean gap = open > 0 && gaps > 0 && farther(sample, i);
      if (open > 0 && (frequent || open >= perUnit || gap)) {
        close(sample, i);
        gaps -= gap ? 1 : 0;
      }
      i = end;
      if (frequent) {
        close(sample, i);
      }
    }
    if (before[units] < m) {
      close(sample, m);
    }
  }

  /** Whether value i is much farther from the open unit than this is wide. */
  private boolean farther(long[] sample, int i) {
    long wide = sample[i - 1] - sample[before[units]];
    return PageValues.bits(sample[i] - sample[i - 1]) > PageValues.bits(wide) + GAP_BITS;
  }

  private void close(long[] sample, int end) {
    first[units] = sample[before[units]];
    last[units] = sample[end - 1];
    before[++units] = end;
  }

  /** The first unit of each bin. */
  private int[] join(double bitsPerBin) {
    int m = before[units];
    double perBin = bitsPerBin * m / n + NOISE_BITS;
    double[] least = new double[units + 1];
    int[] from = new int[units + 1];
    for (int end = 1; end <= units; end++) {
      least[end] = Double.POSITIVE_INFINITY;
      for (int start = end - 1; start >= 0; start--) {
        int count = before[end] - before[start];
        double bits =
            least[start]
                + perBin
                + Log2.bits(count, m)
                + (double) count * PageValues.bits(last[end - 1] - first[start]);
        if (bits < least[end]) {
          least[end] = bits;
          from[end] = start;
        }
      }
    }
    int bins = 0;
    for (int end = units; end > 0; end = from[end]) {
      bins++;
    }
    int[] starts = new int[bins + 1];
    starts[bins] = units;
    for (int end = units; end > 0; end = from[end]) {
      starts[--bins] = from[end];
    }
    return starts;
  }

  /** The smallest value of each bin, with bins for what is between those of the sample. */
  private long[] starts(int[] bins, long min, long max) {
    long[] out = new long[2 * bins.length + 1];
    int k = 0;
    if (min < first[0]) {
      out[k++] = min;
    }
    for (int b = 0; b + 1 < bins.length; b++) {
      long lower = first[bins[b]];
      int width = PageValues.bits(last[bins[b + 1] - 1] - lower);
      long next = b + 2 < bins.length ? first[bins[b + 1]] : max;
      out[k++] = lower;
      long gap = width < 63 ? lower + (1L << width) : lower;
      if (gap > lower && (b + 2 < bins.length ? gap < next : gap <= next)) {
        out[k++] = gap;
      }
    }
    return Arrays.copyOf(out, k);
  }

  private Partition assign(long[] starts) {
    int size = Integer.highestOneBit(Math.max(1, starts.length - 1)) << 1;
    long[] padded = Arrays.copyOf(starts, size);
    Arrays.fill(padded, starts.length, size, Long.MAX_VALUE);
    long[] min = new long[size];
    long[] max = new long[size];
    int[] count = new int[size];
    Arrays.fill(min, Long.MAX_VALUE);
    Arrays.fill(max, Long.MIN_VALUE);
    char[] binOf = new char[n];
    for (int i = 0; i < n; i++) {
      long v = in[i];
      int at = 0;
      for (int half = size >> 1; half > 0; half >>= 1) {
        at += padded[at + half] <= v ? half : 0;
      }
      // The padding is not less than the largest long.
      at = Math.min(at, starts.length - 1);
      binOf[i] = (char) at;
      count[at]++;
      min[at] = Math.min(min[at], v);
      max[at] = Math.max(max[at], v);
    }
    int bins = 0;
    char[] moved = new char[starts.length];
    for (int j = 0; j < starts.length; j++) {
      if (count[j] > 0) {
        moved[j] = (char) bins;
        min[bins] = min[j];
        max[bins] = max[j];
        count[bins++] = count[j];
      }
    }
    if (bins < 2) {
      return null;
    }
    for (int i = 0; i < n; i++) {
      binOf[i] = moved[binOf[i]];
    }
    byte[] widths = new byte[bins];
    int any = 0;
    for (int j = 0; j < bins; j++) {
      widths[j] = (byte) PageValues.bits(max[j] - min[j]);
      any |= widths[j];
    }
    return new Partition(
        Arrays.copyOf(min, bins),
        widths,
        any == 0 ? 0 : EntropyEncoding.MIXED,
        Arrays.copyOf(count, bins),
        binOf);
  }
}
