package io.placed.encoding.kernel;

import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link FillRuns} for integers, with stores of whole vectors. */
final class VectorFillRuns {
  private static final VectorSpecies<Integer> INTS = Simd.INTS;
  private static final VectorSpecies<Long> LONGS = Simd.LONGS;
  private static final int STEP = FillRuns.STEP;
  private static final int INT_LANES = INTS.length();
  private static final int LONG_LANES = LONGS.length();

  private VectorFillRuns() {}

  static int ints(int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      int value = heads[run];
      int p = i + shift;
      IntVector v = IntVector.broadcast(INTS, value);
      for (int l = 0; l < STEP; l += INT_LANES) {
        v.intoArray(out, p + l);
      }
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    return ScalarFillRuns.rest(ends, heads, run, i, end, out, shift);
  }

  static int longs(int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
    int run = first;
    int i = from;
    while (i <= end - STEP) {
      int next = Math.min(ends[run], end);
      long value = heads[run];
      int p = i + shift;
      LongVector v = LongVector.broadcast(LONGS, value);
      for (int l = 0; l < STEP; l += LONG_LANES) {
        v.intoArray(out, p + l);
      }
      if (next - i > STEP) {
        Arrays.fill(out, p + STEP, next + shift, value);
      }
      i = next;
      run++;
    }
    return ScalarFillRuns.rest(ends, heads, run, i, end, out, shift);
  }
}
