package io.placed.encoding.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link CompareRange} with the Vector API, for registers of 256 bits or more. Masks are converted
 * to bits by adding a weight per lane, because JDK 17 has no fast conversion of a mask to a long.
 */
final class VectorCompareRange {
  private static final VectorSpecies<Integer> INTS = Simd.INTS;
  private static final VectorSpecies<Long> LONGS = Simd.LONGS;
  private static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, INTS.vectorShape());
  private static final VectorSpecies<Double> DOUBLES =
      VectorSpecies.of(double.class, LONGS.vectorShape());

  private static final boolean WIDE = INTS.length() >= 8;
  private static final int[] INT_WEIGHTS = new int[32];
  private static final long[] LONG_WEIGHTS = new long[64];

  static {
    for (int i = 0; i < 64; i++) {
      INT_WEIGHTS[i & 31] = 1 << i;
      LONG_WEIGHTS[i] = 1L << i;
    }
  }

  private VectorCompareRange() {}

  /** Compares a multiple of 64 numbers; returns how many were compared. */
  static int ints(int[] v, int off, int n, int base, int last, long[] bits, int word) {
    int end = WIDE ? n & -64 : 0;
    int lanes = INTS.length();
    int step = 2 * lanes;
    long mask = (1L << step) - 1;
    for (int i = 0; i < end; i += 64) {
      long set = 0;
      for (int k = 0; k < 64; k += step) {
        int at = off + i + k;
        IntVector a = IntVector.fromArray(INTS, v, at).sub(base);
        IntVector b = IntVector.fromArray(INTS, v, at + lanes).sub(base);
        int part =
            IntVector.zero(INTS)
                .blend(
                    IntVector.fromArray(INTS, INT_WEIGHTS, 0), a.compare(VectorOperators.LE, last))
                .add(
                    IntVector.zero(INTS)
                        .blend(
                            IntVector.fromArray(INTS, INT_WEIGHTS, lanes),
                            b.compare(VectorOperators.LE, last)))
                .reduceLanes(VectorOperators.ADD);
        set |= (part & mask) << k;
      }
      bits[word + (i >>> 6)] = set;
    }
    return end;
  }

  static int floats(float[] v, int off, int n, int base, int last, long[] bits, int word) {
    int end = WIDE ? n & -64 : 0;
    int lanes = INTS.length();
    int step = 2 * lanes;
    long mask = (1L << step) - 1;
    for (int i = 0; i < end; i += 64) {
      long set = 0;
      for (int k = 0; k < 64; k += step) {
        int at = off + i + k;
        IntVector x = FloatVector.fromArray(FLOATS, v, at).reinterpretAsInts();
        IntVector y = FloatVector.fromArray(FLOATS, v, at + lanes).reinterpretAsInts();
        IntVector a =
            x.lanewise(
                    VectorOperators.XOR,
                    x.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1))
                .sub(base);
        IntVector b =
            y.lanewise(
                    VectorOperators.XOR,
                    y.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1))
                .sub(base);
        int part =
            IntVector.zero(INTS)
                .blend(
                    IntVector.fromArray(INTS, INT_WEIGHTS, 0), a.compare(VectorOperators.LE, last))
                .add(
                    IntVector.zero(INTS)
                        .blend(
                            IntVector.fromArray(INTS, INT_WEIGHTS, lanes),
                            b.compare(VectorOperators.LE, last)))
                .reduceLanes(VectorOperators.ADD);
        set |= (part & mask) << k;
      }
      bits[word + (i >>> 6)] = set;
    }
    return end;
  }

  static int longs(long[] v, int off, int n, long base, long last, long[] bits, int word) {
    int end = WIDE ? n & -64 : 0;
    int lanes = LONGS.length();
    int step = 2 * lanes;
    for (int i = 0; i < end; i += 64) {
      long set = 0;
      for (int k = 0; k < 64; k += step) {
        int at = off + i + k;
        LongVector a = LongVector.fromArray(LONGS, v, at).sub(base);
        LongVector b = LongVector.fromArray(LONGS, v, at + lanes).sub(base);
        set |=
            LongVector.zero(LONGS)
                    .blend(
                        LongVector.fromArray(LONGS, LONG_WEIGHTS, 0),
                        a.compare(VectorOperators.LE, last))
                    .add(
                        LongVector.zero(LONGS)
                            .blend(
                                LongVector.fromArray(LONGS, LONG_WEIGHTS, lanes),
                                b.compare(VectorOperators.LE, last)))
                    .reduceLanes(VectorOperators.ADD)
                << k;
      }
      bits[word + (i >>> 6)] = set;
    }
    return end;
  }

  static int doubles(double[] v, int off, int n, long base, long last, long[] bits, int word) {
    int end = WIDE ? n & -64 : 0;
    int lanes = LONGS.length();
    int step = 2 * lanes;
    for (int i = 0; i < end; i += 64) {
      long set = 0;
      for (int k = 0; k < 64; k += step) {
        int at = off + i + k;
        LongVector x = DoubleVector.fromArray(DOUBLES, v, at).reinterpretAsLongs();
        LongVector y = DoubleVector.fromArray(DOUBLES, v, at + lanes).reinterpretAsLongs();
        LongVector a =
            x.lanewise(
                    VectorOperators.XOR,
                    x.lanewise(VectorOperators.ASHR, 63).lanewise(VectorOperators.LSHR, 1))
                .sub(base);
        LongVector b =
            y.lanewise(
                    VectorOperators.XOR,
                    y.lanewise(VectorOperators.ASHR, 63).lanewise(VectorOperators.LSHR, 1))
                .sub(base);
        set |=
            LongVector.zero(LONGS)
                    .blend(
                        LongVector.fromArray(LONGS, LONG_WEIGHTS, 0),
                        a.compare(VectorOperators.LE, last))
                    .add(
                        LongVector.zero(LONGS)
                            .blend(
                                LongVector.fromArray(LONGS, LONG_WEIGHTS, lanes),
                                b.compare(VectorOperators.LE, last)))
                    .reduceLanes(VectorOperators.ADD)
                << k;
      }
      bits[word + (i >>> 6)] = set;
    }
    return end;
  }
}
