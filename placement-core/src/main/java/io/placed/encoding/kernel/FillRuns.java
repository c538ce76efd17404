package io.placed.encoding.kernel;

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
 * <p>Floating-point numbers in plain Java for both families: a kernel for them is not worth the
 * time that its compiling takes, because runs of them are rare.
 */
public final class FillRuns {
  static final int STEP = 16;

  private FillRuns() {}

  public static int ints(
      int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
    if (Kernels.VECTOR) {
      return VectorFillRuns.ints(ends, heads, first, from, end, out, shift);
    }
    return ScalarFillRuns.ints(ends, heads, first, from, end, out, shift);
  }

  public static int longs(
      int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
    if (Kernels.VECTOR) {
      return VectorFillRuns.longs(ends, heads, first, from, end, out, shift);
    }
    return ScalarFillRuns.longs(ends, heads, first, from, end, out, shift);
  }

  public static int floats(
      int[] ends, float[] heads, int first, int from, int end, float[] out, int shift) {
    return ScalarFillRuns.floats(ends, heads, first, from, end, out, shift);
  }

  public static int doubles(
      int[] ends, double[] heads, int first, int from, int end, double[] out, int shift) {
    return ScalarFillRuns.doubles(ends, heads, first, from, end, out, shift);
  }
}
