package io.placed.encoding.kernel;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link FillRuns} a register at a time. */
final class VectorFillRuns {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private VectorFillRuns() {}

  static int ints(int[] ends, int[] heads, int first, int from, int end, int[] out, int shift) {
    int step = INTS.length();
    int run = first;
    int i = from;
    while (i <= end - step) {
      int next = Math.min(ends[run], end);
      IntVector value = IntVector.broadcast(INTS, heads[run]);
      value.intoArray(out, i + shift);
      for (i += step; i < next; i += step) {
        value.intoArray(out, Math.min(i, end - step) + shift);
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

  static int longs(int[] ends, long[] heads, int first, int from, int end, long[] out, int shift) {
    int step = LONGS.length();
    int run = first;
    int i = from;
    while (i <= end - step) {
      int next = Math.min(ends[run], end);
      LongVector value = LongVector.broadcast(LONGS, heads[run]);
      value.intoArray(out, i + shift);
      for (i += step; i < next; i += step) {
        value.intoArray(out, Math.min(i, end - step) + shift);
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

  static int floats(
      int[] ends, float[] heads, int first, int from, int end, float[] out, int shift) {
    int step = FLOATS.length();
    int run = first;
    int i = from;
    while (i <= end - step) {
      int next = Math.min(ends[run], end);
      FloatVector value = FloatVector.broadcast(FLOATS, heads[run]);
      value.intoArray(out, i + shift);
      for (i += step; i < next; i += step) {
        value.intoArray(out, Math.min(i, end - step) + shift);
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
    int step = DOUBLES.length();
    int run = first;
    int i = from;
    while (i <= end - step) {
      int next = Math.min(ends[run], end);
      DoubleVector value = DoubleVector.broadcast(DOUBLES, heads[run]);
      value.intoArray(out, i + shift);
      for (i += step; i < next; i += step) {
        value.intoArray(out, Math.min(i, end - step) + shift);
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
