package io.placed.encoding.kernel;

import java.util.Arrays;

/**
 * Writes the values of runs. A run is first written as if it had {@value #STEP} values, and the
 * next run then overwrites what was too much: most runs are short, and a loop of unknown length per
 * run would cost a mispredicted branch each.
 *
 * <p>Run r ends before position {@code ends[r]}; {@code ends} ascends strictly, and the last is not
 * below {@code end}. Run {@code first} holds position {@code from}. Positions [from, end) go to
 * {@code out} from {@code from + shift} on, nothing else is written. The result is the first run
 * that was not needed.
 *
 * <p>In plain Java for both families: for stores of vectors in such a loop the compiler of JDK 17
 * makes objects more often than not, and they then take ten times as long.
 */
public final class FillRuns {
  private static final int STEP = 16;

  private FillRuns() {}

  public static int ints(
      int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
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
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }

  public static int longs(
      int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
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
    for (; i < end; run++) {
      int next = Math.min(ends[run], end);
      Arrays.fill(out, i + shift, next + shift, heads[run]);
      i = next;
    }
    return run;
  }

  public static int floats(
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

  public static int doubles(
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
