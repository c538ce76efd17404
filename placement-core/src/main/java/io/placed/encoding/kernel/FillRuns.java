package io.placed.encoding.kernel;

/**
 * Writes the values of runs. Each run is first written as if it had {@value #STEP} values, and the
 * next run overwrites the excess: most runs are short, and a loop of variable length would cost one
 * mispredicted branch per run.
 *
 * <p>Run r ends before position {@code ends[r]}; {@code ends} is strictly ascending, and the last
 * is at least {@code end}. Run {@code first} contains position {@code from}. Positions [from, end)
 * are written to {@code out}, starting at {@code from + shift}; nothing else is written. The result
 * is the first run that was not needed.
 *
 * <p>Floating-point runs are rare, so both families use plain Java for them: compiling another
 * kernel would take more time than it saves.
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
