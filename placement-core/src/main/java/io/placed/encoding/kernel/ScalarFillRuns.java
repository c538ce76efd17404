package io.placed.encoding.kernel;

import java.util.Arrays;

/** {@link FillRuns} in plain Java. */
final class ScalarFillRuns {
  private static final int STEP = FillRuns.STEP;

  private ScalarFillRuns() {}

  static int ints(int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      int value = heads[run];
      int p = i + shift;
      out[p] = value;
      out[p + 1] = value;
      out[p + 2] = value;
      out[p + 3] = value;
      out[p + 4] = value;
      out[p + 5] = value;
      out[p + 6] = value;
      out[p + 7] = value;
      out[p + 8] = value;
      out[p + 9] = value;
      out[p + 10] = value;
      out[p + 11] = value;
      out[p + 12] = value;
      out[p + 13] = value;
      out[p + 14] = value;
      out[p + 15] = value;
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    return rest(ends, heads, run, i, end, out, shift);
  }

  /** Writes the runs one by one, each with its exact length. */
  static int rest(int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
    int run = first;
    int i = from;
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }

  static int longs(int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      long value = heads[run];
      int p = i + shift;
      out[p] = value;
      out[p + 1] = value;
      out[p + 2] = value;
      out[p + 3] = value;
      out[p + 4] = value;
      out[p + 5] = value;
      out[p + 6] = value;
      out[p + 7] = value;
      out[p + 8] = value;
      out[p + 9] = value;
      out[p + 10] = value;
      out[p + 11] = value;
      out[p + 12] = value;
      out[p + 13] = value;
      out[p + 14] = value;
      out[p + 15] = value;
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    return rest(ends, heads, run, i, end, out, shift);
  }

  /** Writes the runs one by one, each with its exact length. */
  static int rest(int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
    int run = first;
    int i = from;
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }

  static int floats(
      int[] ends, float[] heads, int first, int from, int end, float[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      float value = heads[run];
      int p = i + shift;
      out[p] = value;
      out[p + 1] = value;
      out[p + 2] = value;
      out[p + 3] = value;
      out[p + 4] = value;
      out[p + 5] = value;
      out[p + 6] = value;
      out[p + 7] = value;
      out[p + 8] = value;
      out[p + 9] = value;
      out[p + 10] = value;
      out[p + 11] = value;
      out[p + 12] = value;
      out[p + 13] = value;
      out[p + 14] = value;
      out[p + 15] = value;
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }

  static int doubles(
      int[] ends, double[] heads, int first, int from, int end, double[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      double value = heads[run];
      int p = i + shift;
      out[p] = value;
      out[p + 1] = value;
      out[p + 2] = value;
      out[p + 3] = value;
      out[p + 4] = value;
      out[p + 5] = value;
      out[p + 6] = value;
      out[p + 7] = value;
      out[p + 8] = value;
      out[p + 9] = value;
      out[p + 10] = value;
      out[p + 11] = value;
      out[p + 12] = value;
      out[p + 13] = value;
      out[p + 14] = value;
      out[p + 15] = value;
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }
}
